import { stringify } from 'yaml'
import { ownReadingName, soleReadingName, isComputedFact } from '../../schema/facts/facts.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { formatCommand } from '../launch/commands.mjs'
import { formatEvidence } from './facts-report.ts'
import { formatPageCount, type PrintLocation } from './list-facts.ts'
import { isPrinted, type Ledger } from './list-ledger.ts'
import { answeredSource, shortenHash, topics, type Answer, type Question } from './questions.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import type { ReportSection } from './section.ts'
import { formatFileLine } from '../../schema/problems/location.ts'
import { groupBy } from '../../schema/util/group-by.ts'

/** Lays out questions for whoever can answer them, each with the lines that do, and what nobody asks. */
export function formatWorksheet(
  { site: { reviews, facts } }: WholeSite,
  questions: Question[],
  ledger: Ledger,
  today: string,
): ReportSection[] {
  const command = formatCommand('facts', ['--answers', 'FILE'])
  const language = [...facts.values()]
    .flatMap(({ readings }) => [...readings.values()])
    .flatMap(({ translations }) => Object.keys(translations ?? {}))[0]
  const intro =
    questions.length === 0
      ? 'There is no open question.'
      : `${formatCount(questions.length, 'open question')} on ${today}. A line answers each: collect one for each question in a file, with what is in capitals replaced and quotes around a text with a comma or a colon, and run ${command}. What follows “asked” tells whether something has changed meanwhile.`
  return [
    {
      heading: 'Questions for the owner',
      lines: [{ text: intro }],
      ...(questions.some(({ topic }) => topic === 'reading') && {
        code: [
          '# If no reading of a fact is right, add yours, and which of the others works the same way:',
          `# NAME: { settled: ${ownReadingName}, readings: { ${ownReadingName}: { value: 30, like: standard } } }`,
          ...(language === undefined
            ? []
            : [
                `# A text that pages in another language print has one for them, too: { value: TEXT, translations: { ${language}: TEXT } }`,
              ]),
        ],
      }),
    },
    ...questions.map((question, index): ReportSection => {
      const { topic, label, subject, why, readings, choices } = question
      const rows = readings.map((reading) => {
        const { name, text, source = '', printed } = reading
        const shown = name === soleReadingName ? '' : name
        return [shown, text, source, formatEvidence(reading), formatPageColumn(printed)]
      })
      return {
        heading: `${index + 1}. ${topics[topic]} ${label}`,
        lines: [{ text: `${why}  ${formatFileLine(question)}` }],
        ...(rows.length > 0 && {
          table: { headings: ['reading', 'value', 'source', 'evidence', 'printed on'], rows },
        }),
        code: choices.map(({ answer, effect }) => {
          const given = formatGiven(subject, { ...answer, asked: shortenHash(question.hash) })
          return effect === undefined ? given : `${given} # ${effect}`
        }),
      }
    }),
    ...(reviews?.reviews.length === 0
      ? [
          {
            heading: 'What did customers say?',
            lines: [
              {
                text: `No review is written down, so pages show none. Write those that you may show into ${reviews.source.file}, a row for each, or bring them in from a file: ${formatCommand('reviews', ['import', 'FILE'])}.`,
              },
            ],
          },
        ]
      : []),
    ...formatUnasked(questions, ledger, language),
  ]
}

/**
 * Lists the figures from somewhere else that nobody is asked about and nothing proves. They may be
 * wrong all the same.
 * @param language in which texts need translations
 */
function formatUnasked(
  questions: Question[],
  { facts }: Ledger,
  language: string | undefined,
): ReportSection[] {
  const asked = new Set(questions.map(({ subject }) => subject))
  const rows = facts.flatMap((fact) => {
    const { name, label, text, readings, own, computedFrom, isSettled } = fact
    const { source, evidence } = readings.find((each) => each.name === fact.used)!
    const isCarriedOver = source !== undefined && !source.startsWith(answeredSource)
    const isKnown = own || isSettled || computedFrom || isComputedFact(name) || evidence
    const isSkipped = asked.has(name) || fact.isOmitted || fact.isChosen
    if (!isCarriedOver || isKnown || isSkipped || !/\d/.test(text) || !isPrinted(fact)) return []
    const printed = formatPageCount(readings.flatMap((each) => each.printed))
    return [[name, label, text, source, printed]]
  })
  if (rows.length === 0) return []
  return [
    {
      heading: 'Nobody is asked about these: are they right?',
      lines: [{ text: 'Pages print them as they are. If one is wrong, answer it, too.' }],
      code: [
        '# NAME: { value: 30 }',
        ...(language === undefined
          ? []
          : [`# NAME: { value: TEXT, translations: { ${language}: TEXT } }`]),
      ],
      table: { headings: ['name', 'what it is', 'value', 'source', 'printed on'], rows },
    },
  ]
}

/** Writes an answer as a line of YAML: `insurance: { settled: standard }`. */
function formatGiven(subject: string, answer: Answer): string {
  const format = (value: unknown) => {
    const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
    // A text with line breaks would spread over lines.
    return text.includes('\n') ? JSON.stringify(value) : text
  }
  return `${format(subject)}: ${format(answer)}`
}

/**
 * Lists the pages, and the line of the first citation on each. Text in the header, the footer or a
 * setting has no route.
 */
const formatPageColumn = (printed: PrintLocation[]): string =>
  [...groupBy(printed, ({ route = 'every page' }) => route)]
    .map(([route, [first]]) => `${route} (${formatFileLine(first)})`)
    .join(', ') || 'no page'
