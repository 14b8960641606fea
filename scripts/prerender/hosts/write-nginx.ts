import type { OutputFile } from '../output/output-file.ts'
import { hashedFolder, hostsFolder, withSlash, type HostingRules } from './hosting-rules.ts'

const rulesPath = `${hostsFolder}/nginx-rules.conf`

/**
 * Writes a server block for nginx, to copy and adapt, and the rules that it includes, which each
 * build may change.
 */
export const writeNginx = (rules: HostingRules): OutputFile[] => [
  { path: `${hostsFolder}/nginx.conf`, content: renderServer(rules) },
  { path: rulesPath, content: renderRules(rules) },
]

const renderServer = ({ hostname }: HostingRules): string => `\
# Copy to /etc/nginx/conf.d/${hostname}.conf. Add TLS, for example with certbot --nginx.
server {
  listen 80;
  listen [::]:80;
  server_name ${hostname};
  root /var/www/${hostname};
  include /var/www/${hostname}${rulesPath};
}
`

function renderRules(rules: HostingRules): string {
  const { headers, caching, redirects, gone, trailingSlash, types } = rules
  const security = renderHeaders(headers, ' always')
  // nginx drops inherited headers where a location adds one, so each location repeats them.
  const hashed = indent(security + renderHeaders({ 'Cache-Control': caching.hashed }))
  const others = indent(security + renderHeaders({ 'Cache-Control': caching.others }, ' always'))
  const answerWith = (paths: string[], answer: string) =>
    paths.map((path) => `location = ${path} { ${answer} }\n`).join('')
  return `\
# Written by npm run build. Include it in a server block that has a root; reload nginx after a build.
server_tokens off;
absolute_redirect off;
charset off;
etag on;
gzip_static on;
gzip_vary on;
# With the module ngx_brotli: brotli_static on;
error_page 404 410 /404.html;
default_type application/octet-stream;
types {
${renderTypes(types)}}
${security}
location / {
${others}  try_files ${trailingSlash ? '$uri ${uri}index.html $uri.html @slash' : '$uri $uri/index.html $uri.html =404'};
}
location ${hashedFolder} {
${hashed}  try_files $uri =404;
}
location = / {
${others}  try_files /index.html =404;
}
location = /404.html {
  internal;
${others}}

# Backslashes, and hidden files.
location ~ \\x5C { return 400; }
location ~ "^/\\.(?!well-known/)|./\\." { return 404; }
# One address for each page.
location ~ /index\\.html$ {
  rewrite ^/index\\.html$ / permanent;
  rewrite ^/(.+)/index\\.html$ /$1${trailingSlash ? '/' : ''} permanent;
}
${trailingSlash ? slashAdded : 'location ~ ./$ { rewrite ^/(.+?)/+$ /$1 permanent; }\n'}
${redirects
  .map(({ from, to }) => answerWith(withSlash(from), `return 301 ${to}$is_args$args;`))
  .join('')}${answerWith(gone.flatMap(withSlash), 'return 410;')}`
}

/** In a location of its own, because `try_files` does not apply inside `if`. */
const slashAdded = `\
location @slash {
  if (-f $document_root$uri/index.html) { rewrite ^/(.*[^/])$ /$1/ permanent; }
  return 404;
}
`

const renderHeaders = (headers: Record<string, string>, suffix = ''): string =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}"${suffix};\n`)
    .join('')

const renderTypes = (types: Record<string, string>): string =>
  Object.entries(types)
    .map(([extension, type]) => `  "${type}" ${extension};\n`)
    .join('')

const indent = (lines: string): string => lines.replace(/^(?=.)/gm, '  ')
