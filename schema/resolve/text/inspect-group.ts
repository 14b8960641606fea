import { type Path, type SourceLocation, locateChild } from '../../problems/location.ts'
import { problemAt } from '../../problems/problem.ts'
import { describeVagueLink, vagueLabelPattern } from './text-lints.ts'
import type { Findings } from './findings.ts'
import { findName } from '../../shared/find-name.ts'

/** Records findings that concern a whole object. @param isPreview whether placeholders are shown */
export function inspectGroup(
  group: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
  isPreview: boolean,
): void {
  if (isPreview) recordPlaceholder(group, location, findings)
  checkLinkLabel(group, location, findings)
  checkDescription(group, location, findings)
}

/** Checks that a picture says what it shows, or that it shows nothing that matters. */
function checkDescription(
  { src, alt, decorative = false }: Record<string, unknown>,
  location: SourceLocation,
  { problems }: Findings,
): void {
  if (typeof src !== 'string' || typeof alt !== 'string') return
  const isEmpty = alt.trim() === ''
  if (isEmpty === decorative) return
  const message = isEmpty
    ? `The picture ${src} has no description.`
    : `The picture ${src} is decorative and has a description.`
  const at = locateChild(location, 'alt')
  problems.push(problemAt(at, 'UNDESCRIBED_PICTURE', message))
}

/** Records objects with `placeholder: true`. */
function recordPlaceholder(
  group: Record<string, unknown>,
  location: SourceLocation,
  { placeholders }: Findings,
): void {
  if (group.placeholder !== true) return
  const at = locateChild(location, 'placeholder')
  placeholders.push({ label: describePlaceholder(group, at.path), location: at })
}

/**
 * Names an object for messages, by its heading or another text, and a picture by what it shows.
 * @param path the path of its property `placeholder`
 */
export const describePlaceholder = (
  { src: _, alt, ...group }: Record<string, unknown>,
  path: Path,
): string => findName(group) ?? (typeof alt === 'string' ? alt : String(path.at(-2)))

/** Checks the label of an object that is a link. */
function checkLinkLabel(
  { label, href }: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
): void {
  if (typeof label !== 'string' || typeof href !== 'string' || !vagueLabelPattern.test(label))
    return
  const details = { found: label, needle: label }
  const at = locateChild(location, 'label')
  findings.problems.push(problemAt(at, 'VAGUE_LINK', describeVagueLink(label), details))
}
