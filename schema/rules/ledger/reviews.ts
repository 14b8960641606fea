import { problemInFile, type Problem } from '../../problems/problem.ts'
import type { ReviewLack } from '../../reviews/review.ts'
import type { SiteRuleContext } from '../types.ts'
import { countDays } from '../../days/day.ts'
import { formatDaysLeft, warningDays } from './evidence.ts'

const lackNames: Record<ReviewLack, string> = {
  permission: 'has no permission to be shown',
  source: 'has neither a source nor an address',
  checked: 'was never checked at its source',
  expired: 'was last checked too long ago',
}

/** Lists reviews that the published site leaves out, and those that it soon will. */
export function checkReviews({ site, today }: SiteRuleContext): Problem[] {
  if (today === undefined || !site.reviews) return []
  const { table, reviews } = site.reviews
  return reviews.flatMap(({ author, lacks, checked, until, row }) => {
    const describe = (code: 'UNPROVEN_REVIEW' | 'EVIDENCE_EXPIRING', message: string) => ({
      ...problemInFile(table.file, code, message, {
        ...((code === 'EVIDENCE_EXPIRING' || lacks === 'expired') && {
          found: `checked on ${checked}`,
          fix: 'See whether it is still at its source, then write that day under checked.',
        }),
      }),
      ...table.locate(row, table.columns.get(lacks && lacks !== 'expired' ? lacks : 'checked')),
      file: table.file,
    })
    if (lacks) return [describe('UNPROVEN_REVIEW', `The review by ${author} ${lackNames[lacks]}.`)]
    const days = countDays(today, until)
    return days > warningDays
      ? []
      : [
          describe(
            'EVIDENCE_EXPIRING',
            `The evidence for the review by ${author} expires ${formatDaysLeft(days)}.`,
          ),
        ]
  })
}
