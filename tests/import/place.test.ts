/** The country and the language of an old site follow from what it says, and are stated. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runInProcess } from '../helpers/run-in-process.ts'

let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-import-place-'))))
afterAll(() => rm(work, { recursive: true }))

let count = 0
async function importPage(html: string, args: string[] = [], more: Record<string, string> = {}) {
  const source = join(work, `old-${++count}`)
  const dir = join(work, `new-${count}`)
  await mkdir(source)
  for (const [name, text] of Object.entries({ 'index.html': html, ...more }))
    await writeFile(join(source, name), text)
  const { stderr } = await runInProcess('import', [source, dir, ...args])
  expect(stderr).toBe('')
  const { site } = parse(await readFile(join(dir, 'pages.yaml'), 'utf8'))
  const report = await readFile(join(dir, 'import-report.md'), 'utf8')
  return { ...site, report }
}

const german =
  '<title>Bäckerei</title><link rel=canonical href=https://www.backstube.example.de/><h1>Bäckerei</h1><p>Das ist die Backstube und der Laden für alle.</p><p>Ruf an: 030 901820</p>'

it('a site below .de is in Germany, and in the language of its words', async () => {
  const { language, business, phone, report } = await importPage(german)
  expect({ language, country: business.country }).toEqual({ language: 'de', country: 'DE' })
  expect(phone.number).toBe('+49 30 901820')
  expect(report).toContain('The country is DE, because of .de.')
  expect(report).toContain('The language is de, because of the words of its pages.')
})

it('a British number and a postcode count more than the language of a program', async () => {
  const page = (text: string) =>
    `<html lang="en-US"><title>Tea</title><h1>Tea room</h1><p>Come in for tea. ${text}</p>`
  const called = await importPage(page('Phone +44 113 496 0001.'))
  expect(called.business.country).toBe('GB')
  const posted = await importPage(page('Find us at M1 1AE. A pot is £4. Phone 0113 496 0002.'))
  expect(posted.business.country).toBe('GB')
  expect(posted.phone.number).toBe('+44 113 496 0002')
})

it('two numbers with a zero beside each other are two, and a day is none', async () => {
  const text = 'Tel. 030 901820 030 901821 0664 377 08 02 01.02.2020'
  const { phone, otherContacts } = await importPage(german.replace('Ruf an: 030 901820', text))
  expect([phone.number, ...otherContacts].map((each) => each.replaceAll(/\D/g, ''))).toEqual([
    '4930901820',
    '4930901821',
    '496643770802',
  ])
})

it('a dash between two numbers is part of neither', async () => {
  const text = '+49 30 901820 - 0323 569627 or +49 30 901821 -'
  const { phone, otherContacts } = await importPage(german.replace('030 901820', text))
  expect([phone.number, ...otherContacts]).toEqual([
    '+49 30 901820',
    '+49 30 901821',
    '+49 323 569627',
  ])
})

it('a currency of one country counts without anything else', async () => {
  const { business, language } = await importPage(
    '<title>Zegary</title><h1>Zegary</h1><p>Bateria 15 zł, szkiełko 40,00 zł.</p>',
  )
  expect([business.country, language]).toEqual(['PL', 'pl'])
})

it.each([
  [
    'zh',
    'CN',
    '公司简介',
    '北京矿业有限公司成立于二零零八年，是一家从事矿产品贸易的企业。电话：0562-6801088',
  ],
  ['zh-Hant', 'TW', '關於我們', '我們是一家小麵包店，每天早上烘焙麵包。電話：02-2345-6789'],
  ['ja', 'JP', '会社案内', '私たちは小さなパン屋です。毎朝パンを焼いています。'],
  ['ru', 'RU', 'О компании', 'Мы делаем окна и двери для домов и квартир.'],
  ['uk', 'UA', 'Про нас', 'Ми печемо хліб щоранку і доставляємо його по місту.'],
  ['el', 'GR', 'Σχετικά', 'Είμαστε μια μικρή ταβέρνα στην Αθήνα.'],
  ['ko', 'KR', '소개', '우리는 작은 빵집입니다. 매일 아침 빵을 굽습니다.'],
  ['th', 'TH', 'เกี่ยวกับเรา', 'เราเป็นร้านเบเกอรี่เล็กๆ อบขนมปังทุกเช้า'],
  ['da', 'DK', 'Om os', 'Vi er et lille bageri og bager brød hver morgen i byen.'],
  ['fi', 'FI', 'Meistä', 'Olemme pieni leipomo ja leivomme leipää joka aamu.'],
])('the words of a page say that it is %s', async (language, country, title, text) => {
  const page = `<title>${title}</title><h1>${title}</h1><p>${text}</p><p>Powered by CMS</p>`
  const { business, ...site } = await importPage(page)
  expect([site.language, business.country]).toEqual([language, country])
})

it('a header in the document says the language as an attribute does', async () => {
  const { language, business } = await importPage(
    '<meta http-equiv="Content-Language" content="de-at, en"><title>Zimmer</title><h1>Zimmer</h1><p>EZ 45</p>',
  )
  expect([language, business.country]).toEqual(['de-AT', 'AT'])
})

it('mail addresses below a domain say the country, and its numbers are read so', async () => {
  const { business, phone } = await importPage(
    '<html lang=nl><title>Club</title><h1>Club</h1><p>Mail naar info@club.example.be of bel 013/33.37.03 voor meer.</p>',
  )
  expect([business.country, phone.number]).toEqual(['BE', '+32 13 33 37 03'])
})

it('what a program states on all pages counts less than clear words and letters', async () => {
  const state = (page: string) => page.replace('<title>', '<html lang="en"><title>')
  const greek =
    '<title>Σχετικά</title><h1>Σχετικά</h1><p>Είμαστε μια μικρή ταβέρνα στην Αθήνα.</p><p>Powered by CMS</p>'
  const long = german.replace('</p>', ' Wir sind für alle da, und das ist nicht wenig.</p>')
  expect((await importPage(state(greek))).language).toBe('el')
  expect((await importPage(state(long))).language).toBe('de')
  const goods = 'kifle viršla krofne burek pitice stapičić kroasan sendvič '.repeat(8)
  const serbian = `<title>Pekara</title><h1>Pekara</h1><p>Kažite nam šta mislite, gde ste i kako ste čuli za pekaru. Šta još?</p><p>${goods}</p><p>Made with CMS and more</p>`
  const place = (end: string) => `<link rel=canonical href=https://www.pekara.example.${end}/>`
  expect((await importPage(place('rs') + state(serbian))).language).toBe('sr-Latn')
  expect((await importPage(state(serbian))).language).toBe('hr')
  const menu =
    '<title>Café</title><h1>Café</h1><p>The menu is for you: pâtés, crêpes et brûlées, les pâtés et les crêpes et des sautés. Come for the soup of our day and the wine.</p>'
  expect((await importPage(state(menu))).language).toBe('en')
  // Bulgarian has the same letters as Russian.
  const bulgarian = greek.replaceAll('Σχετικά', 'За нас').replace(/Είμ[^<]*/, 'Правим хляб.')
  const stated = bulgarian.replace('<title>', '<html lang="bg"><title>')
  expect((await importPage(stated)).language).toBe('bg')
})

