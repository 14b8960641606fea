import type { SharedSite } from '../../schema/resolve/resolve-site.ts'
import { listMissingTexts } from '../../schema/statements/required-texts.ts'
import { asText } from '../../schema/util/as-text.ts'

/** Texts that a page must say in its main heading, and anywhere. */
export type RequiredTexts = { heading: string[]; page: string[] }

/** Lists what the site's statements require of a page. @param label its short name */
export function listRequiredTexts(
  { context, merged }: Pick<SharedSite, 'context' | 'merged'>,
  { route, kind, label }: { route: string; kind: string; label: string },
): RequiredTexts | undefined {
  const page = { route, data: { kind }, meta: { planned: false } }
  const language = asText(merged.settings.language)
  return context.statements && listMissingTexts(context.statements, page, label, language)
}

/** The main heading: the label, and what it must say. The author words it. */
export const formatHeading = (label: string, required?: RequiredTexts): string =>
  [label, ...(required?.heading ?? [])].join(', ')

/** A block with the texts that a page must say. @param indent of the dash that begins the block */
export function formatRequiredBlock(required?: RequiredTexts, indent = '      '): string {
  if (!required?.page.length) return ''
  const paragraphs = required.page.map((text) => `${indent}    ${text}\n`)
  return `${indent}- type: prose\n${indent}  body: |\n${paragraphs.join('\n')}`
}
