/** A part of a site goes out as a spreadsheet and comes back: only what was changed is written. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import exceljs from 'exceljs'
import jszip from 'jszip'
import papaparse from 'papaparse'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowFile, writeSet } from '../studio/set-site.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, type ScriptResult } from '../helpers/run-npm-script.ts'

const facts = `# The ledger.
facts:
  loaf: { label: A loaf, unit: GBP, value: 4.20 } # the large one
  roll: { label: A roll, unit: GBP, value: 1 }
  rise: { label: How long the dough rises, unit: hours, value: { min: 16, max: 18 } }
  delivery-radius: { label: How far we deliver, unit: km, value: 5 }
  reviews:
    label: Reviews
    unit: count
    readings:
      profile: { value: 500, plus: true, source: The profile, evidence: { source: profile, checked: 2026-11-20 } }
      book: { value: 480, source: 'Our book, "red"' }
`
const shops = `sets:
  /shops/{town}:
    rows: data/shops.csv
    page:
      kind: info
      title: Our shop in {{town}}
      description: Our shop in {{town}}, {{zip}}.
      noindex: true
      blocks: [{ type: hero, heading: 'In {{town}}' }]
`
const shopRows = 'Town;Opens;"ZIP"\r\nLeeds;7;"01001"\r\n"York; old";8;1.10\r\nHull;9;12\r\n'

let work: string
let site: string
const path = (file: string) => join(site, file)
const read = (file: string) => readFile(path(file), 'utf8')
const out = (file: string) => join(work, file)

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-sheet-'))
  process.env.SIGNPOST_CACHE = createOwnCache(out('cache'))
  site = out('site')
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  writeSet(site)
  await mkdir(path('data'), { recursive: true })
  await writeFile(path('pages/facts.yaml'), facts)
  await writeFile(path('pages/shops.yaml'), shops)
  await writeFile(path('data/shops.csv'), shopRows)
})
afterEach(async () => {
  delete process.env.SIGNPOST_CACHE
  await rm(work, { recursive: true, maxRetries: 5 })
})

const run = (...args: string[]): Promise<ScriptResult> =>
  runInProcess('sheet', [...args, '--site', site])

/** Exports a sheet, and changes it as text. */
async function changeCsv(name: string, change: (text: string) => string): Promise<string> {
  const file = out('sheet.csv')
  await rm(file, { force: true })
  expect((await run('export', name, file)).stderr).toBe('')
  await writeFile(file, change(await readFile(file, 'utf8')))
  return file
}

/** Exports a sheet, and changes it as a spreadsheet program does. */
async function changeXlsx(name: string, change: (sheet: exceljs.Worksheet) => void) {
  const file = out('sheet.xlsx')
  expect((await run('export', name, file)).stderr).toBe('')
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.readFile(file)
  change(workbook.worksheets[0]!)
  await workbook.xlsx.writeFile(file)
  return file
}

