import { formatFirstItems } from '../../../schema/util/format-first-items.ts'
import { groupBy } from '../../../schema/util/group-by.ts'
import { countedKinds, differenceHeadings, type Loss, type Proof } from './compare-sites.ts'

/** Such as `words 812 of 815, figures 40 of 40`. */
export const formatCounts = ({ counts }: Proof): string =>
  countedKinds.map((kind) => `${kind} ${counts[kind].kept} of ${counts[kind].all}`).join(', ')

/** Formats what the report says about a proof: the counts, and each difference with its address. */
export function formatProof(proof: Proof): string {
  const headings = Object.entries(differenceHeadings) as [Loss, string][]
  const sections = headings.flatMap(([kind, heading]) => {
    const listed = proof.differences.filter((difference) => difference.kind === kind)
    return listed.length === 0 ? [] : [`### ${heading}\n\n${formatPlaces(listed)}`]
  })
  return [
    `## What arrived\n\n${formatCounts(proof)}.`,
    'Each old document was compared, as a browser shows it, with the page that the build made of it. What the new site adds by itself is not listed: its own labels, its phone number at the top, and the day and the reading time of articles.',
    ...sections,
  ].join('\n\n')
}

/** Formats what was found as a list, and the same at several addresses once. */
export const formatPlaces = (
  found: { address: string; detail: string }[],
  maxAddresses = Infinity,
): string =>
  [...groupBy(found, ({ detail }) => detail)]
    .map(([detail, group]) => {
      const places = [...new Set(group.map(({ address }) => address))].filter(Boolean)
      const where = formatFirstItems(places, maxAddresses)
      return `- ${where === '' ? '' : `${where}: `}${detail.replaceAll(/\s+/g, ' ')}`
    })
    .join('\n')
