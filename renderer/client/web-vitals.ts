/**
 * How the page feels: when its main content was painted (LCP), how much has moved (CLS), and how
 * long the visitor waited for an answer to a click or a key (INP). https://web.dev/articles/vitals
 *
 * Written out, because the library would be three times as large as the script of a page.
 */
type WebVitals = { lcp?: number; cls?: number; inp?: number }

type ShiftEntry = PerformanceEntry & { value: number; hadRecentInput: boolean }
type InteractionEntry = PerformanceEntry & { interactionId?: number }

/** A session of layout shifts ends with a pause of a second, and after five seconds. */
const [maxPause, maxSession] = [1000, 5000]
/** Of fifty interactions, the slowest is left out: it says little about the others. */
const interactionsPerOutlier = 50

/** Observes a page from its beginning. @returns a function that returns the values so far */
export function observeWebVitals(): () => WebVitals {
  const vitals: WebVitals = {}
  const flushes = [
    observe('largest-contentful-paint', ({ startTime }) => {
      vitals.lcp = Math.round(Math.max(0, startTime - getActivationTime()))
    }),
  ]
  if (isObservable('layout-shift')) {
    vitals.cls = 0
    let [session, start, end] = [0, 0, 0]
    flushes.push(
      observe<ShiftEntry>('layout-shift', ({ value, startTime, hadRecentInput }) => {
        // What follows a click is expected to move.
        if (hadRecentInput) return
        if (startTime - end > maxPause || startTime - start > maxSession)
          [session, start] = [0, startTime]
        session += value
        end = startTime
        vitals.cls = Math.max(vitals.cls!, Math.round(session * 1e4) / 1e4)
      }),
    )
  }
  const durations = new Map<number, number>()
  flushes.push(
    observe<InteractionEntry>('event', ({ interactionId, duration }) => {
      if (!interactionId) return
      durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
      const slowest = [...durations.values()].sort((a, b) => b - a)
      vitals.inp = slowest[Math.floor(slowest.length / interactionsPerOutlier)]
    }),
  )
  return () => {
    for (const flush of flushes) flush()
    return vitals
  }
}

const isObservable = (type: string) => PerformanceObserver.supportedEntryTypes.includes(type)

/** @returns a function that handles the entries that are still waiting */
function observe<Entry extends PerformanceEntry>(
  type: string,
  handle: (entry: Entry) => void,
): () => void {
  if (!isObservable(type)) return () => {}
  const handleAll = (entries: PerformanceEntry[]) => (entries as Entry[]).forEach(handle)
  const observer = new PerformanceObserver((list) => handleAll(list.getEntries()))
  observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit)
  return () => handleAll(observer.takeRecords())
}

/** A page that was rendered ahead of time is shown later than it begins. */
const getActivationTime = (): number =>
  (performance.getEntriesByType('navigation')[0] as { activationStart?: number } | undefined)
    ?.activationStart ?? 0