/** Changes the text of the sheet in a spreadsheet of facts. */
async function changeXml(change: (text: string) => string): Promise<string> {
  const file = await changeXlsx('facts', () => {})
  const zip = await jszip.loadAsync(await readFile(file))
  const sheet = 'xl/worksheets/sheet1.xml'
  zip.file(sheet, change(await zip.file(sheet)!.async('string')))
  await writeFile(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
  return file
}

/** The cell of a row, which its first cell names, below a heading. */
function findCell(sheet: exceljs.Worksheet, name: string, heading: string): exceljs.Cell {
  const column = (sheet.getRow(1).values as unknown[]).indexOf(heading)
  let found: exceljs.Cell | undefined
  sheet.eachRow((row) => {
    if (row.getCell(1).value === name) found ??= row.getCell(column)
  })
  return found!
}

it.each(['facts', 'pages', '/shops/{town}', '/rounds/{town}', 'data/shops.csv'])(
  '%s that comes back as it went out changes nothing',
  async (name) => {
    for (const file of [out('sheet.csv'), out('sheet.xlsx')]) {
      expect((await run('export', name, file)).stderr).toBe('')
      const { code, stdout } = await run('import', file)
      expect(stdout).toContain('nothing to write')
      expect(code).toBe(0)
    }
  },
)

it('a sheet may come back with semicolons, as many spreadsheets save it', async () => {
  const file = await changeCsv('facts', (text) => {
    const { data } = papaparse.parse<string[]>(text.trim())
    return papaparse.unparse(data, { delimiter: ';' })
  })
  const { code, stdout, stderr } = await run('import', file)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('nothing to write')
})

it('a German program writes semicolons, commas and days in its own way, and changes nothing', async () => {
  const days = (text: string) => text.replaceAll('2026-11-20', '20.11.2026')
  const commas = (text: string) => text.replaceAll(/(?<=,)(\d+)\.(\d+)(?=,)/g, '"$1,$2"')
  for (const name of ['facts', 'data/shops.csv']) {
    const file = await changeCsv(name, (text) => {
      const { data } = papaparse.parse<string[]>(commas(days(text)).trim())
      return papaparse.unparse(data, { delimiter: ';' })
    })
    expect(await readFile(file, 'utf8')).toMatch(/;(?:4,2|1,10);/)
    const { code, stdout } = await run('import', file)
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing to write')])
  }
  const file = await changeCsv('facts', (text) => {
    const { data } = papaparse.parse<string[]>(text.replace(',4.2,,,', ',"4,5",,the owner,').trim())
    return papaparse.unparse(data, { delimiter: ';' })
  })
  expect((await run('import', file)).stdout).toContain('  loaf, value: "4.2" → "4.5"')
})

it.each([
  ['3-5', '5-Mar'],
  ['1/2', '01. Feb'],
  ['1/2', '01/02/26'],
  ['9:30', '09:30:00'],
  ['9:30', '09:30:00 AM'],
  ['12:15', '12:15:00 PM'],
  ['12 %', '12.00%'],
  ['1234567890123456', '1234567890123450'],
])('%s that a spreadsheet spells %s is left as it is', async (zip, spelled) => {
  await writeFile(path('data/shops.csv'), shopRows.replace('"01001"', zip))
  const file = await changeCsv('/shops/{town}', (text) => text.replace(zip, spelled))
  const { stdout } = await run('import', file)
  expect(stdout).toContain(`Leeds, ZIP: a spreadsheet makes "${spelled}" of "${zip}".`)
  expect(stdout).toContain('nothing to write')
})

it.each([
  ['6/14/2027', '6/5/2027'],
  ['14/6/2027', '5/6/2027'],
])(
  'in a column with %s, another day is a change, whatever the other order makes of it',
  async (second, changed) => {
    const rows = shopRows.replace('"01001"', '2027-05-06').replace('1.10', '2027-06-14')
    await writeFile(path('data/shops.csv'), rows)
    const file = await changeCsv('/shops/{town}', (text) =>
      text.replace('2027-05-06', changed).replace('2027-06-14', second),
    )
    const { stdout } = await run('import', file)
    expect(stdout).toContain(`Leeds, ZIP: "2027-05-06" → "${changed}"`)
    expect(stdout).toContain(`York; old, ZIP: a spreadsheet makes "${second}" of "2027-06-14".`)
  },
)

it('another time, share or number is a change', async () => {
  const zips = {
    '3-5': '4-Mar',
    '4.2': '4 eggs',
    '9:30': '09:30:00 PM',
    '12 %': '13%',
    '1234567890123456': '1',
  }
  for (const [zip, changed] of Object.entries(zips)) {
    await writeFile(path('data/shops.csv'), shopRows.replace('"01001"', zip))
    const file = await changeCsv('/shops/{town}', (text) => text.replace(zip, changed))
    expect((await run('import', file)).stdout).toContain(`Leeds, ZIP: "${zip}" → "${changed}"`)
  }
})

it('a sheet that was opened in another encoding is refused', async () => {
  const file = await changeCsv('/shops/{town}', (text) => Buffer.from(text).toString('latin1'))
  const { code, stderr } = await run('import', file)
  expect([code, stderr]).toEqual([1, expect.stringContaining('another encoding than UTF-8')])
})

it.each([
  't="d"><v>2026-11-21T00:00:00Z</v>',
  "t='d'><v>2026-11-21</v>",
  't="d" xml:space="preserve">\n<v>2026-11-21T00:00:00</v>',
])('a day that a program has written as ISO 8601 is that day: %s', async (written) => {
  const serial = String(Date.parse('2026-11-20') / 86_400_000 + 25_569)
  const file = await changeXml((text) => {
    expect(text).toContain(`<v>${serial}</v>`)
    return text.replace(new RegExp(`<c ([^>]*)><v>${serial}</v>`), `<c $1 ${written}`)
  })
  expect((await run('import', file)).stdout).toContain(
    '  reviews.profile, checked: "2026-11-20" → "2026-11-21"\n',
  )
})

describe('a cell says what the sheet shows:', () => {
  const time = new Date('1899-12-30T09:30:00Z')
  it.each<[string, exceljs.CellValue, string, string]>([
    ['a time', time, 'h:mm', '9:30'],
    ['hours', new Date('1899-12-31T12:15:00Z'), '[h]:mm', '36:15'],
    ['a date', new Date('2026-12-24T00:00:00Z'), 'd mmmm yyyy', '24 December 2026'],
    ['a date as it looks here', new Date('2026-12-24T00:00:00Z'), 'mm-dd-yy', '2026-12-24'],
    ['a word', 5, '[>100]"many";"few"', 'few'],
    ['minutes', 0.0625, '[mm]', '90'],
    ['a rounded number', 1.005, '0.00', '1.01'],
    ['a price', 1234.5, '"£"#,##0.00', '£1,234.50'],
    ['a fraction', 1.5, '# ?/?', '1 1/2'],
    ['zeros', 1002, '00000', '01002'],
    ['a computed number', { formula: '12*1.1', result: 13.200000000000001 }, 'General', '13.2'],
    ['rich text', { richText: [{ text: 'By ' }, { text: 'eight' }] }, 'General', 'By eight'],
  ])('%s', async (_, value, numFmt, shown) => {
    const file = await changeXlsx('/shops/{town}', (sheet) => {
      Object.assign(findCell(sheet, 'Leeds', 'ZIP'), { value, numFmt })
    })
    const { stdout } = await run('import', file, '--dry-run')
    expect(stdout).toContain(`  Leeds, ZIP: "01001" → "${shown}"\n`)
  })

  it('a column of numbers takes the number', async () => {
    const file = await changeXlsx('/shops/{town}', (sheet) => {
      Object.assign(findCell(sheet, 'Leeds', 'Opens'), { value: 6.5, numFmt: '0.00" am"' })
    })
    expect((await run('import', file)).stdout).toContain('  Leeds, Opens: "7" → "6.5"\n')
  })

  it('a fact that is a text takes what the cell shows', async () => {
    await writeFile(
      path('pages/facts.yaml'),
      `${facts}  wait: { label: How long it takes, unit: text, value: an hour }\n`,
    )
    const file = await changeXlsx('facts', (sheet) => {
      Object.assign(findCell(sheet, 'wait', 'value'), { value: 45, numFmt: '"about "0" min"' })
      findCell(sheet, 'wait', 'source').value = 'the owner'
    })
    expect((await run('import', file)).stdout).toContain(
      '  wait, value: "an hour" → "about 45 min"\n',
    )
  })

  it('12 % is 12, if the fact counts percent', async () => {
    await writeFile(
      path('pages/facts.yaml'),
      `${facts}  off: { label: Off, unit: percent, value: 10 }\n`,
    )
    const file = await changeXlsx('facts', (sheet) => {
      Object.assign(findCell(sheet, 'off', 'value'), { value: 0.12, numFmt: '0%' })
      findCell(sheet, 'off', 'source').value = 'the owner'
    })
    expect((await run('import', file)).stdout).toContain('  off, value: "10" → "12"\n')
  })
})

describe('what can mean several things is refused, with its cell:', () => {
  it.each<[string, exceljs.CellValue, string, string]>([
    ['percent', 0.12, '0%', 'in cell C2, it is 0.12, and shows 12%.'],
    ['a shortened number', 100_000, '0.00E+00', 'in cell C2, it is 100000, and shows 1.00E+05.'],
    ['no result', { formula: 'B2+1' }, 'General', 'in cell C2, it is a formula without a result.'],
    ['an error', { error: '#REF!' }, 'General', 'in cell C2, it shows the error #REF!.'],
  ])('%s', async (_, value, numFmt, reason) => {
    const file = await changeXlsx('/shops/{town}', (sheet) => {
      Object.assign(findCell(sheet, 'Leeds', 'ZIP'), { value, numFmt })
    })
    const { code, stdout } = await run('import', file)
    expect([code, stdout]).toEqual([1, expect.stringContaining(reason)])
    expect(await read('data/shops.csv')).toBe(shopRows)
  })

  it('merged cells', async () => {
    const file = await changeXlsx('/shops/{town}', (sheet) => sheet.mergeCells('B2:C2'))
    const { code, stdout } = await run('import', file)
    expect([code, stdout]).toEqual([1, expect.stringContaining('in cell C2, it is merged with B2')])
  })

  it('thousands or decimals', async () => {
    const file = await changeCsv('facts', (text) => {
      const { data } = papaparse.parse<string[]>(text.replace(',4.2,', ',"1,234",').trim())
      return papaparse.unparse(data, { delimiter: ';' })
    })
    const { code, stdout } = await run('import', file)
    expect([code, stdout]).toEqual([1, expect.stringContaining('it can be a number of thousands')])
  })
})

it('a text with a comma, and a formula with its apostrophe, stay as they are', async () => {
  const more = '  size: { label: =A+B, unit: text, value: "1,5" }\n'
  await writeFile(path('pages/facts.yaml'), facts + more)
  const german = await changeCsv('facts', (text) => {
    const { data } = papaparse.parse<string[]>(text.trim())
    return papaparse.unparse(data, { delimiter: ';' })
  })
  expect(await run('import', german)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing to write'),
  })
  // A program has opened the CSV, and saved it as .xlsx.
  const file = await changeXlsx('facts', (sheet) => {
    findCell(sheet, 'size', 'label').value = "'=A+B"
  })
  expect((await run('import', file)).stdout).toContain('nothing to write')
})

