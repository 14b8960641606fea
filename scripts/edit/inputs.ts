/** What a door may send to the engine of edits: the schemas with which requests are checked. */
import { z } from 'zod'
import { RequestFailure } from './request-failure.ts'
import type { ValuePlace } from './source-address.ts'
import type { FileEdit, JsonValue } from './yaml-operations.ts'

/** Longer labels are cut, since nobody would read the rest. */
const maxLabelLength = 200
const maxOperations = 1000
const maxRows = 10_000

/** Names that every object has, so they cannot be keys of a file. */
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype'])

const key = z.string().refine((text) => !reservedKeys.has(text))
const path = z.array(z.union([key, z.int()]))
const json = z.custom<JsonValue>((value) => value !== undefined)
const index = z.int().nonnegative()
const filled = z.string().trim().min(1)

export const address: z.ZodType<ValuePlace> = z.object({ file: z.string(), path })

const place = { file: z.string().min(1), path: path.min(1) }

export const fileOperation: z.ZodType<FileEdit> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), ...place, value: json, before: z.string().optional() }),
  z.object({ kind: z.literal('insert'), ...place, value: json }),
  z.object({ kind: z.literal('move'), ...place, to: z.int() }),
  z.object({ kind: z.literal('remove'), ...place }),
  z.object({ kind: z.literal('rename-key'), ...place, name: key.min(1) }),
])

/** The version of the draft that a request was made for. */
export const version = { version: z.number() }

/**
 * An edit: all operations or none, undone as one step.
 * @property group identifies typing in one field: an edit of the same value in the same group joins
 *   the last step
 * @property label what the step is called; by default, what its operations do
 * @property window identifies the window of the author
 * @property shown what the window showed before the text that its only operation sets; null for
 *   nothing. If another window has written another text there, both are kept as a conflict.
 * @property id counts the edits of a window, so that one whose answer was lost counts once
 */
export const editRequest = z.object({
  ...version,
  operations: z
    .array(fileOperation)
    .max(maxOperations, `An edit can have at most ${maxOperations} operations.`),
  group: z.string().optional(),
  label: z
    .string()
    .transform((text) => text.slice(0, maxLabelLength))
    .optional(),
  window: z.string().optional(),
  shown: json.optional(),
  id: z.string().optional(),
})
export type EditRequest = z.infer<typeof editRequest>

/** @property menu the index of a menu of the header that gets a link to the page */
const pageNames = {
  title: z.string().optional(),
  label: z.string().optional(),
  menu: index.optional(),
}

/**
 * - *new* adds a page that is a placeholder until it is written.
 * - *duplicate* adds a copy that is a placeholder, too. It can replace a name in the texts of the copy;
 *   a comment lists where the name remains. With `language`, the copy is a translation.
 * - *rename* changes the links to the page, and its old address becomes an alias.
 * - *delete* removes a page. With `redirectTo`, its address becomes an alias of that page, and links
 *   lead there; without, nothing may link to it, and its address is given up.
 */
export const pageAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('new'), route: z.string(), kind: z.string(), ...pageNames }),
  z.object({
    action: z.literal('duplicate'),
    from: z.string(),
    to: z.string(),
    kind: z.string().optional(),
    language: z.string().optional(),
    replaced: z.object({ text: z.string(), by: z.string() }).optional(),
    ...pageNames,
  }),
  z.object({ action: z.literal('rename'), from: z.string(), to: z.string() }),
  z.object({ action: z.literal('delete'), route: z.string(), redirectTo: z.string().optional() }),
])
export type PageAction = z.infer<typeof pageAction>

/** What a page is called in its texts, and what its copy is called there. */
export type CopiedName = { text: string; by: string }

const redirect = { from: z.string(), to: z.string() }

/** A redirect is an alias of the page `to`. */
export const redirectAction = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['add', 'remove']), ...redirect }),
  z.object({ action: z.literal('change'), ...redirect, next: z.object(redirect) }),
])
export type RedirectAction = z.infer<typeof redirectAction>

const cell = { row: index, heading: z.string(), was: z.string() }
const row = { at: index.optional() }

/**
 * Changes of a table, as one step.
 * @property cells a text, or what another row has there; `was` is what the author has seen, and of
 *   `removed` likewise, for every column
 * @property added rows, each in front of the row `at`, or at the end: texts by heading, or a copy
 */
export const rowEdit = z.object({
  cells: z
    .array(z.union([z.object({ ...cell, copyOf: index }), z.object({ ...cell, text: z.string() })]))
    .max(maxRows)
    .default([]),
  removed: z
    .array(z.object({ row: index, was: z.array(z.string()) }))
    .max(maxRows)
    .default([]),
  added: z
    .array(
      z.union([
        z.object({ ...row, copyOf: index }),
        z.object({ ...row, texts: z.record(key, z.string()) }),
      ]),
    )
    .max(maxRows)
    .default([]),
})
export type RowEdit = z.infer<typeof rowEdit>

/** A comment on a page. @property index of the block that it is about */
export const newComment = z.object({ route: z.string(), index: index.optional(), text: filled })
export type NewComment = z.infer<typeof newComment>

/** A problem, and what to do about it. @property cure by default, its correction */
export const problemFix = z.object({
  code: z.string(),
  message: z.string(),
  file: z.string(),
  line: z.number().optional(),
  column: z.number().optional(),
  cure: z.string().optional(),
})
export type ProblemFix = z.infer<typeof problemFix>

/** The text of a file that was edited as text. */
export const sourceEdit = z.object({
  ...version,
  file: z.string(),
  before: z.string(),
  after: z.string(),
})
export type SourceEdit = z.infer<typeof sourceEdit>

/** @property left and the others in pixels of the picture as it is shown */
export const pictureCrop = z.object({
  file: z.string(),
  left: z.int(),
  top: z.int(),
  width: z.int(),
  height: z.int(),
})
export type PictureCrop = z.infer<typeof pictureCrop>

/** The files of a plan to commit. @property publish on the current branch, not on one of its own */
export const chosenFiles = z.object({
  id: z.string(),
  files: z.array(z.string()),
  publish: z.boolean().default(false),
})
export type ChosenFiles = z.input<typeof chosenFiles>

export const proposalRequest = chosenFiles.extend({ subject: filled })
export type ProposalRequest = z.input<typeof proposalRequest>

/** Checks what a door was sent. @throws RequestFailure */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const { path: at, code, message } = result.error.issues[0]!
  if (code === 'too_big') throw new RequestFailure('too-large', message)
  throw new RequestFailure('invalid', `The request has no valid ${at.join('.') || 'content'}.`)
}
