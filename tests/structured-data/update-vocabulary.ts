/**
 * Replaces the vocabulary of schema.org with another release:
 * `npx tsx tests/structured-data/update-vocabulary.ts 30.0 schemaorg-current-https.jsonld`. The file
 * is in the folder data/releases/ of the repository schemaorg/schemaorg. Without one, it is
 * downloaded.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { extractVocabulary } from './extract-vocabulary.ts'
import { vocabularyPath } from './vocabulary.ts'

const [release, file] = process.argv.slice(2)
if (!release) throw new Error('Which release of schema.org?')
const address = `https://raw.githubusercontent.com/schemaorg/schemaorg/main/data/releases/${release}/schemaorg-current-https.jsonld`
const text = file ? await readFile(file, 'utf8') : await (await fetch(address)).text()
const { version, ...groups } = extractVocabulary(JSON.parse(text), release)
// One line per name, so that a change of release has a readable diff.
const lines = Object.entries(groups).map(
  ([name, group]) =>
    `${JSON.stringify(name)}: {\n${Object.entries(group)
      .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n')}\n}`,
)
await writeFile(
  vocabularyPath,
  `{\n"version": ${JSON.stringify(version)},\n${lines.join(',\n')}\n}\n`,
)