it('1e5 stays 1e5, whatever a program makes of it', async () => {
  await writeFile(path('data/shops.csv'), shopRows.replace('1.10', '1e5'))
  for (const spelled of ['1e5', '1.00E+05', '100000']) {
    const file = await changeCsv('data/shops.csv', (text) => text.replace(',1e5,', `,${spelled},`))
    expect((await run('import', file)).stdout).toContain('nothing to write')
  }
  const file = await changeXlsx('data/shops.csv', () => {})
  expect((await run('import', file)).stdout).toContain('nothing to write')
})

it('numbers, ranges, days and sources are written where they were, and nothing else', async () => {
  const file = await changeXlsx('facts', (sheet) => {
    expect(findCell(sheet, 'loaf', 'value').value).toBe(4.2)
    expect(findCell(sheet, 'reviews', 'checked').value).toEqual(new Date('2026-11-20'))
    expect(findCell(sheet, 'reviews', 'plus').dataValidation.formulae).toEqual(['"yes"'])
    findCell(sheet, 'loaf', 'value').value = 4.5
    findCell(sheet, 'loaf', 'source').value = '=the owner'
    findCell(sheet, 'rise', 'value').value = '16-20'
    findCell(sheet, 'rise', 'source').value = 'the baker'
    findCell(sheet, 'reviews', 'plus').value = null
    findCell(sheet, 'reviews', 'checked').value = new Date('2026-11-26')
  })
  const dry = await run('import', file, '--dry-run')
  expect(dry.stdout).toContain('  loaf, value: "4.2" → "4.5"')
  expect(dry.stdout).toContain('A loaf (loaf) £4.20 → £4.50; source set to =the owner')
  expect(dry.stdout).toContain('Nothing was written.')
  expect(await read('pages/facts.yaml')).toBe(facts)
  expect((await run('import', file)).stdout).toContain('Written: pages/facts.yaml.')
  expect(await read('pages/facts.yaml')).toBe(
    facts
      .replace('value: 4.20 }', 'value: 4.5, source: =the owner }')
      .replace('max: 18 }', 'max: 20 }, source: the baker')
      .replace(' plus: true,', '')
      .replace('2026-11-20', '2026-11-26'),
  )
})

