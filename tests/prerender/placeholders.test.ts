/**
 * A published site shows no placeholder: it is left out, or the build fails and says what to type.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isExampleOrigin } from '../../schema/resolve/placeholders/example-origin.ts'
import { expectSameFiles, readContents } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml } from '../helpers/site-yaml.ts'

const origin = 'https://www.corner-bike-shop.com'
let work: string
let site: string

/** A shop whose samples all say "to be written", in texts, pictures, facts and the footer. */
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-placeholders-'))
  site = join(work, 'site')
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await cp(join(root, 'tests/cases/unfilled-placeholder/public'), join(site, 'public'), {
    recursive: true,
  })
  const main = await readYaml(join(site, 'pages.yaml'))
  const sample = { value: 'to be written', placeholder: true, source: 'nobody yet' }
  const evidence = { source: 'our log', checked: '2026-11-01' }
  const claim = { unit: 'text', claim: true, unproven: 'omit' }
  main.facts = {
    license: { label: 'License', unit: 'text', ...sample },
    riders: { label: 'Riders', ...claim, value: 'to be written' },
    tours: {
      label: 'Tours',
      ...claim,
      readings: {
        guessed: { value: 'to be written', source: 'nobody yet' },
        counted: { value: '12 tours', source: 'our log', evidence },
      },
    },
  }
  main.navigation.footer.profile = { heading: 'Us', name: 'to be written', text: 'We mend.' }
  main.navigation.footer.profile.placeholder = true
  main.navigation.footer.badges = [
    { icon: 'stamp', label: 'License ${license}' },
    { icon: 'flag', label: 'Since 1999' },
  ]
  await writeYaml(join(site, 'pages.yaml'), main)
  const items = (name: string, placeholder = true) => ({ quote: `${name} said`, name, placeholder })
  const about = createInfoPage('About', 'We mend bikes. There are ${count:#said} voices.')
  about.blocks[0].picture = { src: '/bike.svg', alt: 'to be written', placeholder: true }
  about.blocks[0].note = 'Our license is ${license}.'
  about.blocks.push(
    {
      type: 'testimonials',
      id: 'said',
      heading: 'Voices',
      items: [items('to be written'), items('Ana', false), items('to be written, too')],
    },
    { type: 'testimonials', heading: 'More to be written', items: [items('to be written')] },
    {
      type: 'card-grid',
      heading: 'Papers',
      items: [{ title: 'Commission', meta: 'Number ${license}' }, { title: 'Insurance' }],
    },
    {
      type: 'figures',
      heading: 'So far',
      items: [
        { fact: 'riders', label: 'riders' },
        { fact: 'tours', label: 'to be written as guessed' },
        { fact: 'tours.counted', label: 'this summer' },
      ],
    },
    {
      type: 'definitions',
      heading: 'Words',
      items: [
        { term: 'License', detail: 'It is ${license}.' },
        { term: 'Bike', detail: 'It has two wheels.' },
      ],
    },
  )
  await writeYaml(join(site, 'pages/about.yaml'), { pages: { '/about': about } })
})
afterAll(() => rm(work, { recursive: true }))

const build = (out: string, ...args: string[]) =>
  runInProcess('build', ['--site', site, '--out', join(work, out), ...args])

const listFilesWith = async (out: string, text: string) =>
  [...(await readContents(join(work, out)))]
    .filter(([, content]) => Buffer.from(content, 'base64').includes(text))
    .map(([path]) => path)

