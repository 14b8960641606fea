/** Two may have been given the same task: one of them does it. */
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { TaskClaims } from '../../scripts/prerender/workers/task-claims.ts'

it('is had by the first who asks, in whichever thread', async () => {
  const claims = new TaskClaims()
  const open = Array.from({ length: 100 }, () => claims.create())
  expect(new Set(open).size).toBe(100)
  const code = `const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage(workerData.open.filter((claim) => Atomics.compareExchange(workerData.taken, claim, 0, 1) === 0))`
  const worker = new Worker(code, { eval: true, workerData: { open, taken: claims.states } })
  const theirs = new Promise<number[]>((resolve) => worker.once('message', resolve))
  const ours = open.filter((claim) => claims.tryClaim(claim))
  expect([...ours, ...(await theirs)].sort((a, b) => a - b)).toEqual(open)
  expect(open.some((claim) => claims.tryClaim(claim))).toBe(false)
})

it('can be opened again when it was answered long ago', () => {
  const claims = new TaskClaims()
  const first = claims.create()
  expect(claims.tryClaim(first)).toBe(true)
  const again = Array.from({ length: 1024 }, () => claims.create()).find(
    (claim) => claim === first,
  )!
  expect(claims.tryClaim(again)).toBe(true)
})
