/** The part of Lighthouse's result that we read. https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
export type PageReport = {
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

export type Failure = {
  text: string
  /** Whether it makes the page fail: a score below 100, or an audit with a weight. */
  counts: boolean
}

const percent = (score: number | null) => (score === null ? '?' : String(Math.floor(score * 100)))

/** `/pricing: Performance 100, Accessibility 100, Best Practices 100, SEO 100` */
export function describeScores(route: string, { categories }: PageReport): string {
  return `${route}: ${Object.values(categories)
    .map(({ title, score }) => `${title} ${percent(score)}`)
    .join(', ')}`
}

/**
 * What a page does not do perfectly, in Lighthouse's words.
 * @param hidden the page asks not to be listed: being so is then no failure, and its category is judged by the other audits.
 */
export function findFailures(
  { runtimeError, categories, audits }: PageReport,
  hidden: boolean,
): Failure[] {
  if (runtimeError) return [{ text: runtimeError.message, counts: true }]
  return Object.values(categories).flatMap(({ title, score, auditRefs }) => {
    const imperfect = auditRefs.filter(({ id }) => {
      const audit = audits[id]
      return (
        audit !== undefined &&
        audit.score !== null &&
        audit.score < 1 &&
        audit.scoreDisplayMode !== 'informative'
      )
    })
    const excused = imperfect.filter(({ id }) => hidden && id === 'is-crawlable')
    const judged = imperfect.filter((ref) => !excused.includes(ref))
    // An audit of speed may be a little below 1 while the score is 100.
    const isFull = score === 1 || (excused.length > 0 && judged.every(({ weight }) => weight === 0))
    const failures = judged.map(({ id, weight }) => ({
      text: `${title}: ${describeAudit(audits[id]!)}`,
      counts: !isFull && weight > 0,
    }))
    return isFull || failures.some(({ counts }) => counts)
      ? failures
      : [...failures, { text: `${title} is below 100`, counts: true }]
  })
}

function describeAudit({
  id,
  title,
  score,
  displayValue,
  explanation,
}: PageReport['audits'][string]): string {
  return [`${title} (${id}, ${percent(score)})`, displayValue, explanation]
    .filter(Boolean)
    .join('; ')
}
