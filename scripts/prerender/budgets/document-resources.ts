/** What one of our own documents and its CSS load. */
import type { HtmlChunk, SharedChunk } from '../../../renderer/html-chunks.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

type Tag = { name: string; attributes: Record<string, string> }

/** Parses the tags of one of our own documents, in lower case. */
export function parseTags(html: string): Tag[] {
  // The contents of scripts and stylesheets may look like tags.
  const markup = html.replace(/(<(script|style)\b[^>]*>).*?<\/\2>/gs, '$1')
  return [...markup.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name, attributes = '']) => ({
      name: name!.toLowerCase(),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s"'>/=]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [
          key!.toLowerCase(),
          value,
        ]),
      ),
    }),
  )
}

/** @returns The files and the `font-display` of each @font-face rule. */
export function parseFontFaces(css: string): { urls: string[]; display: string }[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body = '']) => ({
    urls: [...body.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
      .map(([, url]) => url!)
      .filter((url) => !url.startsWith('data:')),
    // A rule that only adjusts a system font loads nothing.
    display: /url\(/.test(body) ? (/font-display:\s*([a-z]+)/.exec(body)?.[1] ?? 'auto') : 'swap',
  }))
}

/** Whether a chunk of a document may load something from another origin. No false negatives. */
export const mayLoadThirdParty = (chunk: HtmlChunk): boolean =>
  typeof chunk === 'string' ? hasLoadedUrl(chunk) : sharedMayLoadThirdParty(chunk)
const sharedMayLoadThirdParty = memoizeByObject(({ html }: SharedChunk) => hasLoadedUrl(html))

/** Searches for `//` first, because few URLs are absolute. Takes linear time. */
function hasLoadedUrl(html: string): boolean {
  let quote = -1
  for (
    let from = 0, slashes = html.indexOf('//');
    slashes >= 0;
    from = slashes, slashes = html.indexOf('//', slashes + 2)
  ) {
    const lastQuote = html.slice(from, slashes).lastIndexOf('"')
    if (lastQuote >= 0) quote = from + lastQuote
    if (
      loadingAttribute.test(html.slice(Math.max(0, quote - 8), quote)) ||
      cssUrlStart.test(html.slice(Math.max(0, slashes - 16), slashes))
    )
      return true
  }
  return false
}
const loadingAttribute = /\s(?:src|srcset|poster)=$/
const cssUrlStart = /url\(\s*["']?(?:https?:)?$/

const policyHeader = 'Content-Security-Policy'

/** The directives of a policy for what these elements load. */
const directives: Record<string, string> = {
  iframe: 'frame-src',
  img: 'img-src',
  source: 'img-src',
  script: 'script-src',
}

/** Creates a function that says whether a policy names the origin of what an element loads. */
function createPolicyMatcher(policy: string): (element: string, url: string) => boolean {
  const sources = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values] as const
    }),
  )
  return (element, url) => {
    const named = sources.get(directives[element] ?? '') ?? []
    if (named.length === 0 || !isThirdParty(url)) return false
    const { origin, host } = new URL(url, 'https://localhost')
    return named.some(
      (source) =>
        source === origin ||
        (source.startsWith('https://*.') && host.endsWith(source.slice('https://*'.length))),
    )
  }
}

const isThirdParty = (url: string) => /^(https?:)?\/\//.test(url)
const loadingLinkRels = [
  'stylesheet',
  'preload',
  'modulepreload',
  'preconnect',
  'dns-prefetch',
  'icon',
  'prefetch',
  'manifest',
]

/**
 * Lists what a document loads from other origins, in its tags and its CSS, except frames, pictures
 * and scripts of origins that its own content security policy names for them.
 */
export function findThirdPartyUrls(tags: Tag[], css: string[]): string[] {
  const policy = tags.find(({ attributes }) => attributes['http-equiv'] === policyHeader)
  const isAllowed = createPolicyMatcher(policy?.attributes.content ?? '')
  const inTags = tags.flatMap(({ name, attributes: { src, srcset, href, rel, poster } }) => {
    const loads = name === 'link' && rel?.split(' ').some((word) => loadingLinkRels.includes(word))
    return [
      src,
      poster,
      ...(srcset?.split(',').map((part) => part.trim().split(' ')[0]) ?? []),
      loads ? href : undefined,
    ].filter((url) => url !== undefined && !isAllowed(name, url))
  })
  const inCss = css.flatMap((text) =>
    [...text.matchAll(/(?:url\(\s*|@import\s+)["']?([^"')\s;]+)/g)].map(([, url]) => url),
  )
  return [...new Set([...inTags, ...inCss].filter((url) => url !== undefined).filter(isThirdParty))]
}
