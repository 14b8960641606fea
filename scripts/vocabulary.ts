/** `npm run vocabulary`: replaces the vocabulary of schema.org with another release. */
import { readFile, writeFile } from 'node:fs/promises'
import { extractVocabulary } from '../schema/structured-data/extract-vocabulary.ts'
import { vocabularyPath } from '../schema/structured-data/vocabulary.ts'
import { UserError } from './shared/user-error.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'

export const command = defineCommand({
  name: 'vocabulary',
  options: {
    release: { value: 'NUMBER', help: 'The release of schema.org, such as 30.0.' },
    file: { value: 'FILE', help: 'Its schemaorg-current-https.jsonld. Default: downloaded.' },
  },
  examples: {
    '--release 30.0': 'Check structured data against release 30.0.',
    '--release 30.0 --file schemaorg.jsonld': 'Read a downloaded file.',
  },
  async run({ release, file }) {
    if (!release) throw new UsageError('Which release of schema.org?')
    const text = file === undefined ? await download(release) : await readFile(file, 'utf8')
    const vocabulary = extractVocabulary(JSON.parse(text), release)
    await writeFile(vocabularyPath, serialize(vocabulary))
    const [types, properties] = [vocabulary.types, vocabulary.properties].map(
      (group) => Object.keys(group).length,
    )
    console.log(`schema.org ${release}: ${types} types, ${properties} properties`)
    return 0
  },
})

async function download(release: string): Promise<string> {
  const address = `https://raw.githubusercontent.com/schemaorg/schemaorg/main/data/releases/${release}/schemaorg-current-https.jsonld`
  const response = await fetch(address).catch((error: Error) => {
    throw new UserError(`${address} cannot be reached: ${error.message}. Use --file.`)
  })
  if (!response.ok)
    throw new UserError(`${address} answers ${response.status}. Is there such a release?`)
  return response.text()
}

/** One line per name, so that a change of release has a readable diff. */
const serialize = ({ version, ...groups }: ReturnType<typeof extractVocabulary>) =>
  `{\n"version": ${JSON.stringify(version)},\n${Object.entries(groups)
    .map(
      ([name, group]) =>
        `${JSON.stringify(name)}: {\n${Object.entries(group)
          .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
          .join(',\n')}\n}`,
    )
    .join(',\n')}\n}\n`

runCommand(import.meta.url, command)
