import { AsyncLocalStorage } from 'node:async_hooks'

type States = Map<string, unknown>

// Vite runs plugins and rendered code as separate module graphs in one process, which share this.
const key = Symbol.for('signpost.own-state')
const global = globalThis as { [key]?: { process: States; own: AsyncLocalStorage<States> } }
const { process: processStates, own } = (global[key] ??= {
  process: new Map(),
  own: new AsyncLocalStorage(),
})

/**
 * Returns a state of the process. Whoever runs in `runWithOwnState` has a state of their own.
 * @param name of the state @param create makes it if it is not there yet
 */
export function getOwnState<T>(name: string, create: () => T): T {
  const states = own.getStore() ?? processStates
  if (!states.has(name)) states.set(name, create())
  return states.get(name) as T
}

/**
 * Gives a function, and everything that it starts and waits for, states of its own: several people
 * edit the same files in one process.
 * @param states the states so far, which are added to
 */
export const runWithOwnState = <T>(states: Map<string, unknown>, act: () => T): T =>
  own.run(states, act)
