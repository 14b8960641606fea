import { propertyNames } from './property-names.gen.ts'
import type { SourceLine } from './read-lines.ts'

/** Whether a word is the name of a property: in the schema, or on another line of the text. */
export const isPropertyName = (name: string, lines: SourceLine[], except?: SourceLine): boolean =>
  propertyNames.has(name) || lines.some((line) => line !== except && line.key === name)
