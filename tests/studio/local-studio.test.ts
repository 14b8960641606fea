/** What a local studio answers. What it refuses is in tests/security. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  dir,
  host,
  localStudio,
  own,
  port,
  send,
  studio,
  token,
  startLocalStudio,
} from '../security/local-studio.ts'
import { api, ask, readError } from '../security/studio-door.ts'

startLocalStudio()

it('the address with the token opens the studio, and no cookie keeps it', async () => {
  expect(studio.address).toBe(`http://${host}/__studio/?token=${token}`)
  const page = await send('GET', new URL(studio.address).pathname)
  expect(page.status).toBe(200)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.text).not.toContain(token)
  expect(page.headers['x-frame-options']).toBe('DENY')
  expect(page.headers['content-security-policy']).toContain(`script-src http://${host}/__studio/`)
  const [, script] = /src="([^"]+)"/.exec(page.text)!
  expect((await send('GET', script!)).headers['content-type']).toContain('javascript')
  const session = (await send('GET', `${api}session`, own())).text
  expect(session).toContain('"siteName":""')
  // For whom the studio has stopped.
  expect(session).toContain('"command":"npm run studio -- --site ')
})

it('the pages of the development server are of another origin', async () => {
  const pages = { host: `localhost:${port}` }
  expect((await send('GET', '/contact', pages)).text).toBe('next')
  const opened = await send('GET', '/__studio/?page=/a', pages)
  expect(opened.status).toBe(302)
  expect(opened.headers.location).toBe(`http://${host}/__studio/?page=/a`)
  // Not even with the token: and a script there does not learn the studio's name.
  const refused = await send('GET', `${api}session`, { ...own(), ...pages })
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain(host)
  // Modules and pages with the scripts of others are not on the studio's origin.
  for (const path of ['/@vite/client', '/@fs/etc/passwd', '/__changes'])
    expect((await send('GET', path)).status).toBe(404)
  expect((await send('GET', '/x.svg')).headers['content-security-policy']).toContain('sandbox;')
})

it('what takes long ends, in words', async () => {
  const steps = Array.from({ length: 4000 }, (_, index) => `- step ${index}`)
  await writeFile(join(dir, 'pages.yaml'), `site: { name: Us }\nlist:\n${steps.join('\n')}\n`)
  const operation = { kind: 'insert', file: 'pages.yaml', path: ['list', 0], value: 'first' }
  const answer = await ask(localStudio).post('edits', {
    version: await localStudio.version(),
    operations: Array(1000).fill(operation),
  })
  expect(answer.status).toBe(422)
  expect(readError(answer).message).toContain('Make fewer at once')
  await writeFile(join(dir, 'pages.yaml'), 'site: { name: Us }\n')
})
