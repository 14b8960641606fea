import type { OutputFile } from '../output/output-file.ts'
import { hashedFolder, hostsFolder, withSlash, type HostingRules } from './hosting-rules.ts'

const rulesPath = `${hostsFolder}/caddy-rules`

/**
 * Writes a site block for Caddy, to copy and adapt, and the rules that it imports, which each build
 * may change.
 */
export const writeCaddy = (rules: HostingRules): OutputFile[] => [
  {
    path: `${hostsFolder}/Caddyfile`,
    content: `\
# Import this file in /etc/caddy/Caddyfile.
${rules.hostname} {
\troot * /var/www/${rules.hostname}
\timport /var/www/${rules.hostname}${rulesPath}
}
`,
  },
  { path: rulesPath, content: renderRules(rules) },
]

function renderRules(rules: HostingRules): string {
  const { headers, caching, redirects, gone, trailingSlash, types } = rules
  const slash = trailingSlash ? '/' : ''
  const typeHeaders = Object.entries(types).map(
    ([extension, type]) =>
      `\t@type-${extension} path *.${extension}\n\theader @type-${extension} Content-Type "${type}"\n`,
  )
  const redirectLines = redirects.flatMap(({ from, to }) =>
    withSlash(from).map((path) => `\tredir ${path} ${to}{page_query} 301\n`),
  )
  const goneLines = gone.flatMap((path) => withSlash(path).map((each) => `\terror ${each} 410\n`))
  return `\
# Written by npm run build. Reload Caddy after a build.
header {
${Object.entries(headers)
  .map(([name, value]) => `\t${name} "${value}"\n`)
  .join('')}}
map {query} {page_query} {
\t~^(.+)$ "?\${1}"
\tdefault ""
}
route {
\t# Other methods, backslashes, and hidden files.
\t@others not method GET HEAD
\theader @others Allow "GET, HEAD"
\terror @others 405
\t@backslash path_regexp \\x5C
\trespond @backslash 400
\t@hidden {
\t\tpath /.* */.*
\t\tnot path /.well-known/*
\t}
\terror @hidden 404
\terror /404.html 404
${redirectLines.join('')}${goneLines.join('')}\
\t# One address for each page. Two slashes at the start would lead to another host.
\tredir /index.html /{page_query} 301
\t@index path_regexp index ^(/[^/].*)/index\\.html$
\tredir @index {re.index.1}${slash}{page_query} 301
${trailingSlash ? slashAdded : slashRemoved}\
\theader Cache-Control "${caching.others}"
\theader ${hashedFolder}* Cache-Control "${caching.hashed}"
\ttry_files {path} {path}/index.html {path}.html
${typeHeaders.join('')}\
\tfile_server {
\t\tprecompressed br gzip
\t\tdisable_canonical_uris
\t}
}
handle_errors {
\troute {
\t\theader Cache-Control "${caching.others}"
\t\t@page expression {err.status_code} in [404, 410]
\t\theader @page Content-Type "${types.html}"
\t\trewrite @page /404.html
\t\tfile_server @page
\t\trespond "{err.status_code} {err.status_text}" {err.status_code}
\t}
}
`
}

const slashAdded = `\
\t@folder {
\t\tpath_regexp ^/[^/](.*[^/])?$
\t\tfile {path}/index.html
\t}
\tredir @folder {path}/{page_query} 301
`
const slashRemoved = `\
\t@slash path_regexp slash ^(/[^/](.*[^/])?)/+$
\tredir @slash {re.slash.1}{page_query} 301
`