it('facts and readings are added and removed, unless a page cites them', async () => {
  const file = await changeCsv('facts', (text) =>
    text
      .replace(/^roll,.*\r\n/m, '')
      .replace(/^reviews,book.*\r\n/m, '')
      .concat('bun,,A bun,GBP,1.5,,the owner,,,,,,,\r\n')
      .concat('reviews,web,,,490,yes,The web,,,,,,,\r\n')
      .concat('wait,bank,A wait,minutes,5,,Staff,,,,,,,\r\nwait,shop,,,2–4,,Us,,,,,,,\r\n'),
  )
  const { code, stderr } = await run('import', file)
  expect(stderr).toContain('Nothing was imported, because the site would have these errors:')
  expect(stderr).toContain('UNKNOWN_FACT')
  expect(code).toBe(1)
  expect(await read('pages/facts.yaml')).toBe(facts)
  const shop = await read('pages/shop.yaml')
  await writeFile(path('pages/shop.yaml'), shop.replace("'${roll}'", "'${loaf}'"))
  const { stdout } = await run('import', file)
  expect(stdout).toContain('4 rows added, 2 rows removed')
  expect(await read('pages/facts.yaml')).toBe(
    facts
      .replace(/ {2}roll: .*\n/, '')
      .replace(/book: .*/, 'web:\n        value: 490\n        plus: true\n        source: The web')
      .concat('  bun:\n    label: A bun\n    unit: GBP\n    value: 1.5\n    source: the owner\n')
      .concat('  wait:\n    label: A wait\n    unit: minutes\n    readings:\n')
      .concat('      bank:\n        value: 5\n        source: Staff\n      shop:\n')
      .concat('        value:\n          min: 2\n          max: 4\n        source: Us\n'),
  )
})

