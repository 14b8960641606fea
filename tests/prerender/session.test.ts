/** A session makes the pages again that would be different, and no others. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Session } from '../../scripts/prerender/read/session.ts'
import { run } from '../../scripts/prerender/run/run.ts'
import { pageText } from '../days/small-site.ts'
import { root } from '../helpers/run-npm-script.ts'

it('reports a fact that a file with a mistake may have defined once it does not', async () => {
  const site = await mkdtemp(join(tmpdir(), 'signpost-session-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const file = join(site, 'pages/more-facts.yaml')
  const lead = "        lead: 'It costs ${fee}.'\n"
  await writeFile(join(site, 'pages/fee.yaml'), `pages:${pageText('/fee', 'The fee', '', lead)}`)
  await writeFile(file, 'facts:\n  fee: { label: A fee, unit: USD, value: 5\n')
  const session = new Session({ site, edition: {} })
  const listCodes = async (changed?: Set<string>) => {
    const result = await run(session, { changed })
    return result.status === 'done' ? result.problems.map(({ code }) => code) : []
  }
  expect(await listCodes()).not.toContain('UNKNOWN_FACT')
  await writeFile(file, 'planned: { /later: Later }\n')
  expect(await listCodes(new Set([file]))).toContain('UNKNOWN_FACT')
  await rm(site, { recursive: true, force: true })
})
