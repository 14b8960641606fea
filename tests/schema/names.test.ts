/** What follows from the keyword `names`, in the schema of a block that a site adds. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildEditorSchema } from '../../schema/editor/build-editor-schema.ts'
import { collectSiteValues } from '../../schema/editor/collect-site-values.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import { startLanguageService } from '../helpers/yaml-language-service.ts'

let site: string
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-names-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await cp(join(root, 'tests/cases/unknown-location'), site, { recursive: true })
  const block = join(site, 'blocks/branch-card')
  await mkdir(block, { recursive: true })
  await writeFile(join(block, 'branch-card.tsx'), 'export const BranchCard = () => null\n')
  await writeFile(join(block, 'examples.yaml'), '- name: default\n  block: { type: branch-card }\n')
  await writeSchema('locations')
})
afterAll(() => rm(site, { recursive: true }))

const writeSchema = (names: string) =>
  writeFile(
    join(site, 'blocks/branch-card/schema.json'),
    JSON.stringify({
      title: 'BranchCardBlock',
      description: 'A branch.',
      group: 'contact',
      type: 'object',
      additionalProperties: false,
      required: ['type', 'branches'],
      properties: {
        type: { const: 'branch-card' },
        branches: {
          type: 'array',
          description: 'The branches.',
          items: { type: 'string', names, description: 'The name of a place.' },
        },
      },
    }),
  )

const writePage = (branches: string) => `pages:
  /branches:
    kind: info
    title: Our branches
    description: All of our branches.
    blocks:
      - { type: hero, heading: Our branches }
      - type: branch-card
        branches: [${branches}]
`

it('a wrong name is reported with the nearest one, and editors offer those that exist', async () => {
  await writeFile(join(site, 'pages/branches.yaml'), writePage('oak-steet'))
  const { problems, checked } = await checkSite(site)
  expect(problems.filter(({ file }) => file === 'pages/branches.yaml')).toMatchObject([
    {
      ...{ code: 'UNKNOWN_LOCATION', line: 9, found: 'oak-steet', suggestion: 'oak-street' },
      correction: { isSure: true, edits: [{ text: 'oak-street' }] },
    },
  ])
  const editor = startLanguageService(
    buildEditorSchema(checked!.resolved.schema, collectSiteValues(checked!)),
  )
  const offered = await editor.complete(writePage('|'))
  expect(offered.map(({ label }) => label)).toContain('oak-street')
})

it('a kind of name that does not exist is a mistake in the schema', async () => {
  await writeSchema('branches')
  const { problems } = await checkSite(site)
  expect(problems.map(({ code }) => code)).toContain('INVALID_BLOCK')
})
