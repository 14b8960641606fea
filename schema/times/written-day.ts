/**
 * Parses a day as people write it: 24.12.2026, 14/07/2026, 2026/7/14.
 * @returns it as 2026-12-24; undefined for a text with several meanings, such as 03/04/2026
 */
export function parseWrittenDay(text: string): string | undefined {
  const [, sign, ...parts] = /^(?=\d+([./-]))(\d{1,4})\1(\d\d?)\1(\d{1,4})$/.exec(text) ?? []
  const [first = 0, second = 0, third = 0] = parts.map(Number)
  const [year, month, day] =
    first > 999
      ? [first, second, third]
      : sign === '.' || first > 12
        ? [third, second, first]
        : second > 12
          ? [third, first, second]
          : []
  if (year === undefined || year < 1000 || month! > 12 || day! > 31) return undefined
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}
