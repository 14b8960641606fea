/** Addresses that lead out of the folder that a server serves, or to hidden files in it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import type { Attack } from './attack.ts'
import { hostedStudio } from './hosted-studio.ts'
import { localStudio } from './local-studio.ts'
import type { StudioDoor } from './studio-door.ts'

const addresses = [
  '/../secret.csv',
  '/a/../../secret.csv',
  '/..%2fsecret.csv',
  '/%2e%2e/secret.csv',
  '/%2E%2E%2Fsecret.csv',
  '/..%5csecret.csv',
  '/..\\secret.csv',
  '/a/%2e%2e/%2e%2e/secret.csv',
  '/linked/secret.csv',
  '/.git/config',
  '/a/.git/config',
  '/%2egit/config',
  '/secret.csv%00.html',
  '/@fs/etc/passwd',
  '/@id/../../secret.csv',
  '/__studio/../secret.csv',
  '//secret.example/secret.csv',
  '/%',
  '/%c0%ae%c0%ae/secret.csv',
]
const secret = '4711'

let work: string
let server: Server
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'signpost-addresses-'))
  const site = join(work, 'site')
  mkdirSync(join(site, 'a/.git'), { recursive: true })
  mkdirSync(join(site, '.git'))
  for (const file of ['../secret.csv', '.git/config', 'a/.git/config'])
    writeFileSync(join(site, file), secret)
  for (const file of ['404.html', 'index.html']) writeFileSync(join(site, file), 'nothing')
  symlinkSync('..', join(site, 'linked'))
  server = await serveFolder(site, 0)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(work, { recursive: true })
})

/** Sends the address as it is, which fetch does not. */
const askServer = (path: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    request({ port, host: 'localhost', path, agent: false }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode!, text })
    })
      .on('error', reject)
      .end()
  })

const askStudio =
  ({ send, own }: StudioDoor) =>
  async (path: string) =>
    send('GET', path, await own())
const doors = {
  serve: askServer,
  studio: askStudio(localStudio),
  'hosted studio': askStudio(hostedStudio),
}

export const addressAttacks: Attack[] = Object.entries(doors).flatMap(([door, ask]) =>
  addresses.map((address) => ({
    door,
    attack: address,
    send: async () => {
      const { status, text } = await ask(address)
      expect(text).not.toMatch(/4711|root:/)
      return String(status)
    },
    must: /^(?:30[12]|40[034])$/,
  })),
)
