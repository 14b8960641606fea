/**
 * The properties of Lighthouse's result that are used here.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md
 */
export type LighthouseReport = {
  runtimeError?: { message: string }
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<
    string,
    {
      id: string
      title: string
      score: number | null
      scoreDisplayMode: string
      displayValue?: string
      explanation?: string
    }
  >
}

type AuditFailure = {
  text: string
  /** Whether it lowers a score. */
  failsPage: boolean
}

const formatPercent = (score: number | null) =>
  score === null ? '?' : String(Math.floor(score * 100))

/**
 * Formats scores like `/pricing: Performance 100, Accessibility 100, Best Practices 100, SEO 100`.
 */
export function formatScores(route: string, { categories }: LighthouseReport): string {
  return `${route}: ${Object.values(categories)
    .map(({ title, score }) => `${title} ${formatPercent(score)}`)
    .join(', ')}`
}

/**
 * Lists the audits that a page does not pass perfectly.
 * @param hidden Whether the page is noindex. The audit `is-crawlable` does not count then.
 */
export function findAuditFailures(
  { runtimeError, categories, audits }: LighthouseReport,
  hidden: boolean,
): AuditFailure[] {
  if (runtimeError) return [{ text: runtimeError.message, failsPage: true }]
  return Object.values(categories).flatMap(({ title, score, auditRefs }) => {
    const failingAudits = auditRefs.filter(({ id }) => {
      const audit = audits[id]
      return (
        audit !== undefined &&
        audit.score !== null &&
        audit.score < 1 &&
        audit.scoreDisplayMode !== 'informative'
      )
    })
    const exemptAudits = failingAudits.filter(({ id }) => hidden && id === 'is-crawlable')
    const scoredAudits = failingAudits.filter((ref) => !exemptAudits.includes(ref))
    // A performance audit may be slightly below 1 although the score is 100.
    const isFull =
      score === 1 || (exemptAudits.length > 0 && scoredAudits.every(({ weight }) => weight === 0))
    const failures = scoredAudits.map(({ id, weight }) => ({
      text: `${title}: ${formatAudit(audits[id]!)}`,
      failsPage: !isFull && weight > 0,
    }))
    return isFull || failures.some(({ failsPage }) => failsPage)
      ? failures
      : [...failures, { text: `${title} is below 100`, failsPage: true }]
  })
}

function formatAudit({
  id,
  title,
  score,
  displayValue,
  explanation,
}: LighthouseReport['audits'][string]): string {
  return [`${title} (${id}, ${formatPercent(score)})`, displayValue, explanation]
    .filter(Boolean)
    .join('; ')
}
