/**
 * `npm run bench:parse -- [--dir DIR]`: how fast YAML is read, in MB/s on one core, for the files
 * of DIR or for this repository's pages repeated to files of about 800 kB. Prints the median (and
 * range) of five runs after a warm-up run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxFileBytes, parseFile, parseYamlReference } from '../../schema/source/parse-file.ts'
import { fastParseYaml } from '../../schema/source/fast-yaml.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { getValidator } from '../../schema/validate/validate-file.ts'
import { readOptions } from './read-options.ts'

const root = join(import.meta.dirname, '../..')
const { dir } = await readOptions(
  'bench:parse',
  {
    dir: {
      value: 'DIR',
      help: 'The folder of the YAML files. Default: the pages of this site, repeated.',
    },
  },
  { '': 'Time reading and validating, in MB/s.' },
)
const readYamlFiles = (from: string) =>
  readdirSync(from)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(join(from, name), 'utf8'))

/** Repeats the pages of this site in ten files, three times each, with unique routes. */
function repeatSitePages(): string[] {
  const entries = readYamlFiles(join(root, 'pages')).flatMap(
    (text) => /^pages:\n((?:(?: .*)?\n)*)/m.exec(text)?.[1] ?? [],
  )
  const again = (round: number) =>
    entries
      .map((entry) =>
        entry.replace(
          /^  \/([^:\n]*):$/gm,
          (_, rest: string) => `  /again-${round}${rest && `/${rest}`}:`,
        ),
      )
      .join('')
  return Array.from(
    { length: 10 },
    (_, file) => `pages:\n${[0, 1, 2].map((part) => again(file * 3 + part)).join('')}`,
  )
}

const texts = (dir ? readYamlFiles(dir) : repeatSitePages()).filter(
  (text) => Buffer.byteLength(text) <= maxFileBytes,
)
const files = texts.map((text) => new TextEncoder().encode(text))
const sumMegabytes = (contents: Uint8Array[]) =>
  contents.reduce((sum, { length }) => sum + length, 0) / 1e6
const fastPathCount = texts.filter((text) => fastParseYaml(Buffer.from(text))).length
console.log(
  `${files.length} files, ${sumMegabytes(files).toFixed(1)} MB, ${fastPathCount} of them read by the fast path`,
)

function measureThroughput(label: string, run: () => void, megabytes = sumMegabytes(files)): void {
  const times: number[] = []
  for (let round = 0; round < 6; round++) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) times.push((user + system) / 1e6)
  }
  const speeds = times.map((seconds) => Math.round(megabytes / seconds)).sort((a, b) => a - b)
  console.log(`${label}: ${speeds[2]} MB/s (${speeds[0]}–${speeds[4]})`)
}

const validate = getValidator(loadSchema())
const sources = files.map((bytes) => parseFile('pages.yaml', bytes))
measureThroughput(
  'yaml package, first file only',
  () => parseYamlReference('pages.yaml', texts[0]!),
  sumMegabytes([files[0]!]),
)
measureThroughput('parseFile', () => files.forEach((bytes) => parseFile('pages.yaml', bytes)))
measureThroughput('parseFile and the first position', () =>
  files.forEach((bytes) => parseFile('pages.yaml', bytes).locate(['pages', 0])),
)
// Invalid files would measure the reporting of errors.
if (!dir && sources.some((source) => validate(source).length > 0))
  throw new Error('the repeated pages are not valid')
if (!dir) measureThroughput('validate', () => sources.forEach((source) => validate(source)))
