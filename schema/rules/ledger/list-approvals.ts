import { listAllFacts, type Site } from '../../merge/merge-sources.ts'
import { createHash } from 'node:crypto'
import { formatReading, soleReadingName, type LedgerFact } from '../../facts/facts.ts'
import type { SourceLocation } from '../../problems/location.ts'
import { asTexts } from '../../util/as-text.ts'
import { listPatterns } from '../../statements/site-statements.ts'
import type { Approval, Evidence } from '../../types.gen.ts'

/** What an approval is about: a fact of the ledger, a fact of a page, or a statement. */
type ApprovalSubject = Pick<Approval, 'fact' | 'page' | 'statement'>

/**
 * A value that needs an approval.
 * @property as who must approve it
 * @property hash of the value as it is now
 * @property last the last answer about this value, or else about an earlier one
 * @property before the value that was approved last, if it is another one
 */
export type ApprovalRequest = {
  subject: ApprovalSubject
  label: string
  as: string
  value: string
  hash: string
  state: 'missing' | 'changed' | 'rejected' | 'approved'
  last?: Approval
  before?: Approval
  evidence: Pick<Evidence, 'source' | 'url' | 'checked'>[]
  fact?: LedgerFact
  /** Whether it is about words that no page may show. */
  isForbidden?: true
  /** The kinds and addresses of the pages for which a statement is meant, if not for all. */
  pages?: string[]
  location: SourceLocation
}

/** Lists everything that asks for an approval, with what was answered. */
export function listApprovals(site: Site, language: string): ApprovalRequest[] {
  return [
    ...listAllFacts(site).flatMap(({ fact, page }) => {
      const { name, approval, table } = fact
      // A table has no value: its cells ask for themselves.
      if (approval === undefined || table) return []
      const subject = { fact: name, ...(page !== undefined && { page }) }
      return [judge({ ...describeFact(fact, language), subject, as: approval }, site)]
    }),
    ...listStatements(site).map((statement) => judge(statement, site)),
  ]
}

type Asked = Omit<ApprovalRequest, 'state' | 'last' | 'before'>

function describeFact(fact: LedgerFact, language: string): Omit<Asked, 'subject' | 'as'> {
  const { label, location } = fact
  const valid = listValid(fact)
  const hasNames = valid.length > 1
  return {
    label,
    value: valid
      .map(([name, reading]) => {
        const { text } = formatReading(fact, reading, language)
        return hasNames && name !== soleReadingName ? `${text} (${name})` : text
      })
      .join(', '),
    hash: hashFact(fact),
    evidence: valid.flatMap(([, { source, evidence }]) =>
      evidence ? [evidence] : source === undefined ? [] : [{ source, checked: '' }],
    ),
    fact,
    location,
  }
}

/** The readings that pages may print. */
const listValid = ({ readings, settled }: Pick<LedgerFact, 'readings' | 'settled'>) =>
  [...readings].filter(([name]) => settled === undefined || name === settled)

/** Changes with anything that a reader sees of the fact. */
export function hashFact(fact: Pick<LedgerFact, 'unit' | 'readings' | 'settled'>): string {
  const valid = listValid(fact)
  return hashValue([
    fact.unit,
    valid.map(([name, { value, plus, translations }]) => [
      valid.length > 1 ? name : '',
      value,
      plus === true,
      translations ?? {},
    ]),
  ])
}

const listStatements = ({ statements: { require, forbid } }: Site): Asked[] => [
  ...require.flatMap(({ raw: { text, in: part, on, because = '', ...rest }, location }) =>
    typeof text !== 'string' || typeof rest.approval !== 'string'
      ? []
      : [
          {
            subject: { statement: text },
            label: because,
            as: rest.approval,
            value: text,
            hash: hashValue([text, part, on, because, rest.source]),
            evidence: describeSource(rest),
            ...(on && { pages: [on.kinds, on.routes, on.languages].flatMap(asTexts) }),
            location,
          },
        ],
  ),
  ...forbid.flatMap(({ raw, location }) => {
    const words = listPatterns(raw).join(', ')
    const { languages, unless, because = '', approval, ...rest } = raw
    return words === '' || typeof approval !== 'string'
      ? []
      : [
          {
            subject: { statement: words },
            label: because,
            as: approval,
            value: words,
            isForbidden: true as const,
            hash: hashValue([words, languages, raw.if, unless, because, rest.source]),
            evidence: describeSource(rest),
            location,
          },
        ]
  }),
]

const describeSource = ({ source = '', url, checked = '' }: Partial<Evidence>) =>
  source === '' ? [] : [{ source, url, checked }]

export const hashValue = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, each: unknown) => each ?? null))
    .digest('hex')
    .slice(0, 16)

/** An answer counts for the value that it was about, and only from whom it was asked. */
function judge(asked: Asked, { approvals }: Site): ApprovalRequest {
  const { fact, page, statement } = asked.subject
  const own = approvals.filter(
    (each) =>
      each.fact === fact &&
      each.page === page &&
      each.statement === statement &&
      each.as === asked.as,
  )
  const last = own.findLast(({ hash }) => hash === asked.hash)
  const before = own.findLast(({ hash, answer }) => hash !== asked.hash && answer === 'accepted')
  const state =
    last?.answer === 'accepted'
      ? 'approved'
      : last
        ? 'rejected'
        : own.length > 0
          ? 'changed'
          : 'missing'
  return { ...asked, state, last: last ?? own.at(-1), before }
}
