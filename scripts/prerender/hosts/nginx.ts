import {
  hashedFolder,
  hostsFolder,
  listAnswers,
  printEach,
  takesQuery,
  toQueryPattern,
  type FilelessAddress,
  type HostFiles,
  type HostingRules,
  quotePath,
} from './hosting-rules.ts'
import { escapePattern } from '../../../schema/util/escape-pattern.ts'

const rulesPath = `${hostsFolder}/nginx-rules.conf`

/**
 * Renders a server block for nginx, to copy and adapt, and the rules that it includes, which each
 * build may change. For a container, a whole configuration includes the same rules.
 */
export const renderNginx = (rules: HostingRules): HostFiles => ({
  [`${hostsFolder}/nginx.conf`]: renderServer(rules),
  [rulesPath]: renderRules(rules),
  [`${hostsFolder}/nginx-container.conf`]: renderContainer(rules),
})

const renderServer = ({ hostname, base }: HostingRules): string => `\
# Copy to /etc/nginx/conf.d/${hostname}.conf. Add TLS, for example with certbot --nginx.
server {
  listen 80;
  listen [::]:80;
  server_name ${hostname};
  root /var/www/${hostname};
  include /var/www/${hostname}${base}${rulesPath};
}
`

/** For an unprivileged user, and a read-only file system except for /tmp: see the Dockerfile. */
const renderContainer = ({ base }: HostingRules): string => `\
# Written by Signpost, for the Dockerfile.
daemon off;
worker_processes auto;
pid /tmp/nginx.pid;
error_log stderr warn;
events {
}
http {
  access_log off;
  log_not_found off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path /tmp/client_body;
  proxy_temp_path /tmp/proxy;
  fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi;
  scgi_temp_path /tmp/scgi;
  server {
    listen 8080;
    root /var/www;
    include /var/www${base}${rulesPath};
  }
}
`

function renderRules(rules: HostingRules): string {
  const { base, headers, caching, trailingSlash, types } = rules
  const policy = renderPolicy(rules)
  const security = renderHeaders({ ...headers, ...policy.header }, ' always')
  // nginx drops inherited headers where a location adds one, so each location repeats them.
  const hashed = indent(security + renderHeaders({ 'Cache-Control': caching.hashed }))
  const cacheOthers = renderHeaders({ 'Cache-Control': caching.others }, ' always')
  const others = indent(security + cacheOthers)
  const pattern = base.replaceAll('.', '\\.')
  // Named after the site, because one server block may include several sites.
  const slashLocation = `@slash${base.replaceAll('/', '-')}`
  const fallback = trailingSlash
    ? `try_files $uri \${uri}index.html $uri.html ${slashLocation};\n`
    : 'try_files $uri $uri/index.html $uri.html =404;\n'
  const all = listAnswers(rules)
  const answers = printEach(
    all.filter(({ query, isPrefix }) => !query && !isPrefix),
    (answer) => `location = ${quotePath(base + answer.path)} { ${renderReturn(answer)} }\n`,
  )
  const wildcards = printEach(
    all.filter(({ isPrefix }) => isPrefix),
    (answer) => `location ~ "^${escapePattern(base + answer.path)}." { ${renderReturn(answer)} }\n`,
  )
  const queries = renderQueries(
    base,
    all.filter(({ query }) => query),
  )
  const settings = `\
server_tokens off;
absolute_redirect off;
charset off;
etag on;
gzip_static on;
gzip_vary on;
# With the module ngx_brotli: brotli_static on;
error_page 404 410 ${base}/404.html;
default_type application/octet-stream;
types {
${printEach(Object.entries(types), ([extension, type]) => `  "${type}" ${extension};\n`)}}
${security}`
  const locations = `\
location ${base}${hashedFolder} {
${hashed}  try_files $uri =404;
}
location = ${base}/ {
${others}  try_files ${base}/index.html =404;
}
location = ${base}/404.html {
  internal;
${others}}
location = ${base}/404 { return 404; }

${wildcards}# Backslashes, and hidden files.
location ~ \\x5C { return 400; }
location ~ "^${pattern}/\\.(?!well-known/)|^${pattern}/.+/\\." { return 404; }
# One address for each page.
location ~ /index\\.html$ {
  rewrite ^${pattern}/index\\.html$ ${base}/ permanent;
  rewrite ^${pattern}/(.+)/index\\.html$ ${base}/$1${trailingSlash ? '/' : ''} permanent;
}
${trailingSlash ? '' : `location ~ ^${pattern}/.+/$ { rewrite ^${pattern}/(.+?)/+$ ${base}/$1 permanent; }\n`}\
${answers}${queries.location}`
  const body =
    base === ''
      ? `${settings}\nlocation / {\n${others}  ${fallback}}\n${locations}`
      : `location = ${base} { return 301 ${base}/$is_args$args; }\nlocation ${base}/ {\n` +
        indent(`${settings}${cacheOthers}${fallback}\n${locations}`) +
        '}\n'
  // In a location of its own, because `try_files` does not apply inside `if`.
  const addSlash = `\
location ${slashLocation} {
${base === '' ? '' : indent(settings)}\
  if (-f $document_root$uri/index.html) { rewrite ^/(.*[^/])$ /$1/ permanent; }
  return 404;
}
`
  return `\
# Written by Signpost. Include it in a server block that has a root; reload nginx after a build.
${policy.server}${queries.server}${body}${trailingSlash ? addSlash : ''}`
}

/**
 * Renders the redirects of addresses with a query. The server looks at the query, because a page may
 * be at the same path; a location redirects, because only locations have the headers of a site.
 */
function renderQueries(
  base: string,
  answers: FilelessAddress[],
): { server: string; location: string } {
  if (answers.length === 0) return { server: '', location: '' }
  const location = `${base}${hostsFolder}/redirect`
  // The last match counts.
  const matches = answers.toReversed().map(({ path, query, to = '' }) => {
    const pattern = `^${escapePattern(base + path)}\\?${toQueryPattern(query!)}`
    return `if ($signpost_request ~ "${pattern}") { set $signpost_target "${withQuery(to)}"; }\n`
  })
  return {
    server: `\
set $signpost_request "$uri?$args";
set $signpost_target "";
${matches.join('')}\
if ($signpost_target) { rewrite ^ ${location} last; }
`,
    location: `location = ${location} { internal; return 301 $signpost_target; }\n`,
  }
}

/** A variable of the server, since a location that matches drawings would need all other settings. */
function renderPolicy({ headers, drawings: { extensions, policy } }: HostingRules): {
  server: string
  header: Record<string, string>
} {
  const name = 'Content-Security-Policy'
  if (extensions.length === 0) return { server: '', header: {} }
  return {
    server: `\
set $signpost_policy "${headers[name] ?? ''}";
if ($uri ~ "\\.(${extensions.join('|')})$") { set $signpost_policy "${policy}"; }
`,
    header: { [name]: '$signpost_policy' },
  }
}

const withQuery = (to: string): string => `${to}${takesQuery(to) ? '$is_args$args' : ''}`

function renderReturn({ to }: FilelessAddress): string {
  if (to === undefined) return 'return 410;'
  return `return 301 ${to.startsWith('/') ? withQuery(to) : `"${withQuery(to)}"`};`
}

const renderHeaders = (headers: Record<string, string>, suffix = ''): string =>
  printEach(Object.entries(headers), ([name, value]) => `add_header ${name} "${value}"${suffix};\n`)

const indent = (lines: string): string => lines.replace(/^(?=.)/gm, '  ')
