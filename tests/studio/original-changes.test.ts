/** What has changed in the original of a translation, as the history of the site tells. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonValue } from '../../scripts/edit/yaml-operations.ts'
import { listOriginalChanges } from '../../scripts/studio/describe/original-changes.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signpost-original-'))
  mkdirSync(join(dir, 'pages'))
  git('init', '--quiet')
})
afterEach(() => rmSync(dir, { recursive: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args])

function save(file: string, text: string): void {
  writeFileSync(join(dir, file), text)
  git('add', '--all')
  git('commit', '--quiet', '--message', file)
}

const english = (hours: string, lead: string) => `pages:
  /hours:
    title: Our hours
    blocks:
      - { type: hero, heading: Come ${hours}${lead} }
`
const spanish = (checksum: string) =>
  `pages:\n  /es/horas: { translates: /hours, original: ${checksum}, title: Horario }\n`

const readPage = (file: string, text: string) => {
  const [[route, value]] = Object.entries(parse(text).pages as object) as [[string, JsonValue]]
  return { route, file, value }
}

it('compares with the day on which the translation was up to date', () => {
  save('pages/en.yaml', english('before noon', ''))
  save('pages/es.yaml', spanish('aaaaaaaaaaaa'))
  const now = english('before nine', ', lead: Or call.')
  save('pages/en.yaml', now)
  const translation = readPage('pages/es.yaml', spanish('aaaaaaaaaaaa'))
  expect(listOriginalChanges(dir, translation, readPage('pages/en.yaml', now))).toEqual({
    since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    texts: [
      {
        parts: [
          { text: 'Come before ' },
          { text: 'noon', only: 'before' },
          { text: 'nine', only: 'after' },
        ],
      },
      { parts: [{ text: 'Or call.', only: 'after' }] },
    ],
  })
})

it('says why it cannot compare', () => {
  const original = english('', '')
  save('pages/en.yaml', original)
  const translation = readPage('pages/es.yaml', spanish('bbbbbbbbbbbb'))
  expect(listOriginalChanges(dir, translation, readPage('pages/en.yaml', original))).toEqual({
    reason: 'The history does not say when this translation was up to date.',
  })
})
