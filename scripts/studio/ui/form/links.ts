import type { StudioState } from '../state/studio-state.ts'

/** What a field proposes: `id` is written, `text` is shown below the label. */
export type LinkSuggestion = { id: string; label: string; text: string }

type KnownAddresses = Pick<StudioState, 'choices' | 'pageList'> & OpenRoute

type OpenRoute = { open?: { route: string } | undefined }

/** The pages, anchors and files of the site, and its phone and email address. */
export function listLinks({ choices, open }: Pick<StudioState, 'choices'> & OpenRoute) {
  const parts = new Set(choices.links.map(({ href }) => href))
  const links = choices.links
    // A part of another page is one of the page's own addresses.
    .filter(({ href }) => !href.startsWith('#') || parts.has(`${open?.route}${href}`))
    .map(
      ({ href, label }): LinkSuggestion => ({
        id: href,
        label: href.startsWith('#') ? 'On this page' : label,
        text: href,
      }),
    )
  const files = choices.files.map((id) => ({ id, label: id, text: 'A file of the site' }))
  const known = new Map([...files, ...contacts, ...links].map((each) => [each.id, each]))
  return [...links, ...contacts, ...files].filter((each) => known.get(each.id) === each)
}

const contacts: LinkSuggestion[] = [
  { id: 'tel:', label: 'Call the site’s phone', text: 'tel:' },
  { id: 'sms:', label: 'Send a text to the site’s phone', text: 'sms:' },
  { id: 'mailto:', label: 'Write to the site’s email address', text: 'mailto:' },
]

/** Enter takes the first proposal for words that are no address: e-bike. */
export const completeLink = (typed: string, [first]: LinkSuggestion[]): string =>
  /^$|^[/#]|[.:]/.test(typed) ? typed : (first?.id ?? typed)

/** @returns why a link leads nowhere, and what to do; undefined if it may be right */
export function explainLink(href: string, { choices, pageList, open }: KnownAddresses) {
  if (/^(https?:\/\/[^/]+\.|tel:|sms:|mailto:)/i.test(href)) return undefined
  if (!/^[/#]/.test(href) || href.startsWith('//'))
    return `“${href}” is not an address. Choose a page, or begin with / for this site, # for a part of the page, https://, tel: or mailto:.`
  const [path = '', anchor] = href.split('#')
  const route = path.replace(/\?.*/, '').replace(/(?<=.)\/$/, '')
  const isKnown = (each: string) => choices.links.some((link) => link.href === each)
  const isPage = pageList.pages.some((page) => page.route === route) || isKnown(route)
  if (route === '')
    return isKnown(`${open?.route}${href}`)
      ? undefined
      : `This page has no part ${href}. Choose one of the list.`
  if (!isPage && !choices.files.includes(route))
    return `The site has no page ${route}. Choose one of the list, or add it first.`
  return anchor === undefined || !isPage || isKnown(`${route}#${anchor}`)
    ? undefined
    : `${route} has no part #${anchor}.`
}
