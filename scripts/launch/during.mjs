// @ts-check
/** After this time without a word, a person wonders whether the command still works. */
const silenceMs = 2000

/**
 * Says what a command is doing if it takes longer than two seconds.
 * @template T
 * @param {string} activity
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function during(activity, work) {
  // Tests compare what commands print, however slow the machine is.
  if (process.env.VITEST) return work
  const timer = setTimeout(() => console.error(`${activity} …`), silenceMs)
  return work.finally(() => clearTimeout(timer))
}
