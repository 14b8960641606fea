import { type ImportNote, noteHeadings } from './old-site.ts'
import { formatCounts, formatPlaces, formatProof } from './proof/format-proof.ts'
import type { Proof } from './proof/compare-sites.ts'
import { type AddressAnswer, notReached } from './plan-answers.ts'
import { formatCommand } from '../launch/commands.mjs'
import { toSiteArgs } from '../shared/usage.ts'
import { formatMarkdownTable } from '../report/print-markdown.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'

export type ImportResult = {
  answers: AddressAnswer[]
  pageCount: number
  problems: Problem[]
  notes: ImportNote[]
  factCount: number
  pictureCount: number
  /** Left out if the new site has errors, so that nothing can be built. */
  proof?: Proof
}

/** Such as `412 of 415 old addresses answered, 3 not reached`. */
function formatAnswerCount(answers: AddressAnswer[]): string {
  const answered = answers.filter(({ isUnanswered }) => !isUnanswered).length
  const unreached = answers.filter(({ answer }) => answer === notReached).length
  const addresses = formatCount(answers.length, 'old address', 'old addresses')
  return `${answered} of ${addresses} answered${unreached > 0 ? `, ${unreached} not reached` : ''}`
}

/** @returns what was noted, by heading in their order */
const groupNotes = (notes: ImportNote[]) =>
  Object.entries(noteHeadings).flatMap(([what, heading]) => {
    const listed = notes.filter((note) => note.what === what)
    return listed.length === 0 ? [] : [[heading, listed] as const]
  })

/** @param dir the folder of the site, if it is not the current one */
export const explainUnbuilt = (dir = '.'): string =>
  `The new site has errors, so no page of it can be compared with the old site. Correct what \`${formatCommand('check', toSiteArgs(dir))}\` lists, and compare them with \`${formatCommand('import', ['--check', 'SOURCE', ...toSiteArgs(dir)])}\`.`

/** Formats the whole report, which lies in the folder of the new site. */
export function formatImportReport(
  { answers, notes, proof }: ImportResult,
  source: string,
): string {
  const sections = groupNotes(notes).map(
    ([heading, listed]) => `## ${heading}\n\n${formatPlaces(listed, 3)}`,
  )
  const rows = [...answers]
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ address, answer }) => [address, answer])
  return [
    `# Import of ${source}`,
    `${formatAnswerCount(answers)}.`,
    proof ? formatProof(proof) : `## What arrived\n\n${explainUnbuilt()}`,
    ...sections,
    '## Old addresses',
    formatMarkdownTable(['address', 'answer'], rows),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Formats what a terminal shows. The last line says how many addresses are answered. */
export function formatImport(result: ImportResult, dir: string, reportPath: string): string {
  const { pageCount, factCount, pictureCount, notes, answers, problems, proof } = result
  const counts = groupNotes(notes).map(
    ([heading, { length }]) => `  ${String(length).padStart(4)}  ${heading}`,
  )
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const site = toSiteArgs(dir)
  const state =
    errors === 0
      ? 'passes the check'
      : `has ${formatCount(errors, 'error')}: ${formatCommand('check', site)}`
  return [
    `${dir} has ${formatCount(pageCount, 'page')}, ${formatCount(pictureCount, 'picture')} and ${formatCount(factCount, 'proposed fact')}, and ${state}.`,
    ...(counts.length > 0 ? ['', `To look at, in ${reportPath}:`, ...counts] : []),
    '',
    `${formatCommand('dev', [...site, '--open'])} shows it; ${formatCommand('check', [...site, '--launch'])} lists what to complete.`,
    ...(proof ? ['', `Arrived: ${formatCounts(proof)}`] : []),
    formatAnswerCount(answers),
  ].join('\n')
}
