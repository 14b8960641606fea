import {
  getDrawingHeaders,
  hashedFolder,
  listAnswers,
  printEach,
  takesQuery,
  toQueryPattern,
  type FilelessAddress,
  type HostFiles,
  type HostingRules,
} from './hosting-rules.ts'
import { escapePattern } from '../../../schema/util/escape-pattern.ts'

/**
 * Renders `.htaccess` for Apache 2.4 with mod_rewrite and mod_headers, as most shared hosting has
 * them.
 */
export function renderApache(rules: HostingRules): HostFiles {
  const { base, headers, caching, trailingSlash, types } = rules
  const answers = printEach(listAnswers(rules), renderAnswer)
  const htaccess = `\
# Written by Signpost.
ErrorDocument 404 ${base}/404.html
ErrorDocument 410 ${base}/404.html
Options -Indexes -MultiViews
DirectorySlash Off
DirectoryIndex disabled
FileETag MTime Size
AddDefaultCharset Off
${printEach(Object.entries(types), ([extension, type]) => `AddType "${type}" .${extension}\n`)}
${printEach(Object.entries(headers), ([name, value]) => `Header always set ${name} "${value}"\n`)}\
${renderDrawingPolicy(rules)}\
Header always set Cache-Control "${caching.others}"
Header always set Cache-Control "${caching.hashed}" "expr=%{REQUEST_URI} =~ m#^${base}${hashedFolder}# && %{REQUEST_STATUS} -lt 400"
# Apache adds -gzip to the ETag of a compressed answer, and does not know it when it comes back.
RequestHeader edit* If-None-Match "-gzip\\"" "\\""

RewriteEngine On
RewriteBase ${base}/
${base === '' ? '' : renderBaseRedirect(base)}# The page for errors, which Apache asks for itself.
RewriteCond %{ENV:REDIRECT_STATUS} ^(404|410)$
RewriteRule ^404\\.html$ - [L]
RewriteRule ^404(\\.html)?$ - [R=404,L]
# Other methods, backslashes, and hidden files.
RewriteCond %{REQUEST_METHOD} !^(GET|HEAD)$
RewriteRule ^ - [R=405,L]
RewriteCond %{REQUEST_URI} \\x5C
RewriteRule ^ - [R=404,L]
RewriteRule ^\\.(?!well-known/)|/\\. - [R=404,L]
${answers}\
# One address for each page. The file of a rewritten address comes here, too.
RewriteCond %{ENV:REDIRECT_STATUS} ^$
RewriteRule ^index\\.html$ ${base}/ [R=301,L]
RewriteCond %{ENV:REDIRECT_STATUS} ^$
RewriteRule ^(.+)/index\\.html$ ${base}/$1${trailingSlash ? '/' : ''} [R=301,L]
${trailingSlash ? addSlash(base) : `RewriteRule ^(.+?)/+$ ${base}/$1 [R=301,L]\n`}\
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{DOCUMENT_ROOT}${base}/$1/index.html -f
RewriteRule ^(.*?)/?$ ${base}/$1/index.html [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{DOCUMENT_ROOT}${base}/$1.html -f
RewriteRule ^(.+)$ ${base}/$1.html [L]
# A folder that is no page: Apache would answer 403.
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule ^ - [R=404,L]
`
  return { '/.htaccess': htaccess }
}

function renderDrawingPolicy(rules: HostingRules): string {
  const { extensions } = rules.drawings
  if (extensions.length === 0) return ''
  const condition = `%{REQUEST_URI} =~ m#\\.(${extensions.join('|')})$# && %{REQUEST_STATUS} -lt 400`
  return printEach(
    Object.entries(getDrawingHeaders(rules)),
    ([name, value]) => `Header always set ${name} "${value}" "expr=${condition}"\n`,
  )
}

function renderAnswer({ path, isPrefix, query, to }: FilelessAddress): string {
  const pattern = `^${escapePattern(path.slice(1))}${isPrefix ? '.' : '$'}`
  const condition = query ? `RewriteCond %{QUERY_STRING} ^${toQueryPattern(query)}\n` : ''
  // Percent and dollar signs refer to what patterns have matched.
  const target = to?.replace(/[%$]/g, '\\$&')
  const flags = to === undefined || takesQuery(to) ? '' : ',QSD'
  const action = to?.startsWith('/') ? `R=301,L${flags}` : `R=301,NE,L${flags}`
  return (
    condition +
    `RewriteRule ${/\s/.test(pattern) ? `"${pattern}"` : pattern} ` +
    `${target === undefined ? '- [G]' : `${target} [${action}]`}\n`
  )
}

const addSlash = (base: string): string => `\
RewriteCond %{DOCUMENT_ROOT}${base}/$1/index.html -f
RewriteRule ^(.*[^/])$ ${base}/$1/ [R=301,L]
`

/** By default, Apache does not rewrite the address of the folder itself without a slash. */
const renderBaseRedirect = (base: string): string => `\
RewriteOptions AllowNoSlash
RewriteCond %{REQUEST_URI} =${base}
RewriteRule ^ ${base}/ [R=301,L]
`
