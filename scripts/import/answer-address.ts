import type { SiteAnswer } from './proof/built-site.ts'
import { toPath } from './old-address.ts'

/** How the new site answers an old address. */
export type AddressAnswer = {
  address: string
  answer: 'page' | 'redirect' | 'file' | 'gone' | 'unreached' | 'none'
  to?: string
}

/**
 * @param known.replaced addresses of files that every build writes
 * @param known.unreached addresses of which nobody knows what they showed
 */
export function answerAddress(
  address: string,
  answer: SiteAnswer | undefined,
  known: { replaced: Set<string>; unreached: Map<string, string> },
): Omit<AddressAnswer, 'address'> {
  if (answer && 'route' in answer) {
    const { route } = answer
    return { answer: route === toPath(address) ? 'page' : 'redirect', to: route }
  }
  if (answer && 'url' in answer) return { answer: 'redirect', to: answer.url }
  if (known.replaced.has(address) || (answer && 'file' in answer)) return { answer: 'file' }
  if (answer) return { answer: 'gone' }
  return { answer: known.unreached.has(address) ? 'unreached' : 'none' }
}
