import {
  getDrawingHeaders,
  hashedFolder,
  hostsFolder,
  isCompressible,
  listAnswers,
  printEach,
  takesQuery,
  type FilelessAddress,
  type HostFiles,
  type HostingRules,
  quotePath,
} from './hosting-rules.ts'
import { escapePattern } from '../../../schema/util/escape-pattern.ts'

const rulesPath = `${hostsFolder}/caddy-rules`
const errorsPath = `${hostsFolder}/caddy-errors`

/**
 * Renders a site block for Caddy, to copy and adapt, and the rules that it imports, which each
 * build may change. A site block has one `handle_errors`, so sites below paths share it.
 */
export function renderCaddy(rules: HostingRules): HostFiles {
  const { hostname, base } = rules
  const folder = `/var/www/${hostname}`
  const answers = renderRoutes(rules)
  const errors = renderErrors(rules)
  const importErrors = `\thandle_errors {\n\t\timport ${folder}${base}${errorsPath}\n\t}\n`
  const caddyfile = `\
# Import this file in /etc/caddy/Caddyfile.
${hostname} {
\troot * ${folder}
\timport ${folder}${base}${rulesPath}
${base === '' ? '' : importErrors}}
`
  const note = '# Written by Signpost. Reload Caddy after a build.\n'
  const below = `handle ${base}/*`
  return {
    [`${hostsFolder}/Caddyfile`]: caddyfile,
    ...(base === ''
      ? { [rulesPath]: note + answers + renderDirective('handle_errors', errors) }
      : {
          [rulesPath]: `${note}redir ${base} ${base}/ 301\n${renderDirective(below, answers)}`,
          [errorsPath]: note + renderDirective(below, errors),
        }),
  }
}

const renderDirective = (name: string, content: string): string =>
  `${name} {\n${content.replace(/^(?=.)/gm, '\t')}}\n`

function renderRoutes(rules: HostingRules): string {
  const { base, headers, caching, trailingSlash, types } = rules
  const answers = listAnswers(rules)
    .map((answer, index) => renderAnswer(base, answer, `@answer-${index}`))
    .join('')
  const typeHeaders = printEach(
    Object.entries(types),
    ([extension, type]) => `\
\t@type-${extension} path *.${extension}
\theader @type-${extension} Content-Type "${type}"
`,
  )
  const texts = Object.keys(types).filter((extension) => isCompressible(types[extension]!))
  return `\
header {
${printEach(Object.entries(headers), ([name, value]) => `\t${name} "${value}"\n`)}}
map {query} {page_query} {
\t~^(.+)$ "?\${1}"
\tdefault ""
}
route {
\t# Other methods, what can be no file's name, and hidden files.
\t@others not method GET HEAD
\theader @others Allow "GET, HEAD"
\terror @others 405
\t@malformed path_regexp [\\x00\\x5C]
\trespond @malformed 400
\t@long path_regexp [^/]{256}
\terror @long 404
\t@hidden {
\t\tpath /.* */.*
\t\tnot path /.well-known/*
\t}
\terror @hidden 404
\terror ${base}/404 404
\terror ${base}/404.html 404
${answers}\
\t# One address for each page. Two slashes at the start would lead to another host.
\tredir ${base}/index.html ${base}/{page_query} 301
\t@index path_regexp index ^(/[^/].*)/index\\.html$
\tredir @index {re.index.1}${trailingSlash ? '/' : ''}{page_query} 301
${trailingSlash ? addSlash(base) : removeSlash(base)}\
\theader Cache-Control "${caching.others}"
\theader ${base}${hashedFolder}* Cache-Control "${caching.hashed}"
\ttry_files {path} {path}/index.html {path}.html
${typeHeaders}\
${renderDrawingPolicy(rules)}\
\t# Also where no compressed copy is sent: a cache may keep that answer.
\t@texts path ${texts.map((extension) => `*.${extension}`).join(' ')}
\theader @texts {
\t\tVary Accept-Encoding
\t\tdefer
\t}
\tfile_server {
\t\tprecompressed br gzip
\t\tdisable_canonical_uris
\t}
}
`
}

/** Only for a file that exists: an error page is no drawing. */
function renderDrawingPolicy(rules: HostingRules): string {
  const { extensions } = rules.drawings
  if (extensions.length === 0) return ''
  return `\
\t@drawings {
\t\tpath ${extensions.map((extension) => `*.${extension}`).join(' ')}
\t\tfile
\t}
${printEach(Object.entries(getDrawingHeaders(rules)), ([name, value]) => `\theader @drawings ${name} "${value}"\n`)}`
}

/** @param name of a matcher, for what is not only a path */
function renderAnswer(
  base: string,
  { path, isPrefix, query, to }: FilelessAddress,
  name: string,
): string {
  const whole = base + path
  const isPlain = !isPrefix && !query
  const matcher = isPlain ? quotePath(whole) : name
  const conditions = [
    isPrefix ? `path_regexp \`^${escapePattern(whole)}.\`` : `path ${quotePath(whole)}`,
    ...(query ? [`query ${query.map(([key, value]) => `${key}=${value}`).join(' ')}`] : []),
  ]
  const definition = isPlain
    ? ''
    : `\t${name} {\n${conditions.map((condition) => `\t\t${condition}\n`).join('')}\t}\n`
  return (
    definition +
    (to === undefined
      ? `\terror ${matcher} 410\n`
      : `\tredir ${matcher} ${to}${takesQuery(to) ? '{page_query}' : ''} 301\n`)
  )
}

const renderErrors = ({ base, caching, types }: HostingRules): string => `\
route {
\theader Cache-Control "${caching.others}"
\t@page expression {err.status_code} in [404, 410]
\theader @page Content-Type "${types.html}"
\trewrite @page ${base}/404.html
\tfile_server @page
\trespond "{err.status_code} {err.status_text}" {err.status_code}
}
`

const addSlash = (base: string): string => `\
\t@folder {
\t\tpath_regexp ^${escapeDots(base)}/[^/](.*[^/])?$
\t\tfile {path}/index.html
\t}
\tredir @folder {path}/{page_query} 301
`
const removeSlash = (base: string): string => `\
\t@slash path_regexp slash ^(${escapeDots(base)}/[^/](.*[^/])?)/+$
\tredir @slash {re.slash.1}{page_query} 301
`

const escapeDots = (base: string): string => base.replaceAll('.', '\\.')
