import type { HostingRules } from './hosting-rules.ts'

/**
 * Renders rules with as many redirects as fit, since some hosts limit the size of a file. The other
 * aliases are pages that redirect.
 * @param limit in bytes
 */
export function fitRedirects(
  rules: HostingRules,
  limit: number,
  render: (rules: HostingRules) => string,
): string {
  const renderFirst = (count: number) =>
    render({ ...rules, redirects: rules.redirects.slice(0, count) })
  let [fitting, tooMany] = [0, rules.redirects.length + 1]
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2)
    if (Buffer.byteLength(renderFirst(count)) <= limit) fitting = count
    else tooMany = count
  }
  return renderFirst(fitting)
}
