import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ChangeQueue } from '../../scripts/watch/change-queue.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'signpost-changes-'))))
afterEach(() => rmSync(dir, { recursive: true }))

it('hands over a file only once its next save is complete', async () => {
  const file = join(dir, 'shop.yaml')
  writeFileSync(file, '')
  const changes = new ChangeQueue()
  changes.add(file)
  const taken = changes.takeChanges().then((paths) => [paths, readFileSync(file, 'utf8')] as const)
  await setTimeout(100)
  writeFileSync(file, 'title: Bread')
  expect(await taken).toEqual([new Set([file]), 'title: Bread'])
})

it('hands over folders, deleted files and files that stay empty', async () => {
  const empty = join(dir, 'empty.yaml')
  writeFileSync(empty, '')
  const paths = [dir, join(dir, 'deleted.yaml'), empty]
  const changes = new ChangeQueue()
  for (const path of paths) changes.add(path)
  expect(await changes.takeChanges()).toEqual(new Set(paths))
})
