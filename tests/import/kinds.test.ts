/** What old pages say by marks, tables and bytes arrives as a visitor read it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { decodeText } from '../../scripts/import/decode-text.ts'
import { parseDay } from '../../scripts/import/html/read-head.ts'
import { findStartOfDay } from '../../schema/days/time-zone.ts'
import { runInProcess } from '../helpers/run-in-process.ts'

let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-import-kinds-'))))
afterAll(() => rm(work, { recursive: true }))

let count = 0
/** Imports a page with a body. @returns its blocks, and the values of its facts */
async function importBody(body: string | Uint8Array) {
  const source = join(work, `old-${++count}`)
  const dir = join(work, `new-${count}`)
  await mkdir(source)
  const start = '<html lang="en"><title>Shop</title><h1>Shop</h1>'
  await writeFile(
    join(source, 'index.html'),
    Buffer.concat([Buffer.from(start), Buffer.from(body)]),
  )
  const { code, stderr } = await runInProcess('import', [source, dir])
  expect({ code, stderr: stderr.replaceAll(/.* …\n/g, '') }).toEqual({ code: 0, stderr: '' })
  const { pages } = parse(await readFile(join(dir, 'pages/home.yaml'), 'utf8'))
  const facts = await readFile(join(dir, 'pages/facts.yaml'), 'utf8').catch(() => 'facts: {}')
  const listed = Object.values<{ value: unknown; label: string }>(parse(facts).facts)
  const [values, labels] = [listed.map(({ value }) => value), listed.map(({ label }) => label)]
  const blocks = pages['/'].blocks.slice(1)
  return { dir, blocks, text: blocks[0]?.body, values, labels }
}

it.each([
  ['<p>Only $49<sup>99</sup> today.</p>', 'Only ${only-figure} today.', ['$49.99']],
  ['<p>Room for 10<sup>3</sup> people.</p>', 'Room for 10³ people.', []],
  ['<p>H<sub>2</sub>O on the 1<sup>st</sup>.</p>', 'H₂O on the 1st.', []],
  ['<p>Was <del>$80</del> now $60.</p>', 'Was ~~$80~~ now ${was-now}.', [60]],
  ['<p>Now 450 <span style="text-decoration:line-through">550</span></p>', 'Now 450 ~~550~~', []],
  ['<p>10<sup>-3</sup> of 5<sup>−12</sup></p>', '10⁻³ of 5⁻¹²', []],
  ['<p><ruby>山本<rt>やまもと</rt></ruby>太郎</p>', '山本やまもと太郎', []],
  ['<p>Sold: <progress>30%</progress><meter>60%</meter></p>', 'Sold:', []],
  ['<p>می‌خواهیم 👨‍👩‍👧​</p><p>‍</p>', 'می‌خواهیم 👨‍👩‍👧', []],
  ['<dialog>no</dialog><noembed>no</noembed><input type=range value=5>', undefined, []],
  ['<ol><li>Mix<p>Wait</p><li value=2>Bake</ol>', '1. Mix\n\n   Wait\n\n2. Bake', []],
  ['<ol><li>Mix</li><p>Wait</p><li>Bake</li></ol>', '1\\. Mix\n\nWait\n\n2\\. Bake', []],
  [
    '<p>In <st1:place w:st="on">Midland</st1:place>, at <x-hour>9</x-hour><o:p></o:p></p>',
    'In Midland, at 9',
    [],
  ],
  ['<p>It has 4.2–5.5% of it</p>', 'It has ${it-has} of it', ['4.2–5.5%']],
  ['<p>Pay<input type=radio>now</p>', 'Pay now', []],
  ['<p>$5k, $1.5M and £2m or $3 off</p>', '$5k, $1.5M and £2m or ${m-and-2m-or} off', [3]],
  ['<p>Was <strike>$80</strike>.</p>', 'Was ~~$80~~.', []],
  ['<ol start="3"><li>Third</li><li>Fourth</li></ol>', '3\\. Third\n\n4\\. Fourth', []],
  ['<ol type="I" start="4"><li>Dues</li><li>Guests</li></ol>', 'IV. Dues\n\nV. Guests', []],
  [
    '<ol style="list-style-type: lower-roman"><li>Ring</li><li value="49">Wait</li></ol>',
    'i. Ring\n\nxlix. Wait',
    [],
  ],
  ['<ol reversed><li>Draw</li><li value="1">Loose</li></ol>', '2\\. Draw\n\n1\\. Loose', []],
  [
    '<p><a href="https://a.example.com/x">Go to <b>our</b> shop</a> now.</p>',
    '[Go to **our** shop](https://a.example.com/x) now.',
    [],
  ],
  ['<p><b>One <code>two</code> (<i>three</i>)</b> x.pdf</p>', '**One two (three)** x.pdf', []],
  ['<p>12 Main St<br>Midland<br></p>', '12 Main St\\\nMidland', []],
  ['<pre>One\n  two\nthree</pre>', 'One\\\ntwo\\\nthree', []],
])('the marks of %s are kept', async (html, expected, expectedValues) => {
  const { text, values } = await importBody(html)
  expect(text).toBe(expected)
  expect(values.map((value) => (value === 49.99 ? '$49.99' : value))).toEqual(expectedValues)
})