it('titles and descriptions of all pages are written, those of a set for one page', async () => {
  const shop = await read('pages/shop.yaml')
  const file = await changeCsv('pages', (text) =>
    text
      .replace('Our bread and what it costs', '"Bread, and what it costs"')
      .replace('Our shop in Hull,', 'Hull,')
      .concat('/rolls,info,Our rolls,Rolls for everyone.,Rolls,All rolls,yes,,\r\n'),
  )
  const { stdout } = await run('import', file)
  expect(stdout).toContain('2 cells changed, 1 row added')
  const after = await read('pages/shop.yaml')
  const edited = shop.replace('Our bread and what', 'Bread, and what')
  expect(after.slice(0, edited.length)).toBe(edited)
  expect(after.slice(edited.length)).toContain(
    '/rolls:\n    kind: info\n    title: Our rolls\n    description: Rolls for everyone.\n    label: Rolls\n',
  )
  expect(await read('pages/shops.yaml')).toBe(
    shops.replace(/$/, '    overrides:\n      /shops/hull:\n        title: Hull\n'),
  )
})

it('rows of a set keep zeros, separators and quotes, in CSV and in YAML', async () => {
  const file = await changeXlsx('/shops/{town}', (sheet) => {
    expect(findCell(sheet, 'Leeds', 'ZIP').value).toBe('01001')
    expect(findCell(sheet, 'Leeds', 'Opens').value).toBe(7)
    findCell(sheet, 'Hull', 'ZIP').value = '00012'
    findCell(sheet, 'York; old', 'Opens').value = 6
    sheet.spliceRows(2, 1)
    sheet.addRow(['Otley', 10, '02; 3'])
  })
  expect((await run('import', file)).stdout).toContain(
    '2 cells changed, 1 row added, 1 row removed',
  )
  expect(await read('data/shops.csv')).toBe(
    'Town;Opens;"ZIP"\r\n"York; old";6;1.10\r\nHull;9;00012\r\nOtley;10;"02; 3"\r\n',
  )
  const rounds = await changeCsv('/rounds/{town}', (text) =>
    text
      .replace(/^Ilkley.*\r\n/m, '')
      .replace('Monday', 'Friday')
      .concat('Leeds,Monday,By 007.,\r\n'),
  )
  await run('import', rounds)
  expect(await read(rowFile)).toBe(
    '# where the van goes\n- { town: Otley, day: Friday, lead: By the clock. }\n- { town: Leeds, day: Monday, lead: By 007. }\n',
  )
})

