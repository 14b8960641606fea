/** Checking a site in worker threads. */
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { checkSite, readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { relativizeProblemPaths } from '../../scripts/shared/problem-paths.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'
import { createInfoPage, writeYaml } from '../helpers/site-yaml.ts'

const work = await mkdtemp(join(tmpdir(), 'signpost-check-test-'))
let site: string

beforeEach(async () => {
  site = await mkdtemp(join(work, 'site-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
})
afterAll(() => rm(work, { recursive: true }))

const createCheckedPage = (title: string, body: string, ...rest: object[]) => {
  const page = createInfoPage(title, body)
  return { ...page, blocks: [...page.blocks, ...rest] }
}
const placeholderTestimonials = {
  type: 'testimonials',
  heading: 'What riders say',
  items: [{ quote: 'It rolls.', name: 'A rider', placeholder: true }],
}
const story = Array.from({ length: 80 }, (_, index) => `w${'o'.repeat(index)}rd`).join(' ')

/** Every tenth page has an error, in files and in a set, each of which is a task. */
async function writeSite(): Promise<void> {
  const perFile = 20
  for (let file = 0; file < 4; file++) {
    const entries = Array.from({ length: perFile }, (_, index): [string, object] => {
      const name = `${file}-${index}`
      return [
        `/pages/${name}`,
        index % 10 === 0
          ? createCheckedPage(
              `Page ${name}`,
              `Number ${'o'.repeat(index)}: ${index === 0 ? story : ''} [gone](/gone/${index}), \${nothing}.`,
              placeholderTestimonials,
            )
          : createCheckedPage(`Page ${name}`, `Number ${'o'.repeat(index)}.`),
      ]
    })
    await writeYaml(join(site, `pages/many-${file}.yaml`), { pages: Object.fromEntries(entries) })
  }
  const rows = Array.from({ length: 20 }, (_, index) => ({
    town: `Town ${index}`,
    tip: index % 10 === 0 ? '[gone](/nowhere)' : 'Come in.',
  }))
  const sets = {
    '/towns/{town}': {
      rows,
      page: createCheckedPage(
        'Bikes in {{town}}',
        '{{tip}} {{town}}, ${nothing}',
        placeholderTestimonials,
      ),
    },
  }
  await writeYaml(join(site, 'pages/set.yaml'), { sets })
}

it('a check in worker threads reports the same problems in order, and leaves no files', async () => {
  await writeSite()
  const { problems } = await readWholeSite(site)
  expect(new Set(problems.map(({ code }) => code))).toEqual(
    new Set(['BROKEN_LINK', 'UNKNOWN_FACT', 'PLACEHOLDER', 'NEAR_DUPLICATE']),
  )
  const scratch = join(work, 'scratch')
  await mkdir(scratch)
  const before = await listSourceFiles()
  const { stdout, stderr, code } = runNpmScript(
    'check',
    ['--site', site, '--launch', '--format', 'json'],
    { TMPDIR: scratch, SIGNPOST_THREADS: '1' },
  )
  expect(JSON.parse(stdout)).toEqual(
    JSON.parse(formatProblems(relativizeProblemPaths(problems, site), 'json')),
  )
  expect(stderr).toMatch(/^101 pages: \d+ errors/)
  expect(code).toBe(1)
  expect(await listSourceFiles()).toEqual(before)
  expect(await readdir(scratch)).toEqual([])
})

/** Lists the files of the site, except those for editors, and when they were changed. */
const listSourceFiles = async () =>
  Promise.all(
    (await readdir(site, { recursive: true }))
      .filter((file) => !file.startsWith('.signpost'))
      .sort()
      .map(async (file) => [file, (await stat(join(site, file))).mtimeMs]),
  )

it('a check finds a missing picture whose address combines a template and a row', async () => {
  await mkdir(join(site, 'public/towns'), { recursive: true })
  for (const town of ['leeds', 'york'])
    await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#a08060' } })
      .png()
      .toFile(join(site, `public/towns/${town}.png`))
  const withPicture = (src: string) =>
    createCheckedPage('Bikes in {{town}}', 'Come in.', {
      type: 'picture',
      picture: { src, alt: 'The shop' },
    })
  const sets = {
    '/whole/{town}': {
      rows: [{ town: 'Leeds', photo: '/towns/leeds.png' }],
      page: withPicture('{{photo}}'),
    },
    '/parts/{town}': {
      rows: [{ town: 'York', file: 'york' }],
      page: withPicture('/towns/{{file}}.png'),
    },
  }
  await writeYaml(join(site, 'pages/set.yaml'), { sets })
  expect(ignoreUnlinked((await checkSite(site)).problems)).toEqual([])
  const { pages, problems } = await readWholeSite(site)
  expect(ignoreUnlinked(problems)).toEqual([])
  const [picture] = pages
    .find(({ data }) => data.route === '/parts/york')!
    .data.blocks.slice(-1) as unknown as { picture: { src: object } }[]
  expect(picture!.picture.src).toMatchObject({ width: 1600, height: 900 })
  const built = await runInProcess('build', ['--site', site, '--out', join(work, 'dist')])
  expect(built.code, built.stderr).toBe(0)
})
