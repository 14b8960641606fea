import type { Line, ReportSection } from '../section.ts'
import type {
  ChangeReport,
  DifferenceKind,
  FactChange,
  FactValueChange,
  SettingChange,
  SharedDifference,
} from './report-types.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'

const differenceHeadings: Record<DifferenceKind, string> = {
  service: 'What visitors send, and to whom',
  indexing: 'Search engines',
  title: 'Titles',
  description: 'Descriptions',
  canonical: 'Canonical addresses, for search engines',
  heading: 'Headings',
  text: 'Text',
  order: 'Order',
  link: 'Links',
  picture: 'Pictures',
  'structured data': 'Structured data, for search engines',
  other: 'Other differences',
}

/** A section of a change report has a heading, and lines with all that differs. */
type ChangeSection = ReportSection & { heading: string; lines: Line[] }

/**
 * Sorts the changes of a report into sections, the most important first.
 * @param wordFact words a changed fact, for readers who do not know the ledger
 */
export function listSections(
  report: ChangeReport,
  wordFact: (change: FactChange) => string = formatFactChange,
): ChangeSection[] {
  const { pages, redirects, facts, claims, aboveCap, coming, differences, settings, files } = report
  const kinds = Object.keys(differenceHeadings) as DifferenceKind[]
  const all: ChangeSection[] = [
    {
      heading: 'Pages',
      lines: [
        ...pages.added.map(({ route, title, indexed }) => ({
          text: `added ${route}: ${title}${indexed ? '' : ' (not for search engines)'}`,
        })),
        ...pages.removed.map(({ route, title, redirectsTo, gone }) => ({
          text: `removed ${route}: ${title}. ${
            redirectsTo !== undefined
              ? `It redirects to ${redirectsTo}`
              : gone
                ? 'It is gone: hosts answer 410'
                : 'Nothing redirects from it, so its visitors get an error 404'
          }`,
        })),
        ...pages.moved.map(({ from, to, redirects, linkedFrom }) => ({
          text: `moved ${from} to ${to}${
            redirects
              ? ', with a redirect'
              : ` WITHOUT a redirect, so visitors of ${from} get an error 404. Add to the page: aliases: [${from}]`
          }${linkedFrom.length > 0 ? `; ${formatCount(linkedFrom.length, 'page')} now ${linkedFrom.length === 1 ? 'links' : 'link'} to the new address` : ''}`,
        })),
      ],
    },
    {
      heading: 'Redirects',
      lines: redirects.map(({ from, before, after, gone }) => ({
        text:
          after === undefined
            ? `${from} no longer redirects to ${before}: ${gone ? 'it is gone, and hosts answer 410' : 'its visitors get an error 404'}`
            : before === undefined
              ? `${from} redirects to ${after}`
              : `${from} redirects to ${after} instead of ${before}`,
      })),
    },
    {
      heading: 'Facts',
      lines: facts.map((change) => ({
        text: wordFact(change),
        pages: [...new Set([...change.printedOn, ...change.inStructuredDataOf])],
      })),
    },
    {
      heading: 'Claims without evidence, or with expired evidence, that are new',
      lines: claims.map(({ name, label, text, until, printedOn }) => ({
        text: `${label} (${name}), ${text}: ${
          until === undefined ? 'no evidence' : `the evidence expired on ${until}`
        }`,
        pages: printedOn,
      })),
    },
    {
      heading: 'Above the legal maximum, and not before',
      lines: aboveCap.map(({ name, label, text, limit }) => ({
        text: `${label} (${name}): ${text}, at most ${limit}`,
      })),
    },
    { heading: 'On a coming day', lines: coming.map((text) => ({ text })) },
    ...kinds.map((kind) => ({
      heading: differenceHeadings[kind],
      lines: [
        ...settings
          .filter(({ service }) => kind === (service === undefined ? 'other' : 'service'))
          .map(describeSetting),
        ...(kind === 'other' ? files.map(describeSetting) : []),
        ...differences.filter((each) => each.kind === kind).map(describeDifference),
      ],
    })),
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

function describeSetting({ name, service, before, after, isReordered }: SettingChange): Line {
  if (isReordered) return { text: `${name} in another order` }
  if (service) {
    if (after === undefined) return { text: `${service} ${before} no longer` }
    return { text: `${service} ${after}${before === undefined ? '' : ` instead of ${before}`}` }
  }
  const action = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return { text: `${action} ${name}`, before, after }
}

/** `3 pages changed, 1 added; 2 facts`. */
export function summarizeChanges({
  changedPages,
  pages: { added, removed, moved },
  facts,
  redirects,
  coming,
  differences,
  settings,
  files,
}: ChangeReport): string {
  const differing = changedPages - added.length - removed.length - moved.length
  const counts = [
    [differing, 'changed'],
    [added.length, 'added'],
    [removed.length, 'removed'],
    [moved.length, 'moved'],
  ] as const
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, what], index) => `${index === 0 ? formatCount(count, 'page') : count} ${what}`)
  const all = [
    parts.join(', '),
    facts.length > 0 ? `${formatCount(facts.length, 'fact')} changed` : '',
    redirects.length > 0 ? `${formatCount(redirects.length, 'redirect')} changed` : '',
    settings.length > 0 ? `${formatCount(settings.length, 'setting')} changed` : '',
    files.length > 0 ? `${formatCount(files.length, 'file')} changed` : '',
    coming.length > 0 ? `${formatCount(coming.length, 'change')} on a coming day` : '',
  ].filter(Boolean)
  if (all.length === 0 && differences.length === 0) return 'Nothing has changed for visitors.'
  return `${all.join('; ')}.`
}

