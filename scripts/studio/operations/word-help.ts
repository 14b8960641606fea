import type { Schema } from '../../../schema/validate/json-schema.ts'
import { toWords } from './to-words.ts'

/** Names a command, or a file that nobody sees in the studio. */
const namesCommand = /npm run|--\w|pages\.yaml/

/** What is about YAML in a description, and the words for it in a form. */
const words: [RegExp, string][] = [
  [/^true(?= (?:if|for|to)\b)/, 'Yes'],
  [/^true\b/, 'Yes:'],
  [/^false\b/, 'No:'],
  [/\btrue by default\b/, 'Yes by default'],
  [/\bfalse by default\b/, 'No by default'],
  [/\bCite a fact as \$\{[^.]*\}(?: or \$\{.*?\})?/, 'Type $ to cite a fact'],
  [/(?:a range )?\{ min, max \}/g, 'a range'],
  // An example in YAML.
  [/(?:,? such as|:) (?:[\w-]+: )?(?:\[['{\w][^\]]*\](?!\()|\{ .*\})/, ''],
  [/: (?:[\w ]+ )?\$\{[\w:.-]+\}/, ''],
  [/, in quotes: '(.*?)'/, ': $1'],
  [/: '([^' ]+)'/, ': $1'],
]

/** What the form of the studio calls a property: `formLabel` in its schema, or else its name. */
export const wordLabel = (name: string, { formLabel }: Schema): string => formLabel ?? toWords(name)

/**
 * What the form of the studio says about a value: `formHelp` in its schema, or else its
 * description, without commands and YAML.
 */
export function wordHelp({ description = '', formHelp }: Schema): string {
  if (formHelp !== undefined) return formHelp
  return description
    .split(/(?<=[.!?])\s+(?=[A-Z`]|npm )/)
    .filter((sentence) => !namesCommand.test(sentence))
    .map((sentence) =>
      words.reduce((text, [pattern, word]) => text.replace(pattern, word), sentence),
    )
    .join(' ')
}
