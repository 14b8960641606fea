/** If two workers get the same task, only one of them does it. */
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { TaskClaims } from '../../scripts/prerender/workers/task-claims.ts'

it('the first to claim a task gets it, in whichever thread', async () => {
  const claims = new TaskClaims()
  const open = Array.from({ length: 100 }, () => claims.create())
  expect(new Set(open).size).toBe(100)
  const code = `const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage(workerData.open.filter((claim) => Atomics.compareExchange(workerData.taken, claim, 0, 1) === 0))`
  const worker = new Worker(code, { eval: true, workerData: { open, taken: claims.states } })
  const workerClaims = new Promise<number[]>((resolve) => worker.once('message', resolve))
  const mainClaims = open.filter((claim) => claims.tryClaim(claim))
  expect([...mainClaims, ...(await workerClaims)].sort((a, b) => a - b)).toEqual(open)
  expect(open.some((claim) => claims.tryClaim(claim))).toBe(false)
})

it('a finished task can be opened again', () => {
  const claims = new TaskClaims()
  const first = claims.create()
  expect(claims.tryClaim(first)).toBe(true)
  const again = Array.from({ length: 1024 }, () => claims.create()).find(
    (claim) => claim === first,
  )!
  expect(claims.tryClaim(again)).toBe(true)
})
