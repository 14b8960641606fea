import { chooseDrawnTypeface, findInitial } from '../drawing/drawn-letters.ts'
import { problemAt } from '../problems/problem.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { asText } from '../util/as-text.ts'
import type { PageRule, SiteRule } from './types.ts'

const describeLetters = (letters: string[]): string => formatFirstItems(letters, 12)

/**
 * A share image shows all letters of its page. Letters in the name of the site are reported once,
 * below.
 */
export const drawnLetterPageRule: PageRule = (page, { getShareTexts, settings }) => {
  const { heading, offer } = getShareTexts?.(page) ?? {}
  // Validation reports what is not a text.
  const texts = [heading, offer?.name, offer?.price].map((text) => asText(text).normalize())
  const letters = chooseDrawnTypeface(...texts, asText(settings.name)).missing.filter((letter) =>
    texts.some((text) => text.includes(letter)),
  )
  const found = texts.find((text) => letters.some((letter) => text.includes(letter)))
  if (found === undefined) return []
  const message = `The share image of ${page.route} cannot show ${describeLetters(letters)}.`
  return [problemAt(page.location, 'UNDRAWABLE_LETTERS', message, { found })]
}

/** Share images and icons show all letters of the site's name. */
export const drawnLetterRule: SiteRule = ({ site: { main: source, settings }, publicFiles }) => {
  const name = asText(settings.name)
  const { missing } = chooseDrawnTypeface(name)
  if (missing.length === 0) return []
  const drawsIcons = settings.icons !== 'none' && !publicFiles.has('/favicon.svg')
  const effects = [
    ...((settings.shareImages ?? 'drawn') === 'drawn'
      ? [`Share images cannot show ${describeLetters(missing)} in the name of the site.`]
      : []),
    ...(drawsIcons && findInitial(name) === undefined
      ? ['The icons of the site have no letter.']
      : []),
  ]
  if (effects.length === 0) return []
  return [
    problemAt({ source, path: ['site', 'name'] }, 'UNDRAWABLE_LETTERS', effects.join(' '), {
      found: name,
    }),
  ]
}
