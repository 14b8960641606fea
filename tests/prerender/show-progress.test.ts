/** What a build shows while it runs. */
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withProgress } from '../../scripts/prerender/run/show-progress.ts'

function createStream(isTTY: boolean) {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { written, stream: Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('CI', '')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it('a log has a line every ten seconds, and none of a quick build', async () => {
  const { stream, written } = createStream(false)
  await withProgress(async (report) => {
    report('bundling')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    report('images', 1, 12)
    report('images', 2, 12)
    await vi.advanceTimersByTimeAsync(10_000)
  }, stream)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toEqual(['Preparing scripts and styles …\n', '2 of 12 images …\n'])
})

it('a terminal has one line, which is gone after the build, even if that fails', async () => {
  const { stream, written } = createStream(true)
  const failing = withProgress(async (report) => {
    report('pages', 1, 2)
    throw new Error('stopped')
  }, stream)
  await expect(failing).rejects.toThrow('stopped')
  expect(written).toEqual(['\r\u001b[K1 of 2 pages …', '\r\u001b[K'])
})
