/** The development server shows pages wherever it is started, and at each start. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnCache } from '../helpers/own-cache.ts'
import { getScriptCommand, killNpmScript, root } from '../helpers/run-npm-script.ts'

let work: string
let site: string
let cache: string

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-start-test-'))
  site = join(work, 'site')
  cpSync(join(root, 'tests/base-site'), site, { recursive: true })
  cache = createOwnCache(join(work, 'cache'))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Starts the server in a folder, and asks it for the home page. */
async function askForHome(folder: string): Promise<{ status: number; html: string }> {
  const port = await findFreePort()
  const [program, ...args] = getScriptCommand('dev')
  const server = spawn(program, [...args, '--site', site, '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, SIGNPOST_CACHE: cache },
    detached: true,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      let output = ''
      server.stdout!.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes(`http://localhost:${port}`)) resolve()
      })
      server.stderr!.on('data', (chunk: Buffer) => (output += chunk))
      server.once('exit', () => reject(new Error(output)))
    })
    const response = await fetch(`http://localhost:${port}/`)
    return { status: response.status, html: await response.text() }
  } finally {
    server.removeAllListeners('exit')
    await killNpmScript(server)
  }
}

const findFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

it('the site lies on another drive, or the server starts where a system service does', async () => {
  // With what an earlier start has kept, less is loaded before the server answers.
  for (const folder of [site, '/']) {
    const { status, html } = await askForHome(folder)
    expect([folder, status, html]).toEqual([folder, 200, expect.stringContaining('<h1')])
  }
})
