/** Reading and writing the YAML files of a test site, and entries to write into them. */
import { readFile, writeFile } from 'node:fs/promises'
import { parse, stringify } from 'yaml'

export type YamlMap = Record<string, any>

export async function readYaml(file: string): Promise<YamlMap> {
  return parse(await readFile(file, 'utf8')) as YamlMap
}

export function writeYaml(file: string, value: YamlMap): Promise<void> {
  return writeFile(file, stringify(value))
}

/** Creates a page entry with a heading and a text. `more` adds or replaces properties. */
export const createInfoPage = (title: string, body: string, more: YamlMap = {}): YamlMap => ({
  kind: 'info',
  title,
  description: `${title}, in short.`,
  blocks: [
    { type: 'hero', heading: title },
    { type: 'prose', body },
  ],
  ...more,
})
