/** Reviews of other programs are added to those of a site, without a permission and none twice. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importReviews as importReviewsOf } from '../../scripts/reviews/import-reviews.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
const read = (file: string) => readFile(join(site, file), 'utf8')
async function importReviews(name: string, content: string, ...args: string[]) {
  await writeFile(join(site, name), content)
  return runInProcess('reviews', ['import', join(site, name), '--site', site, ...args])
}
async function nameFile(file: string) {
  const settings = await readFile(join(root, 'tests/base-site/pages.yaml'), 'utf8')
  await writeFile(
    join(site, 'pages.yaml'),
    settings.replace('\n  origin:', `\n  reviews: ${file}\n  origin:`),
  )
}

const takeout = JSON.stringify({
  reviews: [
    {
      reviewer: { displayName: 'Ana R.', profilePhotoUrl: 'https://photos.example.com/1' },
      starRating: 'FIVE',
      comment: '(Translated by Google) Very good, and quick.\n\n(Original)\nMuy bueno,\ny rápido.',
      createTime: '2026-05-14T10:00:00Z',
      updateTime: '2026-06-01T10:00:00Z',
      name: 'accounts/1/locations/2/reviews/3',
    },
    {
      reviewer: { displayName: 'Ben' },
      starRating: 'FOUR',
      createTime: '2026-05-15T10:00:00Z',
      name: 'accounts/1/locations/2/reviews/4',
    },
  ],
})

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-reviews-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await nameFile('data/reviews.csv')
})
afterEach(() => rm(site, { recursive: true }))

const header =
  'text,author,place,date,source,address,checked,until,permission,service,stars,edited,language\n'

it('those of Google Takeout are added once', async () => {
  const { stdout, code } = await importReviews('takeout.json', takeout)
  expect(code).toBe(0)
  expect(stdout).toContain('1 review added, 0 known already.')
  expect(stdout).toContain('review 2: it has no text, only stars')
  const added = `${header}"Muy bueno, y rápido.",Ana R.,,2026-05-14,Google,,,,,,5,,\n`
  expect(await read('data/reviews.csv')).toBe(added)
  const again = await importReviews('takeout.json', takeout)
  expect(again.stdout).toContain('0 reviews added, 1 known already.')
  expect(await read('data/reviews.csv')).toBe(added)
  const check = await runInProcess('check', ['--site', site, '--launch'])
  expect(check.stdout).toContain('The review by Ana R. has no permission to be shown.')
})

it('a spreadsheet may call its columns otherwise', async () => {
  await importReviews('takeout.json', takeout)
  const before = await read('data/reviews.csv')
  const sheet = [
    'Marca temporal;Nombre;Ciudad;Comentario;Calificación;Correo',
    '14/05/2026 10:00;Eva;Odessa;Bien.;4/5;eva@example.com',
    '05/06/2026;Fay;;"Good; cheap.";★★★☆☆;',
    'yesterday;Gil;;Good.;5;',
    '06/05/2026;Hal;;(Original) and the best.;5;',
    '05/06/2026;ana r.;;Muy bueno y rápido;5;',
  ].join('\n')
  const dry = await importReviews('form.csv', sheet, '--dry-run')
  expect(dry.stdout).toContain('+Bien.,Eva,Odessa,2026-05-14,,,,,,,4,,')
  expect(await read('data/reviews.csv')).toBe(before)
  const { stdout } = await importReviews('form.csv', sheet)
  expect(stdout).toContain('3 reviews added, 1 known already.')
  // The first date of the column shows that the day comes first.
  expect(stdout).toContain('line 4: its date is "yesterday"')
  expect(stdout).toContain('Columns without a use here: Correo.')
  expect(await read('data/reviews.csv')).toBe(
    `${before}Bien.,Eva,Odessa,2026-05-14,,,,,,,4,,\nGood; cheap.,Fay,,2026-06-05,,,,,,,3,,\n(Original) and the best.,Hal,,2026-05-06,,,,,,,5,,\n`,
  )
})

it.each([
  [
    'the other order in the same file',
    ['13/02/2026', '05/26/2026', '05/06/2026'],
    ['2026-02-13', '2026-05-26', undefined],
  ],
  ['dots, which follow a day', ['05.06.2026', '7.8.2026'], ['2026-06-05', '2026-08-07']],
  ['a month, and a day that does not exist', ['June 2026', 'Sep 31, 2026'], ['2026-06', undefined]],
  ['words in Spanish', ['13 de febrero de 2026', 'Feb 14, 2026'], ['2026-02-13', '2026-02-14']],
])('reads a column of dates in one order: %s', async (_, dates, days) => {
  const rows = dates.map((date, index) => `Well done ${index}.,Ann,"${date}"`)
  await importReviews('dates.csv', ['Comment,Name,Date', ...rows].join('\n'))
  const lines = (await read('data/reviews.csv')).split('\n')
  const taken = dates.map((_, index) =>
    lines.find((line) => line.startsWith(`Well done ${index}.`)),
  )
  expect(taken.map((line) => line?.split(',')[3])).toEqual(days)
})

it('says in which order it has read dates that do not tell', async () => {
  const { stdout } = await importReviews('dates.csv', 'Comment,Name,Date\nWell.,Ann,05/06/2026\n')
  expect(stdout).toContain('05/06/2026 was read with the month first. No date of the file tells.')
})

it.each([
  ['(Traducido por Google) Good. (Texto original) Bien.', 'Bien.'],
  ['Bien. (Übersetzt von Google) Gut.', 'Bien.'],
  ['(Translated by Google) Good. (Original) Bien (Original) hecho.', 'Bien (Original) hecho.'],
  ['Found you (via Google) and called.', 'Found you (via Google) and called.'],
])('takes the words of the author from %s', async (written, taken) => {
  await importReviews('texts.csv', `Comment,Name,Date\n${written},Ann,2026-05-06\n`)
  expect(await read('data/reviews.csv')).toContain(`\n${taken},Ann,`)
})

it('a file in YAML gets entries', async () => {
  await nameFile('reviews.yaml')
  await writeFile(
    join(site, 'reviews.yaml'),
    '# ours\n- { text: Rolls., author: Ivy, date: 2026-05, source: a card }\n',
  )
  await importReviews('takeout.json', takeout)
  expect(await read('reviews.yaml')).toContain('# ours\n- { text: Rolls., author: Ivy,')
  expect(await read('reviews.yaml')).toContain('Muy bueno, y rápido.')
  expect((await importReviews('takeout.json', takeout)).stdout).toContain('1 known already')
})

it('two imports into a new file lose nothing that is said to be added', async () => {
  const authors = ['Ann', 'Ben', 'Cleo']
  const imports = authors.map(async (author) => {
    const path = join(site, `${author}.csv`)
    await writeFile(path, `Name,Review,Date\n${author},"Very good, and quick.",2026-05-14\n`)
    return importReviewsOf(site, path, { dryRun: false })
  })
  const results = await Promise.allSettled(imports)
  const written = await read('data/reviews.csv')
  const added = authors.filter((_, index) => results[index]!.status === 'fulfilled')
  expect(added.length).toBeGreaterThan(0)
  expect(authors.filter((author) => written.includes(author))).toEqual(added)
})

it.each(['../outside.csv', '/../outside.csv', '.hidden/reviews.csv', 'data/con.csv'])(
  'no file is made at %s',
  async (file) => {
    await nameFile(file)
    const { code } = await importReviews('takeout.json', takeout)
    expect(code).not.toBe(0)
    expect(existsSync(join(site, file))).toBe(false)
  },
)

it('what cannot be imported is said', async () => {
  expect((await importReviews('a.json', '{}')).stderr).toContain('has no list of reviews')
  expect((await importReviews('a.csv', 'Name,Phone\nAna,1\n')).stderr).toContain(
    'has no column for the text of a review. It has: Name, Phone.',
  )
  await nameFile('')
  expect((await importReviews('a.json', takeout)).stderr).toContain(
    'Add this under site, and run it again: reviews: data/reviews.csv',
  )
})
