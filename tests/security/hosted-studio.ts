/** A studio on a server, behind a proxy where people sign in, for one test file. */
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { readHosting } from '../../scripts/studio/server/hosting.ts'
import { createHostedServer } from '../helpers/hosted-server.ts'
import { root } from '../helpers/run-npm-script.ts'
import type { Attack } from './attack.ts'
import { type Answer, sendTo, type StudioDoor } from './studio-door.ts'

const origin = 'https://edit.example.com'
const secret = 'a secret of at least 32 characters'
/** Ben may edit and propose. */
const signedIn = { 'x-signpost-secret': secret, 'x-forwarded-user': 'ben@example.com' }

let work: string
let server: Server

export function startHostedStudio(): void {
  beforeAll(async () => {
    work = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-hosted-attack-')))
    const site = join(work, 'site')
    cpSync(join(root, 'tests/base-site'), site, { recursive: true })
    writeFileSync(join(site, 'other.yaml'), 'a: 1\n')
    symlinkSync('/etc/hostname', join(site, 'outside.yaml'))
    const people = join(work, 'people.yaml')
    writeFileSync(people, 'ann@example.com: publish\nben@example.com: edit\n')
    process.env.SIGNPOST_PROXY_SECRET = secret
    const options = { host: '127.0.0.1', origin, people, 'user-header': 'X-Forwarded-User' }
    server = createHostedServer(site, readHosting(options, site)!)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
}

type Headers = Record<string, string>
const send = (method: string, path: string, headers: Headers = {}, body?: string) => {
  const all = { host: 'edit.example.com', ...signedIn, ...headers }
  return sendTo((server.address() as AddressInfo).port, method, path, all, body)
}

const readToken = async (who = signedIn['x-forwarded-user']) => {
  const headers = { 'x-forwarded-user': who, 'sec-fetch-dest': 'document' }
  const { text } = await send('GET', '/__studio/', headers)
  return /name="studio-token" content="([^"]+)"/.exec(text)![1]!
}

const own = async () => ({
  'x-studio-token': await readToken(),
  origin,
  'sec-fetch-site': 'same-origin',
})

export const hostedStudio: StudioDoor = {
  door: 'hosted studio',
  file: (name) => join(work, 'site', name),
  send,
  own,
  version: async () =>
    JSON.parse((await send('GET', '/__studio/api/session', await own())).text).draft.version,
  noToken: 'Reload the studio: only its own page',
}

const json = { 'content-type': 'application/json' }
const publish = JSON.stringify({ id: 'x', files: ['pages.yaml'], subject: 'Mine', publish: true })

/** What the proxy, or somebody beside it, could be made to send. */
const requests: [attack: string, ask: () => Promise<Answer>, must: RegExp][] = [
  [
    'no secret',
    async () => send('GET', '/__studio/api/session', { ...(await own()), 'x-signpost-secret': '' }),
    /does not send the secret/,
  ],
  [
    'the secret in another letter case',
    async () => {
      const headers = { ...(await own()), 'x-signpost-secret': secret.toUpperCase() }
      return send('GET', '/__studio/api/session', headers)
    },
    /does not send the secret/,
  ],
  ['nobody', () => send('GET', '/__studio/', { 'x-forwarded-user': ' ' }), /say who you are/],
  [
    'two names in a header',
    () => send('GET', '/__studio/', { 'x-forwarded-user': 'ben@example.com, ann@example.com' }),
    /may not edit/,
  ],
  [
    'a name of every object',
    () => send('GET', '/__studio/', { 'x-forwarded-user': '__proto__' }),
    /may not edit/,
  ],
  [
    'the token of another person',
    async () => {
      const headers = { ...(await own()), 'x-studio-token': await readToken('ann@example.com') }
      return send('GET', '/__studio/api/session', headers)
    },
    /only its own page/,
  ],
  [
    'a publication by somebody who may edit',
    async () => send('POST', '/__studio/api/propose', { ...(await own()), ...json }, publish),
    /not publish them/,
  ],
  [
    'a preview in a folder of the server',
    async () => send('POST', '/__studio/api/share', { ...(await own()), ...json }, '{}'),
    /a folder of the server/,
  ],
  ...['iframe', 'frame', 'object', 'embed', 'empty', 'style', 'image'].map(
    (dest): [string, () => Promise<Answer>, RegExp] => [
      `the document with the token as ${dest}`,
      () => send('GET', '/__studio/', { 'sec-fetch-dest': dest }),
      /opens in a tab of its own/,
    ],
  ),
]

export const hostedAttacks: Attack[] = requests.map(([attack, ask, must]) => ({
  door: 'hosted studio',
  attack,
  send: async () => {
    const { status, text } = await ask()
    expect(status).toBe(403)
    expect(text).not.toContain('studio-token')
    return text
  },
  must,
}))
