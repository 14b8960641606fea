import { formatCount, formatFirstItems } from '../../schema/util/format-first-items.ts'
import { hasReadingName } from './describe-ledger.ts'
import { formatEvidence, formatPageCount } from './format-ledger.ts'
import type { PrintLocation } from '../report/list-facts.ts'
import type {
  FactReport,
  LedgerReport,
  ReadingReport,
  TariffQuestion,
  TownQuestion,
} from './report-types.ts'
import { formatCommand } from '../launch/commands.mjs'
import { formatMarkdownTable } from '../report/print-markdown.ts'

/** A question, with the lines of YAML that settle it. */
type Question = { fact: FactReport; readings: ReadingReport[]; ask: string; answers: string[] }

type FormatQuestion = (number: number) => string

/**
 * Formats the open questions of a ledger as Markdown for the owner: each with its readings, where
 * each is printed, and the line of YAML that settles it.
 * @param today such as 2026-03-04, for the day of a check
 */
export function formatWorksheet({ facts, tariff }: LedgerReport, today: string): string {
  const ofFacts: [heading: string, questions: Question[]][] = [
    ['Which one is right?', facts.flatMap(askAboutConflict)],
    ['Is it still true?', facts.flatMap((fact) => askAboutEvidence(fact, 'expired', today))],
    ['What proves it?', facts.flatMap((fact) => askAboutEvidence(fact, 'missing', today))],
    ['What else does the price include?', facts.flatMap(askAboutCap)],
    ['What is it?', facts.flatMap(askAboutPlaceholder)],
  ]
  const sections: [heading: string, questions: FormatQuestion[]][] = [
    ...ofFacts.map(([heading, questions]): [string, FormatQuestion[]] => [
      heading,
      questions.map((question) => (number) => formatQuestion(question, number)),
    ]),
    ['What does it cost?', (tariff?.questions ?? []).map(askAboutTotal)],
    ['What does travel cost?', tariff?.towns.length ? [askAboutTowns(tariff.towns)] : []],
  ]
  const open = sections.filter(([, questions]) => questions.length > 0)
  const all = open.flatMap(([, questions]) => questions)
  if (all.length === 0) return '# Questions for the owner\n\nThere is no open question.'
  return [
    '# Questions for the owner',
    `${formatCount(all.length, 'open question')} on ${today}. A line of YAML settles each. Add it to its fact, or collect the lines in a file, such as \`insurance: { settled: standard }\`, and run \`${formatCommand('facts', ['--answers', 'FILE'])}\`.`,
    ...open.flatMap(([heading, questions]) => [
      `## ${heading}`,
      ...questions.map((format) => format(all.indexOf(format) + 1)),
    ]),
  ].join('\n\n')
}

function askAboutConflict(fact: FactReport): Question[] {
  const { conflict, claim, readings } = fact
  if (!conflict) return []
  const values = readings.filter(
    ({ text }, index) => readings.findIndex((other) => other.text === text) === index,
  )
  const proof = claim ? ' It is a claim, so the right one needs evidence too.' : ''
  return [
    {
      fact,
      readings,
      ask: `Its readings say ${values.map(({ text }) => text).join(', ')}.${proof}${describeDepending(fact)}`,
      answers: values.map((reading) => {
        const changed = readings.filter(({ text }) => text !== reading.text)
        const pages = formatPageCount(changed.flatMap(({ printed }) => printed))
        return `settled: ${reading.reading} # ${reading.text} everywhere, which changes ${pages}`
      }),
    },
  ]
}

/** Longer lists end with their count. */
const maxDepending = 6

const describeDepending = ({ depending }: FactReport): string =>
  depending.length === 0
    ? ''
    : ` With the answer, these parts of the site change, too: ${formatFirstItems(depending, maxDepending)}.`

function askAboutEvidence(
  fact: FactReport,
  state: 'expired' | 'missing',
  today: string,
): Question[] {
  // The worksheet asks first which reading is right.
  if (fact.conflict && state === 'missing') return []
  const readings = fact.readings.filter(({ evidenceState }) => evidenceState === state)
  return readings.map((reading) => {
    const source = state === 'missing' ? 'WHAT PROVES IT' : reading.evidence!.source
    const evidence = `evidence: { source: ${JSON.stringify(source)}, checked: ${today} }`
    const where = hasReadingName(reading.reading) ? ` # in the reading ${reading.reading}` : ''
    const ask =
      state === 'missing' ? 'Pages claim it without evidence.' : 'Its evidence is too old.'
    return { fact, readings: [reading], ask, answers: [`${evidence}${where}`] }
  })
}

