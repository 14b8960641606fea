/** What is lost or new after an import is listed with its page, by a reader of its own. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltSite } from '../../scripts/import/proof/built-site.ts'
import { compareSites } from '../../scripts/import/proof/compare-sites.ts'
import { readDocument } from '../../scripts/import/proof/read-document.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let old: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-proof-test-'))
  old = join(work, 'old')
  await cp(join(root, 'tests/import/old-sites/hand-written'), old, { recursive: true })
})
afterAll(() => rm(work, { recursive: true }))

it('each thing that the new site does not have is listed with its page', async () => {
  const site = join(work, 'new')
  await runInProcess('import', [old, site])
  const report = await readFile(join(site, 'import-report.md'), 'utf8')
  expect(report).toMatch(/words \d+ of \d+, figures \d+ of \d+, pictures \d+ of \d+/)
  const check = async () =>
    (await runInProcess('import', ['--check', old, '--site', site])).stdout.split('\n')
  const before = await check()
  // The report of the import says the same.
  for (const line of before.filter((each) => each.startsWith('- '))) expect(report).toContain(line)
  const edit = async (file: string, ...changes: [RegExp, string][]) => {
    let text = await readFile(join(site, file), 'utf8')
    for (const [from, to] of changes) {
      expect(text).toMatch(from)
      text = text.replace(from, to)
    }
    await writeFile(join(site, file), text)
  }
  await edit(
    'pages/home.yaml',
    [/rattle/, 'clatter'],
    [/https:\/\/www\.ptg\.example\.org\/care/, 'https://www.ptg.example.org/other'],
    [/title: .*/, 'title: Another title'],
    [/description: .*/, 'description: Another description of the same page.'],
    [/\n {6}- type: picture[\s\S]*?(?=\n {6}- type)/, ''],
  )
  await edit('pages/questions.yaml', [/aliases:\n(?: +- .*\n)+/, 'aliases: []\n'])
  await edit('pages/prices.yaml', [/( +)rows: prices/, '$&\n$1note: From 1,777 dollars.'])
  await edit('pages.yaml', [/label: Questions\n/, 'label: Answers\n'])
  const added = (await check()).filter((line) => !before.includes(line))
  for (const line of [
    '- /: rattle (in: Clear the lid. Pictures and lamps rattle.)',
    '- /: http://www.ptg.example.org/care',
    expect.stringMatching(/^- \/: “Harlow Piano Tuning.*” is “Another title” now\.$/),
    expect.stringMatching(/^- \/: “Piano tuning.*” is “Another description.*” now\.$/),
    '- /: /img/upright.jpg',
    '- /Questions.html: The new site has no answer.',
    expect.stringMatching(/^- .*\/prices\.html.*: questions \(in: Questions\)$/),
    expect.stringContaining('/prices.html: 1 777 (in: From 1,777 dollars.)'),
  ])
    expect(added).toContainEqual(line)
})

it('a word that is there once less is listed, and so is one that is divided', async () => {
  const [old, now] = ['Ries, Pohl, Ries, Mid<b>land</b>', 'Ries, Pohl, Mid land'].map((html) =>
    readDocument(html),
  )
  const { counts, differences } = await compareSites(
    { documents: [{ addresses: ['/'], read: () => old! }], addresses: [], hosts: new Set() },
    { origin: '', read: () => now, answer: () => ({ route: '/' }) } as unknown as BuiltSite,
  )
  expect(counts.words).toEqual({ kept: 2, all: 4 })
  expect(differences.map(({ detail }) => detail)).toEqual([
    'ries midland (in: Ries, Pohl, Ries, Midland)',
  ])
})

it('the number of an item is its own, even if the text has the same, and a letter stays one', async () => {
  const list = '<ol><li>Wait 2 hours<li>Pour</ol>'
  const [old, plain, letters] = [list, '<p>1. Wait 2 hours</p><p>Pour', list].map((html) =>
    readDocument(html),
  )
  const lettered = readDocument('<ol start=26 type=A><li>Wait 2 hours<li>Pour</ol>')
  const { differences } = await compareSites(
    {
      documents: [old, lettered].map((shown, index) => ({
        addresses: [`/${index}`],
        read: () => shown!,
      })),
      ...{ addresses: [], hosts: new Set() },
    },
    {
      ...{ origin: '', read: (route: string) => (route === '/0' ? plain : letters) },
      answer: (route: string) => ({ route }),
    } as unknown as BuiltSite,
  )
  expect(differences.map(({ detail }) => detail)).toEqual([
    '2 in front of the items of a list',
    'z aa in front of the items of a list',
  ])
  const readNumbers = (html: string) => readDocument(html).numbers
  expect(readNumbers(`<ol type=I start=44>${'<li>Rule'.repeat(6)}</ol>`)).toEqual(
    'xliv xlv xlvi xlvii xlviii xlix'.split(' '),
  )
  const style = 'list-style: upper-latin inside'
  expect(
    readNumbers(`<ol style="${style}"><li>A<li style="list-style:lower-roman">B</ol>`),
  ).toEqual([...['a', 'ii']])
})

