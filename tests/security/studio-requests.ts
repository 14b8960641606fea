/** Requests of a hostile page, or of another program on the same computer, to a local studio. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Attack } from './attack.ts'
import {
  api,
  dir,
  json,
  own,
  port,
  post,
  readError,
  rename,
  send,
  token,
  upload,
  type Answer,
} from './local-studio.ts'

const requests: [attack: string, ask: () => Promise<Answer>, status: number, message: string][] = [
  ['no session', () => send('GET', `${api}session`), 403, 'address in the terminal'],
  [
    'a wrong token',
    () => send('GET', `${api}session`, { 'x-studio-token': `${token}x` }),
    403,
    'address in the terminal',
  ],
  [
    'a read by another origin',
    () => send('GET', `${api}session`, { ...own(), origin: 'http://evil.example' }),
    403,
    'http://evil.example',
  ],
  [
    'a read by another port of this computer',
    () => send('GET', `${api}session`, { ...own(), origin: 'http://localhost:1' }),
    403,
    'http://localhost:1',
  ],
  [
    'a script element of another site',
    () => send('GET', `${api}session`, { ...own(), 'sec-fetch-site': 'cross-site' }),
    403,
    'other sites',
  ],
  [
    'a name that was made to lead here',
    () => send('GET', `${api}session`, { ...own(), host: `evil.example:${port}` }),
    403,
    'evil.example',
  ],
  [
    'a write by another origin',
    () => post('edits', rename('pages.yaml'), { origin: 'http://evil.example' }),
    403,
    'http://evil.example',
  ],
  [
    'a write without an origin',
    () => send('POST', `${api}undo`, { 'x-studio-token': token, ...json }, '{}'),
    403,
    'Origin',
  ],
  [
    'a form of another type',
    () => send('POST', `${api}undo`, { ...own(), 'content-type': 'text/plain' }, '{}'),
    400,
    'application/json',
  ],
  ['a large body', () => post('edits', { text: 'x'.repeat(2 ** 21) }), 413, '1 MiB'],
  [
    'deep nesting',
    () =>
      send('POST', `${api}edits`, { ...own(), ...json }, '['.repeat(300_000) + ']'.repeat(300_000)),
    400,
    'deeper than 100',
  ],
  [
    'deep nesting in a value',
    () => {
      const value = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
      const body = JSON.stringify(rename('pages.yaml')).replace('"Them"', value)
      return send('POST', `${api}edits`, { ...own(), ...json }, body)
    },
    400,
    'deeper than 100',
  ],
  ['an empty file name', () => post('edits', rename('')), 400, 'operations.0.file'],
  ['a folder', () => post('edits', rename('cache')), 422, 'does not read the file'],
  ['a name that no file can have', () => post('edits', rename('a'.repeat(300))), 422, 'too long'],
  ['a name with a null byte', () => post('edits', rename('pages.yaml\0')), 422, 'a character that'],
  ['an empty name of a picture', () => upload('', '<svg/>'), 422, 'cannot be the name'],
  [
    'too many operations',
    () => {
      const [operation] = rename('pages.yaml').operations
      return post('edits', { version: 1, operations: Array(1001).fill(operation) })
    },
    413,
    'at most 1000 operations',
  ],
  [
    'an unknown operation',
    () => post('edits', { version: 1, operations: [{}] }),
    400,
    'operations.0.kind',
  ],
  [
    'a key of every object',
    () => post('edits', rename('pages.yaml', ['__proto__', 'x'])),
    400,
    'path',
  ],
  ['a file outside', () => post('edits', rename('../pages.yaml')), 422, 'outside'],
  ['a link to a file outside', () => post('edits', rename('outside.yaml')), 422, 'outside'],
  ['a file that the site does not read', () => post('edits', rename('other.yaml')), 422, 'read'],
  ['a picture of another type', () => post('pictures?file=/a.png', {}), 400, 'octet-stream'],
  ['a picture outside of public/', () => upload('/../a.svg', '<svg/>'), 422, 'cannot be the name'],
  [
    'a picture that runs scripts',
    () => upload('/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>'),
    422,
    'a script',
  ],
  ['an unknown question', () => send('GET', `${api}constructor`, own()), 404, 'constructor'],
]

export const studioAttacks: Attack[] = requests.map(([attack, ask, status, message]) => ({
  door: 'studio',
  attack,
  send: async () => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.text).not.toMatch(/node:|\.ts:\d|    at /)
    return readError(answer).message
  },
  must: message,
}))

/** Whether the studio still saves, and has not saved any of this. */
export async function expectUntouchedStudio(): Promise<void> {
  expect(existsSync(join(dir, 'public'))).toBe(false)
  expect(await readFile(join(dir, 'pages.yaml'), 'utf8')).toBe('site: { name: Us }\n')
  expect((await post('edits', rename('pages.yaml'))).status).toBe(200)
}
