import { setFlagsFromString } from 'node:v8'

/**
 * Of V8's optimizing: how much of a function is run before, in bytes of its code, and how much of what it calls is made part of it. What Node 20 has by
 * default, and what is better for pages. Optimized later, with more known of what it is given, a function is thrown away less often; and with little made part of it,
 * it is done in a fraction of the time. The threads that optimize took a sixth of the processor from those that make pages. Later versions count otherwise.
 */
const compilerFlags = process.versions.node.startsWith('20.')
  ? {
      usual: { 'interrupt-budget': 67_584, 'max-inlined-bytecode-size-cumulative': 920 },
      later: { 'interrupt-budget': 300_000, 'max-inlined-bytecode-size-cumulative': 200 },
    }
  : undefined

/** From now on, in all threads. Not before they have started: compiled code that was kept is good for the usual options alone, Node's own too. */
export const delayOptimization = (): void => setCompilerFlags('later')

export const restoreOptimization = (): void => setCompilerFlags('usual')

/** Both are read once for each function that is optimized, so that they may change while others are. */
function setCompilerFlags(when: 'usual' | 'later'): void {
  for (const [name, value] of Object.entries(compilerFlags?.[when] ?? {}))
    setFlagsFromString(`--${name}=${value}`)
}
