/** Moving a page: its entry, links, alias and date change, and nothing else. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSite, readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { formatRename } from '../../scripts/edit/pages/format-page-change.ts'
import { renamePage } from '../../scripts/edit/pages/rename-page.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { serializeEntries } from '../../schema/source/recorded-entries.ts'

let site: string
const read = (file: string) => readFile(join(site, file), 'utf8')
async function write(file: string, text: string) {
  await mkdir(dirname(join(site, file)), { recursive: true })
  await writeFile(join(site, file), text)
}

const repairs = `# The workshop
pages:
  /repairs: # our main page
    kind:   service
    title: "Repairs"
    description: >
      Bikes repaired,
      also at home.
    service: { name: Repairs }
    blocks:
      - { type: hero, heading: 'Repairs', lead: "See [our
          terms](/repairs#terms), or [abroad](/repairs-abroad)." }
      - type: prose
        id: terms
        body: |
          The address /repairs is in [a link](/repairs),

          and [the terms](#terms).
  /repairs-abroad:
    kind: info
    title: Repairs abroad
    description: Not here.
    blocks:
      - type: hero
        heading: Repairs abroad
        actions:
          - {label: Repairs,   href: '/repairs'}
          - label: Terms
            href: /repairs#terms   # the terms
`
const towns =
  'Town;More;Address\r\nCrane;"See ""all"": [repairs](/repairs), [abroad](/repairs-abroad)";/repairs\r\n'
const sets = `sets:
  '/towns/{town}':
    rows: data/towns.csv
    page:
      kind: location
      title: Repairs in {{town}}
      description: 'We come to {{town}}.'
      city: { name: '{{town}}', region: TX }
      blocks:
        - type: hero
          heading: Repairs in {{town}}
          lead: '{{more}}'
          actions:
            - { label: Repairs, href: '{{address}}' }
            - { label: Terms, href: '/repairs#terms' }
`

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-rename-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await write('pages/repairs.yaml', repairs)
  await write('pages/sets.yaml', sets.replaceAll('\n', '\r\n'))
  await write('data/towns.csv', towns)
  const main = await read('pages.yaml')
  await write(
    'pages.yaml',
    main.replace('menus: [{ label: Home, href: / }]', 'menus: [{label: Repairs, href: /repairs}]'),
  )
})
afterEach(() => rm(site, { recursive: true }))

it('changes the entry and every link, and adds an alias', async () => {
  const main = await read('pages.yaml')
  const result = await renamePage(site, ['/repairs', '/workshop/repairs'])
  expect(await read('pages.yaml')).toBe(main.replace('href: /repairs}', 'href: /workshop/repairs}'))
  expect(await read('pages/repairs.yaml')).toBe(
    repairs
      .replace('  /repairs: #', '  /workshop/repairs: #')
      .replace('Repairs }\n    blocks', 'Repairs }\n    aliases: [/repairs]\n    blocks')
      .replace('terms](/repairs#', 'terms](/workshop/repairs#')
      .replace('a link](/repairs)', 'a link](/workshop/repairs)')
      .replace("'/repairs'}", "'/workshop/repairs'}")
      .replace('href: /repairs#', 'href: /workshop/repairs#'),
  )
  expect(await read('pages/sets.yaml')).toBe(
    sets.replaceAll('\n', '\r\n').replace("'/repairs#", "'/workshop/repairs#"),
  )
  expect(await read('data/towns.csv')).toBe(
    towns.replace('(/repairs)', '(/workshop/repairs)').replace(';/repairs', ';/workshop/repairs'),
  )
  const { problems } = await checkSite(site)
  expect(ignoreUnlinked(problems)).toEqual([])
  expect(formatRename(['/repairs', '/workshop/repairs'], result)).toBe(
    `/repairs is now /workshop/repairs, with 8 links and an alias for the old address.
  changed data/towns.csv
  changed pages.yaml
  changed pages/repairs.yaml
  changed pages/sets.yaml`,
  )
})

async function addSpanish(translated: string, start: string) {
  const main = await read('pages.yaml')
  const languages = `languages:
    es:
      label: Español
      pages: [${translated}]
      navigation:
        header: { menus: [{ label: Inicio, href: ${start} }] }
        footer:
          groups: [{ heading: Taller, items: [{ label: Inicio, href: ${start} }] }]
          legal: Taller
  `
  await write('pages.yaml', main.replace('site:\n  ', `site:\n  ${languages}`))
}

it('changes the links of planned pages, also while none is planned', async () => {
  const main = await read('pages.yaml')
  const heading = '        heading: ${page.label}\n'
  const actions = '        actions: [{ label: Repairs, href: /repairs }]\n'
  await write(
    'pages.yaml',
    main.replace(heading, () => heading + actions),
  )
  await renamePage(site, ['/repairs', '/workshop'])
  expect(await read('pages.yaml')).toContain('{ label: Repairs, href: /workshop }')
})

it('leaves a translation as new as its original, whose links alone have changed', async () => {
  await addSpanish('/repairs-abroad', '/es/fuera')
  const translation = `pages:
  /es/fuera:
    kind: info
    language: es
    translates: /repairs-abroad
    title: Reparaciones en el extranjero
    description: Aquí no.
    blocks: [{ type: hero, heading: Reparaciones }]
`
  await write('pages/es.yaml', translation)
  await runInProcess('check', ['--site', site, '--accept-translation', 'all'])
  const findOutdated = async () =>
    (await checkSite(site)).problems.filter(({ code }) => code === 'OUTDATED_TRANSLATION')
  expect(await findOutdated()).toEqual([])
  await renamePage(site, ['/repairs', '/workshop'])
  expect(await findOutdated()).toEqual([])
  // A text that had changed before is still to be translated.
  await write('pages/repairs.yaml', (await read('pages/repairs.yaml')).replace('Not here.', 'No.'))
  await renamePage(site, ['/workshop', '/repairs'])
  expect(await findOutdated()).toHaveLength(1)
})

it('moves a page that has one of two headings, depending on the day', async () => {
  const hero = '      - type: hero\n        id: top\n        heading: Repairs abroad\n'
  const later = hero.replace('heading', 'publish: { from: 2031-01-01 }\n        heading')
  const own = repairs.replace(
    '      - type: hero\n        heading: Repairs abroad\n',
    hero.replace('heading', 'publish: { until: 2031-01-01 }\n        heading') + later,
  )
  await write(
    'pages.yaml',
    (await read('pages.yaml')).replace('site:\n', 'site:\n  timeZone: UTC\n'),
  )
  await write('pages/repairs.yaml', own)
  await renamePage(site, ['/repairs', '/workshop'])
  expect(await read('pages/repairs.yaml')).toContain('  /workshop: #')
})

it('takes the comments on a page along', async () => {
  const comment = (page: string) =>
    `comments:\n  - { page: ${page}, by: Ann, on: 2026-11-26, text: Still so? }\n`
  await write('pages/comments.yaml', comment('/repairs'))
  await renamePage(site, ['/repairs', '/workshop'])
  expect(await read('pages/comments.yaml')).toBe(comment('/workshop'))
})

it('names the page in the rules that are about it', async () => {
  const rules = (page: string) =>
    `statements:\n  require:\n    - { text: Repairs, because: So., source: the owner, on: { routes: [${page}] } }\n`
  await write('pages/statements.yaml', rules('/repairs'))
  await renamePage(site, ['/repairs', '/workshop'])
  expect(await read('pages/statements.yaml')).toBe(rules('/workshop'))
})

it('takes the translations of a page along', async () => {
  await addSpanish('/repairs', '/es/reparaciones')
  const spanish = `pages:
  /es/reparaciones:
    kind: info
    language: es
    translates: /repairs
    title: Reparaciones
    description: Arreglamos bicicletas.
    blocks:
      - { type: hero, heading: Reparaciones }
`
  await write('pages/spanish.yaml', spanish)
  await renamePage(site, ['/repairs', '/workshop'])
  expect(await read('pages/spanish.yaml')).toBe(spanish.replace('/repairs', '/workshop'))
  expect(await read('pages.yaml')).toContain('pages: [/workshop]')
})

it('moves a page back to the address that it had before', async () => {
  await renamePage(site, ['/repairs', '/workshop'])
  await renamePage(site, ['/workshop', '/repairs'])
  expect(await read('pages/repairs.yaml')).toBe(
    repairs.replace('Repairs }\n    blocks', 'Repairs }\n    aliases: [/workshop]\n    blocks'),
  )
})

it('keeps the recorded dates of the page and of those that link to it', async () => {
  const record = async (date: string) => {
    const { pages } = await readWholeSite(site)
    const dates = pages.map(({ data, meta }) => [data.route, { hash: meta.contentHash, date }])
    return Object.fromEntries(dates)
  }
  const before = await record('2026-01-02')
  before['/repairs-abroad'].hash = 'stale'
  await write('dates.gen.json', serializeEntries(before))
  const { keptDates } = await renamePage(site, ['/repairs', '/workshop'])
  const { '/repairs': _, ...after } = await record('2026-01-02')
  // It had changed before the rename.
  after['/repairs-abroad'].hash = 'stale'
  expect(await read('dates.gen.json')).toBe(serializeEntries(after))
  expect(keptDates).toBe(2)
})

it('reports the links and pages that it leaves unchanged', async () => {
  await write('pages/sets.yaml', sets.replace('/repairs#terms', '/repairs-{{town|slug}}'))
  await write('pages/repairs.yaml', repairs.replaceAll('/repairs-abroad', '/repairs-crane'))
  await write('data/towns.csv', towns.replaceAll('/repairs-abroad', '/repairs-crane'))
  await write('pages/more.yaml', 'planned:\n  /repairs-crane/wheels: Wheels\n')
  const result = await renamePage(site, ['/repairs-crane', '/crane'])
  const text = formatRename(['/repairs-crane', '/crane'], result)
  expect(text).toContain(
    'A template puts these links together. They lead to the alias:\n  pages/sets.yaml:15',
  )
  expect(text).toContain('These pages stay below /repairs-crane:\n  /repairs-crane/wheels')
  expect(text).toContain('New warnings:\n\npages/sets.yaml:15:')
  expect(text).toContain('LINK_TO_ALIAS')
})

it('moves a planned page, without an alias', async () => {
  await write('pages/more.yaml', "planned: { '/rentals': Rentals }\n")
  await write('pages/repairs.yaml', repairs.replaceAll('/repairs-abroad)', '/rentals)'))
  const result = await renamePage(site, ['/rentals', '/hire'])
  expect(await read('pages/more.yaml')).toBe("planned: { '/hire': Rentals }\n")
  expect(await read('pages/repairs.yaml')).toContain('[abroad](/hire)')
  expect(formatRename(['/rentals', '/hire'], result)).toContain(
    'It is a planned page, which has no aliases: nothing is at /rentals any longer.',
  )
})

describe('refuses', () => {
  it.each([
    ['/repiars', '/x', 'There is no page /repiars. Did you mean /repairs?'],
    [
      '/repairs',
      '/repairs-abroad',
      'The page /repairs-abroad already exists. Rename it first (pages/repairs.yaml:19).',
    ],
    ['/repairs', '/Workshop', '"/Workshop" cannot be an address. Write a path such as'],
    ['/repairs', '/repairs', '/repairs has this address already.'],
    [
      '/repairs',
      '/towns/crane',
      'The page /towns/crane already exists. Rename it first (pages/sets.yaml:2).',
    ],
    ['/', '/home', 'The page / cannot be renamed: every site has it.'],
    ['/towns/crane', '/crane', 'change the cell in data/towns.csv:2;'],
    [
      '/repairs',
      '/assets/repairs',
      'would have these errors:\n\npages/repairs.yaml:3:3 error RESERVED_NAME',
    ],
  ])('%s → %s', async (from, to, message) => {
    for (const dryRun of [true, false])
      await expect(renamePage(site, [from, to], { dryRun })).rejects.toThrow(message)
    expect(await read('pages/repairs.yaml')).toBe(repairs)
    expect(await read('data/towns.csv')).toBe(towns)
  })

  it('to edit a value that an anchor shares', async () => {
    const shared = repairs.replace(
      "  - {label: Repairs,   href: '/repairs'}",
      '  - &link { label: Repairs, href: /repairs }',
    )
    await write('pages/repairs.yaml', shared)
    await expect(renamePage(site, ['/repairs', '/x'])).rejects.toThrow(
      'pages/repairs.yaml:27 is shared through the anchor &link',
    )
    expect(await read('pages/repairs.yaml')).toBe(shared)
    expect(await read('data/towns.csv')).toBe(towns)
  })

  it('a redirect to another site', async () => {
    const settings = await read('pages.yaml')
    const redirects = "site:\n  redirects: { /shop: 'https://shop.example.com/' }\n"
    await write('pages.yaml', settings.replace('site:\n', redirects))
    await expect(renamePage(site, ['/shop', '/x'])).rejects.toThrow('/shop redirects to')
  })

  it('a site with errors', async () => {
    await write('pages/more.yaml', 'pages: { /x: { kind: nothing } }\n')
    await expect(renamePage(site, ['/repairs', '/y'])).rejects.toThrow(
      /^Nothing was renamed.* errors:\n\npages\/more\.yaml:1:.* error [\s\S]*npm run check -- --site /,
    )
  })
})

it('a page moves on a site whose form goes to another company', async () => {
  const settings = await read('pages.yaml')
  const form =
    "site:\n  form: { endpoint: 'https://formspree.io/f/abcdwxyz', service: formspree }\n"
  await write('pages.yaml', settings.replace('site:\n', form))
  await write(
    'pages/privacy.yaml',
    `statements:
  forbid:
    - { pattern: loads nothing, if: other-origins, because: It does, source: the form }
pages:
  /privacy:
    kind: legal
    title: Privacy
    description: What we know about you.
    blocks:
      - { type: hero, heading: Privacy }
      - { type: prose, publish: { without: form }, body: This site loads nothing. }
      - { type: prose, publish: { with: form }, body: Another company gets what you write. }
`,
  )
  expect((await checkSite(site)).problems.filter(({ severity }) => severity === 'error')).toEqual(
    [],
  )
  await renamePage(site, ['/repairs', '/y'])
  expect(await read('pages/repairs.yaml')).toContain('/y:')
})

it('--dry-run shows a diff and writes nothing', async () => {
  const args = ['/repairs', '/workshop', '--dry-run', '--site', site]
  const { code, stdout } = await runInProcess('rename', args)
  expect(code).toBe(0)
  expect(stdout).toContain(`--- pages/repairs.yaml
+++ pages/repairs.yaml
@@ -3,1 +3,1 @@
-  /repairs: # our main page
+  /workshop: # our main page
`)
  expect(stdout).toContain('@@ -10,0 +10,1 @@\n+    aliases: [/repairs]\n')
  expect(await read('pages/repairs.yaml')).toBe(repairs)
})
