import { type HtmlChunk, joinChunks, type SharedChunk } from '../../../renderer/html-chunks.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

/** An URL of another origin. @property tag the start tag that loads it; left out in CSS */
type LoadedUrl = { url: string; tag?: string }

/**
 * Lists what one of our own documents and its CSS load from other origins, except frames, pictures
 * and scripts of origins that its own content security policy names for them.
 */
export function findThirdPartyUrls(chunks: HtmlChunk[]): string[] {
  const found = chunks.flatMap((chunk) =>
    typeof chunk === 'string' ? findLoadedUrls(chunk) : findSharedUrls(chunk),
  )
  if (found.length === 0) return []
  const isAllowed = createPolicyMatcher(policyPattern.exec(joinChunks(chunks))?.[1] ?? '')
  return [...new Set(found.filter((each) => !isAllowed(each)).map(({ url }) => url))]
}

const policyPattern = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/

/** Quotes are escaped in texts and attribute values, so that these are always attributes or CSS. */
const attributeOrCss =
  /\s(src|srcset|poster|href)="([^"]*\/\/[^"]*)"|(?:url\(\s*|@import\s+)["']?((?:https?:)?\/\/[^"')\s;]+)/g

function findLoadedUrls(html: string): LoadedUrl[] {
  const found: LoadedUrl[] = []
  // A page has few addresses with a host, and most are in one of its thousand tags.
  for (let at = html.indexOf('//'); at >= 0; ) {
    const start = Math.max(html.lastIndexOf('<', at), 0)
    const end = html.indexOf('>', at)
    found.push(...findUrlsInTag(html.slice(start, end < 0 ? undefined : end)))
    at = end < 0 ? end : html.indexOf('//', end)
  }
  return found
}

/** @param tag and the text after it, if that has an address */
function findUrlsInTag(tag: string): LoadedUrl[] {
  return [...tag.matchAll(attributeOrCss)].flatMap(({ 1: name, 2: value = '', 3: css }) => {
    if (css !== undefined) return { url: css }
    if (name === 'href' && !loadingLink.test(tag)) return []
    const urls = value.split(name === 'srcset' ? ',' : /$/)
    return urls
      .map((part) => part.trim().split(' ')[0]!)
      .filter((url) => /^(?:https?:)?\/\//.test(url))
      .map((url) => ({ url, tag }))
  })
}

const findSharedUrls = memoizeByObject(({ html }: SharedChunk) => findLoadedUrls(html))

const loadingLink =
  /^<link\b[^>]* rel="(?:[^"]* )?(?:stylesheet|preload|modulepreload|preconnect|dns-prefetch|icon|prefetch|manifest)[ "]/

/** The directives of a policy for what these elements load. */
const directives: Record<string, string> = {
  iframe: 'frame-src',
  img: 'img-src',
  source: 'img-src',
  script: 'script-src',
}

/** Creates a function that says whether a policy names the origin of what an element loads. */
function createPolicyMatcher(policy: string): (loaded: LoadedUrl) => boolean {
  const sources = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values] as const
    }),
  )
  return ({ url, tag }) => {
    const element = /^<([a-z]+)/.exec(tag ?? '')?.[1] ?? ''
    const { origin, host } = new URL(url, 'https://localhost')
    return (sources.get(directives[element] ?? '') ?? []).some(
      (source) =>
        source === origin ||
        (source.startsWith('https://*.') && host.endsWith(source.slice('https://*'.length))),
    )
  }
}
