/** A mistake in the sources stops a command with one message, not with the stack of a bundler. */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertCurrentSchema } from '../../scripts/generate/assert-current-schema.ts'
import { receiveSummary } from '../../scripts/prerender/bundle/bundle-in-child-process.ts'
import { bundleRenderer } from '../../scripts/prerender/bundle/bundle-renderer.ts'
import { explainBundleError } from '../../scripts/prerender/bundle/explain-bundle-error.ts'
import { root } from '../helpers/run-npm-script.ts'

/** A copy of the sources. */
let project: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'signpost-bundle-'))
  for (const folder of ['blocks', 'renderer', 'schema'])
    await cp(join(root, folder), join(project, folder), { recursive: true })
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
})
afterAll(() => rm(project, { recursive: true }))

/** Replaces a text in a file while a function runs. */
async function withChange(file: string, from: string, to: string, run: () => Promise<unknown>) {
  const path = join(project, file)
  const original = await readFile(path, 'utf8')
  expect(original).toContain(from)
  await writeFile(path, original.replace(from, to))
  await run()
  await writeFile(path, original)
}

describe('a component that cannot be bundled', () => {
  const component = 'blocks/notice/notice.tsx'
  const bundle = () => bundleRenderer(project, join(project, 'out'))
  const declaration = 'export function Notice('

  it.each([
    [
      'with another name than its block',
      'export function Notise(',
      `${component} does not export Notice, the component of the block notice.\n  Write: export function Notice(block: NoticeBlock)`,
    ],
    [
      'with invalid syntax',
      'export functio Notice(',
      expect.stringMatching(
        /^Unexpected token\n.*blocks\/notice\/notice\.tsx:\d+:8 .*export functio Notice\(/s,
      ),
    ],
  ])('%s is reported with its file and line', async (_, to, explanation) => {
    await withChange(component, declaration, to, async () => {
      const error = await bundle().catch((error: Error) => error)
      expect(error).toMatchObject({ name: 'UserError' })
      const [title, text] = (error as Error).message.split(/\n\n(.*)/s)
      expect([title, text]).toEqual(['The sources cannot be bundled.', explanation])
    })
  })

  it('is reported without the colors of Rolldown, with its file in the project', () => {
    const folder = relative(process.cwd(), '/project')
    const message = `\u001b[31m[MISSING_EXPORT] \u001b[0m"A" is not exported: ${folder}/blocks/a.ts:1\n`
    const error = Object.assign(new Error(), { errors: [{ message }] })
    expect(explainBundleError(error, '/project').message).toBe(
      'The sources cannot be bundled.\n\n"A" is not exported: blocks/a.ts:1',
    )
  })
})

describe('a process that ends without bundling the sources', () => {
  /** Waits for a process that runs a script instead. */
  const receive = (script: string) =>
    receiveSummary(
      spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }),
    ).catch(({ name, message }: Error) => ({ name, message }))

  it.each([1, 0])('is reported with its own message if it exits with code %i', async (code) => {
    const text = '\u001b[31mrenderer/vike/+config.ts:4:7\u001b[39m: an invalid value'
    expect(await receive(`console.error(${JSON.stringify(text)}); process.exit(${code})`)).toEqual({
      name: 'UserError',
      message: `The sources cannot be bundled. The process that bundles them exited with code ${code}:\n\nrenderer/vike/+config.ts:4:7: an invalid value`,
    })
  })

  it.each([
    ["process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
    ['process.exit(134)', '134'],
    ['process.exit(137)', '137'],
  ])('may have run out of memory after %s', async (script, reason) => {
    expect(await receive(script)).toEqual({
      name: 'UserError',
      message: `The process that bundles the sources was stopped (${reason}), possibly because it ran out of memory. Run the command again.`,
    })
  })

  it('has not failed if it has sent a summary', async () => {
    const summary = { assets: {}, files: ['a.js'] }
    const reply = JSON.stringify({ summary })
    expect(await receive(`process.send(${reply}, () => process.exit())`)).toEqual(summary)
  })
})

describe('the generated schema', () => {
  const schema = 'blocks/notice/schema.json'

  it('is accepted if it is up to date', async () => {
    await assertCurrentSchema(project)
  })

  it('is refused once the schema of a block has changed', async () => {
    await withChange(schema, '"title": ', '"description": "New.", "title": ', () =>
      expect(assertCurrentSchema(project)).rejects.toThrow(
        /^schema\/site\.gen\.json is out of date: .* Run: npm run generate$/,
      ),
    )
  })

  it('is refused while the schema of a block is not valid', async () => {
    await withChange(schema, '{', '{{', () =>
      expect(assertCurrentSchema(project)).rejects.toThrow(/^blocks\/notice\/schema\.json: /),
    )
  })
})