it('a table of prices goes out with its currency, and numbers below zero without an apostrophe', async () => {
  const table = '  prices: { label: A visit, unit: GBP, table: data/prices.csv }\n'
  await writeFile(path('pages/facts.yaml'), facts + table)
  await writeFile(path('data/prices.csv'), 'Service,Day,Night\nCall,£14.75,"16,50"\n')
  await writeFile(path('data/shops.csv'), shopRows.replace('Hull;9;12', 'Hull;-0.3;=1+1'))
  const shopsSheet = await changeCsv('/shops/{town}', (text) => text)
  expect(await readFile(shopsSheet, 'utf8')).toContain(`Hull,-0.3,"'=1+1"`)
  const file = await changeCsv('prices', (text) => text.replace('£14.75', '15.25'))
  const { code, stdout } = await run('import', file)
  expect(stdout).toContain('£14.75 → £15.25')
  expect(code).toBe(0)
  expect(await read('data/prices.csv')).toBe('Service,Day,Night\nCall,15.25,"16,50"\n')
})

it('a program that reads 01001 as a number changes nothing', async () => {
  const file = await changeCsv('/shops/{town}', (text) =>
    text.replace(',01001,', ',1001,').replace(',1.10,', ',1.1,'),
  )
  const computed = await changeXlsx('facts', (sheet) => {
    findCell(sheet, 'reviews', 'prints').value = 500
  })
  expect((await run('import', computed)).stdout).toContain('it is computed, so "500" was left out.')
  const { stdout } = await run('import', file)
  expect(stdout).toContain('Leeds, ZIP: a spreadsheet makes "1001" of "01001".')
  expect(await read('data/shops.csv')).toBe(shopRows)
})

describe('when the site has changed since the export,', () => {
  it('a cell that both have changed is a conflict, and other cells are not', async () => {
    const file = await changeCsv('facts', (text) =>
      text.replace('GBP,4.2,,,', 'GBP,4.5,,me,').replace('A roll', 'One roll'),
    )
    const others = facts.replace('4.20', '4.40').replace('value: 5', 'value: 6')
    await writeFile(path('pages/facts.yaml'), others)
    const { code, stdout } = await run('import', file)
    expect(code).toBe(1)
    expect(stdout).toContain('  loaf, value: the sheet says "4.5", the site says "4.4"')
    expect(stdout).toContain('Nothing was written. Import again with --keep sheet or --keep site')
    expect(await read('pages/facts.yaml')).toBe(others)
    await run('import', file, '--keep', 'sheet')
    expect(await read('pages/facts.yaml')).toBe(
      others.replace('4.40', '4.5, source: me').replace('A roll', 'One roll'),
    )
    await writeFile(path('pages/facts.yaml'), others)
    await run('import', file, '--keep', 'site')
    expect(await read('pages/facts.yaml')).toBe(
      others.replace('4.40', '4.40, source: me').replace('A roll', 'One roll'),
    )
  })

  it('a row that is missing in the sheet may be new, and stays', async () => {
    const file = await changeCsv('/shops/{town}', (text) => text.replace(/^Hull.*\r\n/m, ''))
    await writeFile(path('data/shops.csv'), `${shopRows}Otley;9;1\r\n`)
    const { stdout } = await run('import', file)
    expect(stdout).toContain('Otley is not in the sheet, and data/shops.csv has changed')
    expect(stdout).toContain('Hull is not in the sheet')
    expect(await read('data/shops.csv')).toBe(`${shopRows}Otley;9;1\r\n`)
  })
})