it('the usual region of a language is that of the country', async () => {
  const { language, report } = await importPage(
    german.replace('<title>', '<html lang=de-DE><title>').replace('.de/', '.at/'),
  )
  expect(language).toBe('de-AT')
  expect(report).toContain('because of lang=de-DE on its pages, and the country AT.')
})

it('a sign before a number is no country, and a number of somebody else is not that of the business', async () => {
  const { business, phone } = await importPage(
    '<title>Clock</title><h1>Clock</h1><p>Times are UTC+7 100 000 times. Between +7 and -3.</p>',
    [],
    { 'story.html': '<title>Camp</title><h1>Camp</h1><p>Ask the camp: 715-364-2602.</p>' },
  )
  expect(business.country).toBe('US')
  expect(phone).toMatchObject({ placeholder: true })
})

it('a table of numbers is no country, and one page does not say the language of all', async () => {
  const row = (at: number) => `<tr><td>( +7)<td>34<td>778<td>8725${at}<td>4</tr>`
  const score = '<p>Vesalia Wesel gewinnt 14 34 641 (+82) 62101 2, Rees 14 +82 34 60058 3</p>'
  const table = `${score}<table><tr><th>A<th>B<th>C<th>D<th>E</tr>${[1, 2, 3, 4].map(row).join('')}</table>`
  const plain = german.replace(/<link[^>]*>/, '')
  const { business, language } = await importPage(plain + table, [], {
    'app.html': '<html lang=en><title>App</title><h1>Scores of the club</h1>',
    'more.html': plain.replaceAll('Bäckerei', 'Mehr'),
  })
  expect([business.country, language]).toEqual(['DE', 'de'])
})

it('what the user says counts most, if there is such a country', async () => {
  const { language, business } = await importPage(german, [
    '--language',
    'de-AT',
    '--country',
    'at',
  ])
  expect({ language, country: business.country }).toEqual({ language: 'de-AT', country: 'AT' })
  const wrong = await runInProcess('import', [
    ...[join(work, 'old-1'), join(work, 'none'), '--country', 'XX'],
  ])
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not XX') })
})
