import { capitalize } from '../../../schema/shared/capitalize.ts'
import { slugify } from '../../../schema/util/slugify.ts'

/**
 * The short name of a new page, from its address.
 * @param address as it is, or as the author wrote it: `/zurich-sud`, `/Zürich-Süd`
 * @param spellings texts that may spell it, such as the title of the page or the name of a place
 */
export function nameNewPage(address: string, spellings: string[] = []): string {
  const written = address.split('/').at(-1)!.trim()
  const slug = slugify(written)
  const whole = spellings.flatMap((text) => findSpelling(text, slug) ?? []).at(0)
  if (whole !== undefined) return capitalize(whole)
  // A capital letter is an author's, who writes the hyphen of a name, too.
  const words = written === written.toLowerCase() ? written.replaceAll('-', ' ') : written
  return capitalize(
    spellings.reduce((text, name) => {
      const spelled = findSpelling(text, slugify(name))
      return spelled === undefined ? text : text.replace(spelled, () => name)
    }, words),
  )
}

/** Finds the words of a text that a slug is made of. */
function findSpelling(text: string, slug: string): string | undefined {
  const words = text.split(/\s+/)
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= words.length; end++) {
      const found = words.slice(start, end).join(' ')
      if (slug !== '' && slugify(found) === slug)
        return found.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '')
    }
  return undefined
}
