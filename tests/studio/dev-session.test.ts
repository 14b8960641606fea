/** The studio with the session of the development server, without a browser. */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { DevSession } from '../../scripts/dev/dev-session.ts'
import { Draft } from '../../scripts/studio/draft/draft.ts'
import { Studio } from '../../scripts/studio/server/studio.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let session: DevSession
let draft: Draft
let studio: Studio

beforeAll(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-studio-')))
  process.env.SIGNPOST_CACHE = join(work, 'cache')
  const dir = join(work, 'site')
  cpSync(join(root, 'tests/sites/bakery'), dir, { recursive: true })
  session = new DevSession(dir)
  draft = new Draft({
    dir,
    isSource: () => true,
    onChange(unsaved, paths) {
      setUnsavedSources(unsaved)
      session.readAgain(paths)
    },
  })
  studio = new Studio(session, draft, async () => () => [])
  const ignore = () => {}
  await session.start({
    onUpdate: ignore,
    onProblems: ignore,
    onWarnings: ignore,
    onChecked: ignore,
    onError: ignore,
  })
})

afterAll(() => {
  setUnsavedSources(new Map())
  delete process.env.SIGNPOST_CACHE
  // The session still writes what it has checked.
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
})

it('a new page can be opened once it is added, and its problems follow', async () => {
  const page = { route: '/rolls', kind: 'info', title: 'Our rolls' }
  await studio.changePages(draft.version, { action: 'new', ...page })
  expect((await studio.outlinePage('/rolls')).page.label).toBe('Our rolls')
  await vi.waitFor(async () => {
    const { problems } = await studio.listProblems()
    expect(problems.map(({ message }) => message)).toContain('Nothing links to /rolls.')
  }, 60_000)
})
