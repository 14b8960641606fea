/** The pauses between three tries, unless the host names one. */
export const retryPausesMs = [2000, 8000]
/** A host that names a longer pause is not asked again. */
export const maxNamedPauseMs = 60_000

/** @returns milliseconds; undefined if there is no valid header. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}