it('a text that was hidden is listed, unless the page has it', async () => {
  const [old, now] = [
    '<p>Oven</p><div style="display:none"><p>Closed in <b>May</b></p><script>no</script></div><p hidden>Oven',
    '<p>Oven',
  ].map((html) => readDocument(html))
  const { counts, differences } = await compareSites(
    { documents: [{ addresses: ['/'], read: () => old! }], addresses: [], hosts: new Set() },
    { origin: '', read: () => now, answer: () => ({ route: '/' }) } as unknown as BuiltSite,
  )
  expect(counts.words).toEqual({ kept: 1, all: 1 })
  expect(differences).toEqual([{ kind: 'hidden', address: '/', detail: 'Closed in May' }])
})

it('the sign that makes a picture of a letter is no figure', async () => {
  const [old, now] = ['<p>❤ Rye', '<p>❤️ Rye'].map((html) => readDocument(html))
  const { differences } = await compareSites(
    { documents: [{ addresses: ['/'], read: () => old! }], addresses: [], hosts: new Set() },
    { origin: '', read: () => now, answer: () => ({ route: '/' }) } as unknown as BuiltSite,
  )
  expect(differences).toEqual([])
})

it('a word that is there less often is not called lost, and a document without a page is one difference', async () => {
  const menu = '<p>Home</p><p>Rye</p>'
  const [old, now, none] = [
    menu + menu,
    menu,
    '<p>Away</p><img src=a.jpg><a href=b.html>B</a>',
  ].map((html) => readDocument(html))
  const read = (shown?: ReturnType<typeof readDocument>) => ({ read: () => shown! })
  const { counts, differences } = await compareSites(
    {
      documents: [
        { addresses: ['/'], ...read(old) },
        { addresses: ['/lost.html'], ...read(none) },
        { addresses: ['/404.html'], ...read(none) },
      ],
      ...{ addresses: [], hosts: new Set() },
    },
    {
      ...{ origin: '', read: () => now },
      answer: (address: string) => (address === '/' ? { route: '/' } : { gone: true }),
    } as unknown as BuiltSite,
  )
  expect(counts.words).toEqual({ kept: 2, all: 6 })
  expect(differences.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
    ...['fewer /', 'fewer /', 'page /lost.html', 'page /404.html'],
  ])
  expect(differences[2]?.detail).toContain('It said: Away | B It showed: /a.jpg It led to: /b.html')
})

it('a document is read as a browser shows it', () => {
  const { lines, pictures, links, numbers, title } = readDocument(`<title>A &amp; B</title>
    <style>@font-face { src: url(a.woff2) } .x { background: url(oven.png) }</style><p>12 Main St<br>Mid<b>land</b></p><a>Home</a><a>News</a><script>no</script><p hidden>no</p><noscript>no</noscript>
    <p style="display: none">no</p><template>no</template><ol start=3><li>Third</ol>
    <table><tr><td>Nails<td>$49<sup>99</sup></table><input type=submit value="Send it">
    <div style="background-image: url('hall.jpg')"><img data-src=a.jpg srcset="b.jpg 1x, c.jpg 2x">
    <map><area href=/map></map><iframe src=https://example.com/frame></iframe>`)
  expect(title).toBe('A & B')
  expect(lines).toEqual([
    '12 Main St',
    'Midland',
    'Home News',
    'Third',
    'Nails',
    '$49 99',
    'Send it',
  ])
  expect(pictures).toEqual([['oven.png'], ['hall.jpg'], ['a.jpg', 'b.jpg', 'c.jpg']])
  expect(links).toEqual(['/map', 'https://example.com/frame'])
  expect(numbers).toEqual(['3'])
})

it('a head that follows a text is read, and the title of a drawing is none', () => {
  const { title, description, lines } = readDocument(
    'html<!DOCTYPE html><head><svg><title>Logo</title></svg><title>Shop</title><meta name=description content="All of it">',
  )
  expect({ title, description, lines }).toEqual({
    ...{ title: 'Shop', description: 'All of it', lines: ['html'] },
  })
})

it('a document whose elements nobody closes is read to its end', () => {
  const lines = Array.from({ length: 5000 }, (_, line) => `<p><font color=c${line}>Line ${line}`)
  expect(readDocument(lines.join('')).lines).toHaveLength(5000)
})
