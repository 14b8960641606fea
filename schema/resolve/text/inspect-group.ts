import type { SourceLocation } from '../../source/types.ts'
import { checkLinkText } from './check-text.ts'
import type { Findings } from './findings.ts'

/** Records findings that concern a whole object. */
export function inspectGroup(
  group: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
): void {
  recordPlaceholder(group, location, findings)
  checkLinkLabel(group, location, findings)
}

/** Records objects with `placeholder: true`. */
function recordPlaceholder(
  group: Record<string, unknown>,
  location: SourceLocation,
  { placeholders }: Findings,
): void {
  if (group.placeholder !== true) return
  const name = [group.heading, group.title, group.name, group.quote, group.text, group.alt].find(
    (text) => typeof text === 'string',
  )
  placeholders.push({
    label: name === undefined ? String(location.path.at(-1)) : String(name),
    location: { ...location, path: [...location.path, 'placeholder'] },
  })
}

/** Checks the label of an object that is a link. */
function checkLinkLabel(
  { label, href }: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
): void {
  if (typeof label === 'string' && typeof href === 'string')
    checkLinkText(
      label,
      label,
      { ...location, path: [...location.path, 'label'] },
      findings.problems,
    )
}