it('a figure is a fact only where a text has a price or a percentage', async () => {
  const prices = '<p>It is 1.290,- € or 49 €.</p><p>From $150-180, and 20 % off.</p>'
  const others =
    '<p>See https://example.com/a%E7%97%85.</p><p>Let $x_1 + 5 = 7$, or $5x + 3$ at 1.00 o’clock.</p>'
  const { values, text } = await importBody(prices + others)
  expect(values).toEqual(['1.290,- €', '49 €', '$150-180', '20 %'])
  expect(text).toContain('https://example.com/a%E7%97%85')
})

it('a figure is whole, however its thousands and its currency are written', async () => {
  const prices =
    '<p>Ab 1’990.00 CHF, CHF 89.– bis CHF 119.–, 1 290 €, 12&#8239;500,50 €, ₪55 und 2 400 kr.</p>'
  const { values, text } = await importBody(prices)
  expect(values).toEqual(
    '1’990.00 CHF;CHF 89.–;CHF 119.–;1 290 €;12 500,50 €;₪55;2 400 kr'.split(';'),
  )
  expect(text.replaceAll(/\$\{.*?\}/g, '…')).toBe('Ab …, … bis …, …, …, … und ….')
})

it('a fact is called as the line is that has its figure', async () => {
  const note = await importBody(
    '<p>From $90<a href="#note">[1]</a> a day</p><p id=note>With tax</p>',
  )
  expect(note.labels).toEqual(['From …[1] a day'])
  const { labels } = await importBody(
    '<h2>Flat</h2><ul><li>From <b>$1100 a month</b></li><li>A <a href="/">balcony</a></li></ul>',
  )
  expect(labels).toEqual(['From … a month'])
})

it('a cell that covers several columns or rows is read in each', async () => {
  const { blocks, values } = await importBody(
    '<h2>Prices</h2><table><tr><th>Service</th><th>S</th><th>M</th><th>L</th></tr><tr><td>Nails</td><td colspan="2">$20</td><td>$25</td></tr><tr><td rowspan="2">Bath</td><td>$30</td><td>$40</td><td>$50</td></tr><tr><td>$31</td><td>$41</td><td>$51</td></tr></table>',
  )
  expect(blocks[0]).toMatchObject({
    type: 'comparison-table',
    columns: ['S', 'M', 'L'],
    rows: [{ label: 'Nails' }, { label: 'Bath' }, { label: 'Bath' }],
  })
  expect(values).toEqual([20, 20, 25, 30, 40, 50, 31, 41, 51])
})

it.each([
  [
    '<table><tr><td>Wymiana baterii</td><td>15 zł</td></tr><tr><td>Szkiełko</td><td>40,00 zł</td></tr></table>',
    {
      type: 'fee-table',
      rows: [
        { item: 'Wymiana baterii', price: '${wymiana-baterii}' },
        { item: 'Szkiełko', price: '${szkielko-figure}' },
      ],
    },
  ],
  [
    '<table><tr><th>品名<th>価格<tr><td>桜餅<td>250円<tr><td>羊羹<td>1,800円</table>',
    { type: 'fee-table', columns: { item: '品名', price: '価格' } },
  ],
  [
    '<table><tr><td><b>Day</b><td><b>From</b><td><b>To</b><tr><td>Monday<td>9.00<td>17.30<tr><td>Saturday<td>10.00<td>14.00</table>',
    { type: 'comparison-table', lead: 'Day', columns: ['From', 'To'] },
  ],
  [
    '<table><tr><td>Bath<td>$30<td>Dry included<tr><td>Nails<td>$12<td></table>',
    { type: 'fee-table', rows: [{ item: 'Bath', note: 'Dry included' }, { item: 'Nails' }] },
  ],
])('a table without names or headings stays a table: %s', async (html, block) => {
  expect((await importBody(html)).blocks[0]).toMatchObject(block)
})

