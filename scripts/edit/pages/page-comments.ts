import type { NewComment } from '../inputs.ts'
import { userInfo } from 'node:os'
import { toDay } from '../../../schema/days/day.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { asText } from '../../../schema/util/as-text.ts'
import type { Site, Page } from '../../../schema/merge/merge-sources.ts'
import { findRepository, runGit } from '../../shared/git.ts'
import { appendValues, type JsonValue, type FileEdit } from '../yaml-operations.ts'
import type { Path } from '../../../schema/problems/location.ts'
import { locateOwnOverride } from '../describe/describe-set.ts'
import { locateEntry } from '../../report/list-pages.ts'
import type { ValuePlace } from '../source-address.ts'
import { getValue } from '../apply-operations.ts'
import { showOverride } from '../page-overrides.ts'
import { nameValue } from '../name-value.ts'

/**
 * `GET comments`: what people have said about pages.
 * @property address where it is written
 * @property block the heading of the block that it is about, or its id or type
 * @property index the place of that block on its page
 * @property isLost whether the page or the block is gone
 */
export type CommentItem = {
  address: ValuePlace
  route: string
  block?: string
  index?: number
  text: string
  by: string
  on: string
  isLost?: boolean
  isResolved?: true
}

type Comments = Pick<Site, 'comments' | 'pages' | 'main'>
type ReadText = (file: string) => Promise<string>

/**
 * Lists the comments of a site, each with the place of its block, if that is still there.
 * @param readText reads a file with the unsaved edits
 */
export async function listComments(
  { comments, pages }: Comments,
  readText: ReadText,
): Promise<CommentItem[]> {
  const blocks = new Map<string, unknown>()
  for (const route of new Set(comments.map(({ entry }) => asText(entry.page)))) {
    const page = pages.get(route)
    if (page) blocks.set(route, await readBlocks(page, readText))
  }
  return comments.map(({ entry, location }) => {
    const { block, name } = entry
    const route = asText(entry.page)
    const index = block === undefined ? undefined : findBlock(blocks.get(route), { block, name })
    const isLost = !pages.has(route) || (block !== undefined && index === undefined)
    return {
      address: { file: location.source.file, path: location.path },
      route,
      text: asText(entry.text),
      by: asText(entry.by),
      on: asText(entry.on),
      ...(block !== undefined && { block: asText(name ?? block) }),
      ...(index !== undefined && { index }),
      ...(isLost && { isLost }),
      ...(entry.resolved === true && { isResolved: true as const }),
    }
  })
}

/** The blocks of a page as written; of a page of a set, those of the template and its override. */
export async function readBlocks(page: Page, readText: ReadText): Promise<JsonValue | undefined> {
  const { file, path } = locateEntry(page)
  const text = await readText(file)
  const override = locateOwnOverride(page)
  const read = (at: Path) => getValue(file, text, [...at, 'blocks'])
  return showOverride(read(path), override && read(override.path))
}

/** A block by its id, or by its type and heading. The only one of its type may have a new heading. */
function findBlock(blocks: unknown, { block, name }: Record<string, unknown>): number | undefined {
  if (!Array.isArray(blocks)) return undefined
  const find = (test: (each: Record<string, unknown>) => boolean) =>
    blocks.flatMap((each, index) => (isRecord(each) && test(each) ? [index] : []))
  const ofType = find(({ type }) => type === block)
  const named = ofType.filter((index) => nameValue(blocks[index]) === name)
  return (
    find(({ id }) => id === block)[0] ?? named[0] ?? (ofType.length === 1 ? ofType[0] : undefined)
  )
}

/** Adds a comment to the file that has the others, or to the first file of the site. */
export async function planComment(
  { comments, pages, main }: Comments,
  { route, index, text }: NewComment,
  by: string,
  readText: ReadText,
): Promise<{ label: string; operations: FileEdit[] }> {
  const page = pages.get(route)
  const blocks = page && (await readBlocks(page, readText))
  const block = index !== undefined && Array.isArray(blocks) ? blocks[index] : undefined
  const entry: Record<string, JsonValue> = {
    page: route,
    ...(isRecord(block) && nameBlock(block as Record<string, JsonValue>)),
    text,
    by,
    on: toDay(Date.now()),
  }
  const file = (comments[0]?.location.source ?? main).file
  const count = comments.filter(({ location }) => location.source.file === file).length
  return {
    label: `Comment on ${route}`,
    operations: appendValues(['comments'], count, [entry]).map((each) => ({ file, ...each })),
  }
}

function nameBlock(block: Record<string, JsonValue>): Record<string, JsonValue> {
  if (typeof block.id === 'string') return { block: block.id }
  const name = nameValue(block)
  return { block: asText(block.type), ...(name !== undefined && { name }) }
}

/** The name of the person at this computer, as Git knows it. */
export function readGitUserName(dir: string): string {
  try {
    const root = findRepository(dir)?.root ?? dir
    const name = runGit(root, ['config', 'user.name']).trim()
    if (name !== '') return name
  } catch {
    // Git is not installed, or does not know the name.
  }
  return userInfo().username
}
