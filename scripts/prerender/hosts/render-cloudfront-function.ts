import { fitRedirects } from './fit-redirects.ts'
import type { HostingRules } from './hosting-rules.ts'

/** CloudFront refuses a larger function. Bytes. */
const maxBytes = 10_240

/**
 * Renders the function that CloudFront runs for each request: it redirects, answers 410, and finds
 * the document of a page. For aliases that exceed its size limit, the build writes pages that
 * redirect. The function cannot tell whether a file exists, so it takes every address without a dot
 * in its last segment for a page.
 */
export const renderCloudFrontFunction = (rules: HostingRules): string =>
  fitRedirects(rules, maxBytes, renderFunction)

const renderFunction = ({ base, redirects, gone, trailingSlash }: HostingRules): string => `\
var base = ${JSON.stringify(base)}
var redirects = ${JSON.stringify(Object.fromEntries(redirects.map(({ from, to }) => [from, to])))}
var gone = ${JSON.stringify(gone)}
function handler(event) {
  var request = event.request
  var uri = request.uri
  if (base && uri === base) return redirect(base + '/', request)
  if (base && !uri.startsWith(base + '/')) return request
  var path = uri.slice(base.length)
  var plain = path.replace(/(.)\\/+$/, '$1')
  if (Object.prototype.hasOwnProperty.call(redirects, plain)) return redirect(redirects[plain], request)
  if (gone.includes(plain)) return { statusCode: 410, statusDescription: 'Gone' }
  // Two slashes at the start would lead to another host.
  if (path.startsWith('//') || path.includes('\\\\')) return { statusCode: 404, statusDescription: 'Not Found' }
  var isFile = /\\.[^/]*$/.test(path) && !/\\/index\\.html$/.test(path)
  if (isFile) return request
  var folder = path.replace(/\\/index\\.html$/, '/').replace(/\\/*$/, '/')
  var address = ${trailingSlash ? 'folder' : "folder === '/' ? folder : folder.slice(0, -1)"}
  if (address !== path) return redirect(base + address, request)
  request.uri = base + folder + 'index.html'
  return request
}
function redirect(location, request) {
  var query = Object.entries(request.querystring).flatMap(function (entry) {
    return (entry[1].multiValue || [entry[1]]).map(function (item) {
      return item.value === '' ? entry[0] : entry[0] + '=' + item.value
    })
  })
  if (query.length > 0) location += '?' + query.join('&')
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: location } },
  }
}
`