function formatFactChange({
  name,
  label,
  route,
  changes,
  replaced = [],
  printedOn,
  inStructuredDataOf,
}: FactChange): string {
  const figures = [...changes.map(formatValueChange), ...replaced].join('; ')
  const where = [
    ...(printedOn.length > 0 ? [`printed on ${formatCount(printedOn.length, 'page')}`] : []),
    ...(inStructuredDataOf.length > 0
      ? [`in structured data on ${inStructuredDataOf.length}`]
      : []),
  ]
  return `${label} (${name}${route === undefined ? '' : ` of ${route}`}) ${figures}: ${
    where.length > 0 ? where.join(', ') : 'no page changes with it'
  }`
}

export function formatValueChange({ what, before, after }: FactValueChange): string {
  if (what === 'settled')
    return after === undefined
      ? `no longer settled, was ${before}`
      : `settled: ${after}${before === undefined ? '' : ` instead of ${before}`}`
  const name = what === 'value' ? '' : `${what} `
  if (before === undefined) return `${name}set to ${after}`
  if (after === undefined) return `${name}removed, was ${before}`
  return `${name}${before} → ${after}`
}

/** Says what differs, and on which pages. */
function describeDifference(difference: SharedDifference): Line {
  const { label = '', before, after, routes, everywhere, variants } = difference
  const text = describeInOneLine(difference)
  const shared = { pages: routes, everywhere }
  if (text !== undefined) return { text, ...shared }
  const action = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const more = variants > 1 ? ` in ${variants} texts, such as this one` : ''
  return { text: `${action}${label && ` ${label}`}${more}`, before, after, ...shared }
}

/** @returns undefined if the difference is shown word by word. */
function describeInOneLine(difference: SharedDifference): string | undefined {
  const { kind, label = '', before, after } = difference
  switch (kind) {
    case 'indexing':
      if (before === 'indexed') return `search engines no longer list it: ${after}`
      return after === 'indexed'
        ? `search engines list it now, instead of ${before}`
        : `${after} instead of ${before}`
    case 'canonical':
      return `${after ?? 'none'} instead of ${before ?? 'none'}`
    case 'other':
      return before === undefined && after === undefined ? `changed ${label}` : undefined
    case 'order':
      return `${label} in another order`
    case 'link':
      return describeLink(difference)
    case 'picture':
      if (label.startsWith('replaced ')) return `${label}: ${before} → ${after}`
      if (label !== '') return undefined
      if (before === undefined) return `added ${after}`
      return after === undefined ? `removed ${before}` : `${after} instead of ${before}`
    default:
      return undefined
  }
}

/** The label is an address if the words of the link changed, and otherwise its words. */
function describeLink({ label, before, after, variants }: SharedDifference): string {
  const more = variants > 1 ? `, and ${variants - 1} more like it` : ''
  if (label?.startsWith('“') !== true && label !== undefined)
    return `the link to ${label} says “${after}” instead of “${before}”${more}`
  const link = label === undefined ? 'a link' : `the link ${label}`
  if (before === undefined) return `added ${link} to ${after}`
  if (after === undefined) return `removed ${link} to ${before}`
  return `${link} leads to ${after} instead of ${before}${more}`
}