function askAboutCap(fact: FactReport): Question[] {
  const { cap } = fact
  const above = fact.readings.filter(
    ({ reading, printed }) => cap?.above.includes(reading) && printed.length > 0,
  )
  if (!cap || above.length === 0 || cap.includes !== undefined) return []
  return [
    {
      fact,
      readings: above,
      ask: `The act alone costs at most ${cap.limit} (\`${cap.fact}\`, ${cap.basis}).`,
      answers: ['includes: WHAT ELSE THE PRICE INCLUDES'],
    },
  ]
}

const askAboutPlaceholder = (fact: FactReport): Question[] =>
  fact.placeholder
    ? [
        {
          fact,
          readings: fact.readings,
          ask: 'It is a placeholder. Delete `placeholder: true` with it.',
          answers: ['value: THE REAL ONE'],
        },
      ]
    : []

function formatQuestion({ fact, readings, ask, answers }: Question, number: number): string {
  const { name, label, file, line, own } = fact
  const page = own ? ` on ${own.route}` : ''
  const rows = readings.map((reading) => {
    const { text, source = '', printed } = reading
    const shown = hasReadingName(reading.reading) ? reading.reading : ''
    return [shown, `**${text}**`, source, formatEvidence(reading), formatPageColumn(printed)]
  })
  return [
    `### ${number}. ${label} (\`${name}\`${page})\n\n${ask}`,
    formatMarkdownTable(['reading', 'value', 'source', 'evidence', 'printed on'], rows),
    `Add ${answers.length > 1 ? 'one of these' : 'this'} to the fact in \`${file}\`, line ${line}:`,
    ['```yaml', ...answers, '```'].join('\n'),
  ].join('\n\n')
}

/** Which is right: the total of the tariff, or what pages print? */
const askAboutTotal =
  ({ label, total, promised, file, line }: TariffQuestion): FormatQuestion =>
  (number) =>
    [
      `### ${number}. ${label} (\`site.tariff\`)`,
      `The tariff gives **${total.text}** (\`${file}\`, line ${line}), and pages print something else.`,
      formatMarkdownTable(
        ['fact', 'value', 'source', 'printed on'],
        promised.map(({ name, text, source = '', printed }) => [
          `\`${name}\``,
          `**${text}**`,
          source,
          formatPageColumn(printed),
        ]),
      ),
      'If the tariff is right, add the line to the fact, which then prints the total. If the page is right, because it means something else, write `settled: value`. If the tariff is wrong, change the amounts that it cites.',
      [
        '```yaml',
        ...promised.map(
          ({ name, answer, file, line }) => `${answer} # ${name}, in ${file}, line ${line}`,
        ),
        '```',
      ].join('\n'),
    ].join('\n\n')

/** Which is right: the fee of a town, or the price of its distance? */
const askAboutTowns =
  (towns: TownQuestion[]): FormatQuestion =>
  (number) =>
    [
      `### ${number}. Travel to ${formatCount(towns.length, 'town')} (\`site.tariff\`)`,
      'Pages print a fee for each of these towns, and a price by distance that gives something else. The tariff takes the fee.',
      formatMarkdownTable(
        ['town', 'fee', 'by distance'],
        towns.map(({ town, fee, byDistance }) => [town, `**${fee}**`, `**${byDistance}**`]),
      ),
      'If the distance is right, add the line to the fact of the fee. If the fee is right, write `settled: value`.',
      [
        '```yaml',
        ...towns.map(
          ({ fact, file, line }) => `settled: computed # ${fact}, in ${file}, line ${line}`,
        ),
        '```',
      ].join('\n'),
    ].join('\n\n')

/**
 * Lists the pages, and the line of the first citation on each. Text in the header, the footer or a
 * setting has no route.
 */
function formatPageColumn(printed: PrintLocation[]): string {
  const first = new Map(
    [...printed]
      .reverse()
      .map((place): [string, PrintLocation] => [place.route ?? 'every page', place]),
  )
  if (first.size === 0) return 'no page'
  return [...first]
    .reverse()
    .map(([route, { file, line }]) => `${route} (${file}:${line})`)
    .join(', ')
}