describe('a published site', () => {
  it('leaves out placeholders, and shows everything else', async () => {
    const { code, stdout, stderr } = await build('public', '--origin', origin)
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(
      /^Left out as samples, or until real or proven: 11 parts of pages\. .*check.* --launch/m,
    )
    expect(await listFilesWith('public', 'to be written')).toEqual([])
    expect(await listFilesWith('public', 'data-placeholder=')).toEqual([])
    const html = await readFile(join(work, 'public/about/index.html'), 'utf8')
    for (const text of [
      'Ana said',
      'Commission',
      'Insurance',
      'two wheels',
      '12 tours',
      'Since 1999',
      '1 voices',
    ])
      expect(html).toContain(text)
    for (const text of ['Number', 'It is', 'Our license', 'License </'])
      expect(html).not.toContain(text)
  })

  it('is the same after a preview in the same folder, and the other way around', async () => {
    expect((await build('both')).stdout).not.toContain('Left out')
    expect(await listFilesWith('both', 'to be written')).toContain('/about/index.html')
    expect(await listFilesWith('both', '[data-placeholder]{outline')).toContain('/about/index.html')
    await build('both', '--origin', origin)
    await expectSameFiles(join(work, 'both'), join(work, 'public'))
    await build('both')
    expect(await listFilesWith('both', 'to be written')).toContain('/about/index.html')
  })

  it('is the same from shards', async () => {
    for (const shard of ['1/2', '2/2'])
      await build(`shard-${shard[0]}`, '--origin', origin, '--shard', shard)
    const folders = [join(work, 'shard-1'), join(work, 'shard-2')]
    const { code, stderr } = await runInProcess('merge', [
      ...['--site', site, '--out', join(work, 'merged')],
      ...folders,
    ])
    expect(code, stderr).toBe(0)
    await expectSameFiles(join(work, 'merged'), join(work, 'public'))
  })

  it('shows a claim as soon as it has evidence, and no longer than that', async () => {
    const proven = join(work, 'proven')
    await cp(site, proven, { recursive: true })
    const main = await readYaml(join(proven, 'pages.yaml'))
    const args = ['--site', proven, '--out', join(work, 'proven-out'), '--origin', origin]
    const evidence = { source: 'our log', checked: '2026-11-01' }
    const guessed = { ...main.facts.riders, value: '500 riders' }
    for (const riders of [guessed, { ...guessed, evidence }, guessed]) {
      await writeYaml(join(proven, 'pages.yaml'), { ...main, facts: { ...main.facts, riders } })
      const { code, stderr } = await runInProcess('build', args)
      expect(code, stderr).toBe(0)
      const isShown = (await listFilesWith('proven-out', '500 riders')).length > 0
      expect(isShown).toBe('evidence' in riders)
    }
  })

  it('is also built with --launch, even for an example origin', async () => {
    expect((await build('launch', '--launch')).code).toBe(0)
    expect(await listFilesWith('launch', 'to be written')).toEqual([])
    expect(await listFilesWith('launch', 'https://bikes.example.com/about')).not.toEqual([])
  })

  it('needs a real origin', async () => {
    const marked = join(work, 'marked')
    await cp(site, marked, { recursive: true })
    const main = await readYaml(join(marked, 'pages.yaml'))
    main.site.originPlaceholder = true
    await writeYaml(join(marked, 'pages.yaml'), main)
    const args = ['--site', marked, '--out', join(work, 'marked-out')]
    const { code, stderr } = await runInProcess('build', [...args, '--launch'])
    expect([code, stderr.match(/UNFILLED_PLACEHOLDER/g)?.length]).toEqual([1, 1])
    expect((await runInProcess('build', [...args, '--origin', origin])).code).toBe(0)
  })

  it('keeps the dates of its pages', async () => {
    const dated = join(work, 'dated')
    await cp(site, dated, { recursive: true })
    const main = await readYaml(join(dated, 'pages.yaml'))
    const street = { label: 'Street', unit: 'text', unproven: 'omit' }
    main.facts.street = { ...street, value: 'to be written', placeholder: true }
    main.site.business = { ...main.site.business, street: '${street}' }
    main.site.reviews = 'reviews.csv'
    await writeFile(join(dated, 'reviews.csv'), 'text,author,date\nFast and kind.,Ana,2026-05-14\n')
    const visit = createInfoPage('Visit us', 'Where we are.')
    visit.blocks.push({ type: 'contact-details' })
    const praise = createInfoPage('Praise', 'What people say.')
    praise.blocks.push({ type: 'testimonials', heading: 'Praise', from: 'reviews' })
    main.pages = { ...main.pages, '/visit': visit, '/praise': praise }
    await writeYaml(join(dated, 'pages.yaml'), main)
    expect((await runInProcess('check', ['--record', '--site', dated])).stderr).toBe('')
    const args = ['--site', dated, '--out', join(work, 'dated-out')]
    expect((await runInProcess('build', args)).stderr).not.toContain('UNDATED_CHANGE')
    const { stderr } = await runInProcess('build', [...args, '--origin', origin])
    expect(stderr).not.toContain('UNDATED_CHANGE')
  })
})

it.each([
  ['https://www.example.com', true],
  ['https://shop.example.org:8080', true],
  ['http://localhost:4173', true],
  ['http://127.0.0.1', true],
  ['https://notary.test', true],
  ['https://a.invalid', true],
  ['https://bakery.example', true],
  ['not an origin', true],
  ['https://www.example.co', false],
  ['https://myexample.com', false],
  ['https://latest.com', false],
])('%s is an example: %s', (given, isExample) => {
  expect(isExampleOrigin(given)).toBe(isExample)
})
