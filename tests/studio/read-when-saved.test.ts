import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readWhenSaved } from '../../scripts/shared/read-when-saved.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signpost-saved-'))
  file = join(dir, 'shop.yaml')
})
afterEach(() => rmSync(dir, { recursive: true }))

const saveLater = (text: string) => void setTimeout(() => writeFileSync(file, text), 50)

it('waits until a file is written', async () => {
  writeFileSync(file, '')
  saveLater('title: Bread')
  const text = await readWhenSaved([file], async () => readFileSync(file, 'utf8'))
  expect(text).toBe('title: Bread')
})

it('reads a file again that is saved meanwhile', async () => {
  writeFileSync(file, 'title: Bread')
  let count = 0
  const text = await readWhenSaved([file], async () => {
    if (count++ === 0) {
      writeFileSync(file, '')
      saveLater('title: Rolls')
    }
    return readFileSync(file, 'utf8')
  })
  expect(text).toBe('title: Rolls')
  expect(count).toBe(2)
})

it('reads folders, deleted files and files that stay empty', async () => {
  writeFileSync(file, '')
  const paths = [dir, join(dir, 'deleted.yaml'), file]
  expect(await readWhenSaved(paths, async () => 'done')).toBe('done')
})