it.each<[string, string, (text: string) => string, string]>([
  [
    'a figure that is none',
    'facts',
    (text) => text.replace('GBP,4.2,', 'GBP,free,'),
    'a number such',
  ],
  ['a day in words', 'facts', (text) => text.replace('2026-11-20', '20.11.26'), 'write a day as'],
  [
    'a new price without a source',
    'facts',
    (text) => `${text}bun,,A bun,GBP,1.5,,,,,,,,,\r\n`,
    'a new figure needs a source',
  ],
  [
    'a changed price with the source of the earlier one',
    'facts',
    (text) => text.replace('GBP,4.2,', 'GBP,4.5,'),
    'a new figure needs a source',
  ],
  ['another name', 'facts', (text) => text.replace(/^loaf/m, 'bread'), 'renamed in its file'],
  ['another address', 'pages', (text) => text.replace(/^\/bread/m, '/loaves'), 'npm run rename'],
  [
    'a heading of a template',
    'pages',
    (text) =>
      text.replace(
        'Our shop in Hull,"Our shop in Hull, 12.",,,',
        'Our shop in Hull,"Our shop in Hull, 12.",,X,',
      ),
    'it is in the template of the set',
  ],
  ['a new page of no kind', 'pages', (text) => `${text}/x,odd,X,X,X,X,,,\r\n`, 'write one of'],
  ['an address twice', 'pages', (text) => `${text}/bread,info,X,X,X,X,,,\r\n`, 'a row for /bread'],
])('refused: %s', async (_, name, change, reason) => {
  const { code, stdout } = await run('import', await changeCsv(name, change))
  expect(stdout).toContain(reason)
  expect(stdout).toContain('Nothing was written.')
  expect(code).toBe(1)
  expect(await read('pages/facts.yaml')).toBe(facts)
})

describe('a spreadsheet that would fill the memory is refused:', () => {
  it('one with many empty rows', async () => {
    const rows = Array.from({ length: 100_100 }, (_, row) => `<row r="${row + 100}" ht="20"/>`)
    const file = await changeXml((text) => text.replace('</sheetData>', `${rows.join('')}$&`))
    expect((await run('import', file)).stderr).toContain('more rows and cells than anybody')
  })

  it('one that is large when it is unpacked', async () => {
    const file = await changeXlsx('facts', () => {})
    const bytes = await readFile(file)
    bytes.writeUInt32LE(2 ** 31, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    await writeFile(file, bytes)
    expect((await run('import', file)).stderr).toContain('more rows and cells than anybody')
  })
})

it('makes the folder of a sheet', async () => {
  expect((await run('export', 'facts', out('new/folder/sheet.csv'))).code).toBe(0)
  expect(await readFile(out('new/folder/sheet.csv'), 'utf8')).toContain('loaf')
})

it('says what is no sheet, and does not write over one', async () => {
  await writeFile(out('other.csv'), 'a,b\r\n1,2\r\n')
  expect((await run('import', out('other.csv'))).stderr).toContain('keep its last column')
  expect((await run('export', 'facts', out('other.csv'))).stderr).toContain('exists already')
  expect((await run('import', out('none.csv'))).stderr).toContain('does not exist')
  expect((await run('export', 'fact', out('x.csv'))).stderr).toContain('Did you mean facts?')
  expect((await run('export', 'facts', out('x.ods'))).stderr).toContain('.xlsx or .csv')
})
