/**
 * Requests of a hostile page, or of another program on the same computer, to a studio. Every studio
 * refuses the same ones.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Attack } from './attack.ts'
import { hostedStudio } from './hosted-studio.ts'
import { localStudio } from './local-studio.ts'
import { type Answer, api, ask, json, readError, type StudioDoor, toRename } from './studio-door.ts'

type Headers = Record<string, string>
type Request = [
  attack: string,
  ask: () => Promise<Answer>,
  status: number,
  message: string | RegExp,
]

function listRequests(door: StudioDoor): Request[] {
  const { get, post, postText, rename, upload } = ask(door)
  const other = (headers: Headers) => get('session', headers)
  return [
    ['no session', () => door.send('GET', `${api}session`), 403, door.noToken],
    ['a wrong token', () => other({ 'x-studio-token': 'x' }), 403, door.noToken],
    ...['http://evil.example', 'http://localhost:1', 'null', 'file://'].map(
      (origin): Request => [`a read by ${origin}`, () => other({ origin }), 403, origin],
    ),
    ...['cross-site', 'same-site'].map(
      (site): Request => [
        `a ${site} script element`,
        () => other({ 'sec-fetch-site': site }),
        403,
        'other sites',
      ],
    ),
    ...['evil.example', 'localhost', '127.0.0.1', 'x.edit.example.com', '[::1]'].map(
      (host): Request => [
        `a name that was made to lead here: ${host}`,
        () => other({ host: `${host}:1` }),
        403,
        `to "${host}:1"`,
      ],
    ),
    [
      'a write by another origin',
      () => rename('pages.yaml', undefined, { origin: 'http://evil.example' }),
      403,
      'http://evil.example',
    ],
    [
      'a write without an origin',
      async () => {
        const { origin: _, ...headers } = await door.own()
        return door.send('POST', `${api}undo`, { ...headers, ...json }, '{}')
      },
      403,
      'Origin',
    ],
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map(
      (type): Request => [
        `a form of type ${type}`,
        () => postText('undo', '{}', { 'content-type': type }),
        400,
        'application/json',
      ],
    ),
    ['a large body', () => post('edits', { text: 'x'.repeat(2 ** 21) }), 413, '1 MiB'],
    ['no JSON', () => postText('edits', '{'), 400, /JSON/],
    [
      'deep nesting',
      () => postText('edits', '['.repeat(300_000) + ']'.repeat(300_000)),
      400,
      'deeper than 100',
    ],
    [
      'deep nesting in a value',
      () => {
        const value = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
        const body = { version: 1, operations: [toRename('pages.yaml')] }
        return postText('edits', JSON.stringify(body).replace('"Them"', value))
      },
      400,
      'deeper than 100',
    ],
    ['an empty file name', () => rename(''), 400, 'file'],
    ['a folder', () => rename('cache'), 422, /does not (?:read the file|exist)|is a folder/],
    ['a name that no file can have', () => rename('a'.repeat(300)), 422, 'too long'],
    ['a name with a null byte', () => rename('pages.yaml\0'), 422, 'a character that'],
    ['an empty name of a picture', () => upload('', '<svg/>'), 422, 'cannot be the name'],
    [
      'too many operations',
      () => post('edits', { version: 1, operations: Array(1001).fill(toRename('pages.yaml')) }),
      413,
      'at most 1000 operations',
    ],
    [
      'an unknown operation',
      () => post('edits', { version: 1, operations: [{}] }),
      400,
      'operations',
    ],
    ['a key of every object', () => rename('pages.yaml', ['__proto__', 'x']), 400, 'path'],
    ...['../pages.yaml', 'a/../../pages.yaml', '/../pages.yaml', 'outside.yaml'].map(
      (file): Request => [
        `a file outside: ${file}`,
        () => rename(file),
        422,
        /outside|does not read/,
      ],
    ),
    ['a file that the site does not read', () => rename('other.yaml'), 422, 'read'],
    ['a picture of another type', () => post('pictures?file=/a.png', {}), 400, 'octet-stream'],
    ...['/../a.svg', '/..%2f..%2fa.svg', '/a/%2e%2e/%2e%2e/a.svg', '/.git/a.svg', '/con.svg'].map(
      (name): Request => [
        `a picture outside of public/: ${name}`,
        () => upload(name, '<svg/>'),
        422,
        'cannot be the name',
      ],
    ),
    [
      'a picture that runs scripts',
      () => upload('/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>'),
      422,
      'a script',
    ],
    [
      'an asset as a page of the preview, which may be an alias',
      async () => door.send('GET', '/__studio/assets/x.js?__studio', await door.own()),
      404,
      'no GET',
    ],
    ['an unknown question', () => get('constructor'), 404, 'constructor'],
  ]
}

const listAttacks = (door: StudioDoor): Attack[] =>
  listRequests(door).map(([attack, send, status, message]) => ({
    door: door.door,
    attack,
    send: async () => {
      const answer = await send()
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.text).not.toMatch(/node:|\.ts:\d|    at /)
      return readError(answer).message
    },
    must: message,
  }))

/** What the policy of a page may let through, after a redirect or in another spelling. */
const listScripts = ({ door, send, own }: StudioDoor): Attack[] =>
  ['/x.js', '/', '/__studio/', '/page.json', '/__studio/api/session', '/@vite/client'].flatMap(
    (path) =>
      ['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'xslt'].map((dest) => ({
        door,
        attack: `${path} as ${dest}`,
        send: async () =>
          (await send('GET', path, { ...(await own()), 'sec-fetch-dest': dest })).text,
        must: 'Nothing else runs here.',
      })),
  )

const doors = [localStudio, hostedStudio]
export const studioAttacks: Attack[] = doors.flatMap((door) => [
  ...listAttacks(door),
  ...listScripts(door),
])

/** Whether the studios still save, and have not saved any of this. */
export async function expectUntouchedStudios(): Promise<void> {
  for (const door of doors) {
    expect(existsSync(door.file('public'))).toBe(false)
    expect(await readFile(door.file('pages.yaml'), 'utf8')).not.toContain('Them')
    expect((await ask(door).rename('pages.yaml')).status).toBe(200)
  }
}