it('a table whose cells cover rows is one, and its list says of each row what it is about', async () => {
  const { text } = await importBody(
    '<table><tr><td rowspan=2>Roses<td>red<td><a href="https://example.com/r">3</a><tr><td>white<td>4<tr><td>Lilies<td colspan=2>6</table>',
  )
  expect(text).toBe('- Roses, red, [3](https://example.com/r)\n\n- Roses, white, 4\n\n- Lilies, 6')
})

it('two phone numbers beside each other are two', async () => {
  const { dir } = await importBody('<p>Tel. (432) 555-0142 (432) 555-0199</p>')
  const { site } = parse(await readFile(join(dir, 'pages.yaml'), 'utf8'))
  expect([site.phone.number, site.otherContacts]).toEqual([
    '+1 (432) 555-0142',
    ['+1 (432) 555-0199'],
  ])
})

it('an address in a text stays the same, whatever is corrected after the import', async () => {
  const address = 'https://go.example.net/BpmueLLgEn_/?utm_source=a_b_c'
  const { dir } = await importBody(`<p>Read ${address} for more.</p>`)
  await runInProcess('check', ['--site', dir, '--fix'])
  expect(await readFile(join(dir, 'pages/home.yaml'), 'utf8')).toContain(`Read ${address} for`)
})

it('bytes are decoded as browsers do', () => {
  const bytes = Buffer.from('1.290,- \x80 \x93Gold\x94 \x96 \x85', 'latin1')
  const text = '1.290,- € “Gold” – …'
  for (const name of ['windows-1252', 'iso-8859-1', 'latin1', 'us-ascii'])
    expect(decodeText(Buffer.concat([Buffer.from(`<meta charset=${name}>`), bytes]))).toContain(
      text,
    )
  expect(decodeText(bytes)).toBe(text)
  expect(decodeText(bytes, 'ISO-8859-1')).toBe(text)
  expect(decodeText(Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'), 'windows-1251')).toBe(
    'Привет',
  )
  expect(decodeText(Buffer.from('<p>Größe €'))).toBe('<p>Größe €')
  expect(decodeText(Buffer.from('\ufeffPréis', 'utf16le'))).toBe('Préis')
  const declared = `<?xml version="1.0" encoding="iso-8859-2"?><p>\xa3\xf3d\xbc`
  expect(decodeText(Buffer.from(declared, 'latin1'))).toContain('<p>Łódź')
  const late = `<html><!--${'.'.repeat(3000)}--><meta charset=iso-8859-2><p>\xa3\xf3d\xbc`
  expect(decodeText(Buffer.from(late, 'latin1'))).toContain('<p>Łódź')
  // An editor has saved it again. In Shift_JIS, the same bytes are other signs.
  const again = (name: string) => decodeText(Buffer.from(`<meta charset=${name}>Raúl`))
  expect(['iso-8859-1', 'shift_jis'].map(again)).toEqual([
    '<meta charset=iso-8859-1>Raúl',
    '<meta charset=shift_jis>Raﾃｺl',
  ])
})

it('the first day of the calendar is no date of an article', () => {
  expect(parseDay('0001-01-01T00:00:00Z')).toBeUndefined()
  expect(parseDay('2014-03-02')).toBe('2014-03-02')
  for (const day of ['0001-01-01', '0999-12-31', '9999-12-31'])
    expect(findStartOfDay(Date.parse(day), 'America/Chicago')).toBeGreaterThan(-Infinity)
})

it('has a page for missing addresses in the language of the old site', async () => {
  const source = join(work, 'old-spanish')
  const dir = join(work, 'new-spanish')
  await mkdir(source)
  const page =
    '<html lang="es"><title>Tienda</title><h1>Tienda</h1><p>Abrimos todos los días de la semana.'
  await writeFile(join(source, 'index.html'), page)
  await runInProcess('import', [source, dir])
  const { site } = parse(await readFile(join(dir, 'pages.yaml'), 'utf8'))
  expect([site.language.slice(0, 2), site.notFound.title]).toEqual(['es', 'Página no encontrada'])
})
