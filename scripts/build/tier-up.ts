import { setFlagsFromString } from 'node:v8'

/**
 * How much of a function is run before V8 optimizes it, in bytes of its code: what Node 20 has by default, and what is better for pages. Optimized later, with
 * more known of what it is given, it is thrown away less often, and the threads that optimize take less from those that make pages: 1,000 pages take
 * 0.93 of the time, 10,000 take 0.96. Later versions count otherwise.
 */
const budgets = process.versions.node.startsWith('20.') ? { usual: 67_584, later: 300_000 } : undefined

/** From now on, in all threads. Not before they have started: compiled code that was kept is good for the usual options alone, Node's own too. */
export const optimizeLater = (): void => setBudget('later')

export const optimizeAsUsual = (): void => setBudget('usual')

const setBudget = (when: 'usual' | 'later') => budgets && setFlagsFromString(`--interrupt-budget=${budgets[when]}`)
