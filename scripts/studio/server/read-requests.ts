import { tryParseJson } from '../../../schema/util/try-parse.ts'
import { isCalendarDate, isDay } from '../../../schema/days/day.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import type {
  ConflictChoice,
  PictureCrop,
  ProposalRequest,
  RecoveredChoice,
  SourceEdit,
} from '../protocol.ts'
import type { EditRequest } from '../../edit/draft/draft-state.ts'
import type { NewComment } from '../../edit/pages/page-comments.ts'
import type { ProblemFix } from '../../edit/describe/problem-list.ts'
import type { RedirectAction } from '../../edit/pages/plan-redirect.ts'
import type { RowEdit } from '../../edit/describe/describe-rows.ts'
import type { NodeAddress } from '../../edit/source-address.ts'
import type { Path } from '../../../schema/problems/position.ts'
import { fail, isStep, readOperation } from '../../edit/read-operation.ts'
import type { IncomingMessage } from 'node:http'
import type { JsonValue } from '../../edit/yaml-operations.ts'

/** Longer labels are cut, since nobody would read the rest. */
const maxLabelLength = 200
const maxOperations = 1000
/** Deeper than any value of a site. What walks through values deeper than this ends in the middle. */
const maxJsonDepth = 100

type Body = Record<string, unknown>

/** The bodies of requests are checked before anything is done. @throws RequestFailure */
export function readEdit(body: Body): EditRequest {
  const { version, operations, group, label, window, shown, id } = body
  if (!Array.isArray(operations)) return fail('no list of operations')
  if (operations.length > maxOperations)
    throw new RequestFailure('too-large', `An edit can have at most ${maxOperations} operations.`)
  return {
    version: readVersion({ version }),
    operations: operations.map(readOperation),
    ...(typeof group === 'string' && { group }),
    ...(typeof label === 'string' && { label: label.slice(0, maxLabelLength) }),
    ...(typeof window === 'string' && { window }),
    ...(shown !== undefined && { shown: shown as JsonValue }),
    ...(typeof id === 'string' && { id }),
  }
}

export const readVersion = ({ version }: Body): number =>
  typeof version === 'number' ? version : fail('no version')

/** @returns undefined if the request does not say which step it is about */
export const readLabel = ({ label }: Body): string | undefined =>
  typeof label === 'string' ? label : undefined

export const readRecovered = ({ action }: Body): RecoveredChoice['action'] =>
  action === 'restore' || action === 'discard' ? action : fail('no action')

/** @returns undefined for today */
export function readDay({ day }: Body): string | undefined {
  if (day === undefined) return undefined
  return isDay(day) && isCalendarDate(day) ? day : fail('no day')
}

export const readConflict = ({ id, keep }: Body): ConflictChoice =>
  typeof id === 'string' && (keep === 'mine' || keep === 'theirs')
    ? { id, keep }
    : fail('no choice for a conflict')

export function readProposal({ id, files, subject, publish }: Body): ProposalRequest {
  if (typeof id !== 'string' || !Array.isArray(files)) return fail('no files')
  if (typeof subject !== 'string' || subject.trim() === '') return fail('no message')
  return { id, files: files.map(String), subject: subject.trim(), publish: publish === true }
}

export function readFix({ code, message, file, line, column, cure }: Body): ProblemFix {
  if (typeof code !== 'string' || typeof message !== 'string' || typeof file !== 'string')
    return fail('no problem')
  const at = { line, column } as Pick<ProblemFix, 'line' | 'column'>
  return { code, message, file, ...at, ...(typeof cure === 'string' && { cure }) }
}

export function readSourceEdit({ version, file, before, after }: Body): SourceEdit {
  if (typeof file !== 'string' || typeof before !== 'string' || typeof after !== 'string')
    return fail('no text of a file')
  return { version: readVersion({ version }), file, before, after }
}

export function readRedirectAction({ action, from, to, next }: Body): RedirectAction {
  const isRedirect = (value: unknown): value is { from: string; to: string } =>
    isRecord(value) && typeof value.from === 'string' && typeof value.to === 'string'
  const redirect = { from, to }
  if (!isRedirect(redirect)) return fail('no redirect')
  if (action === 'add' || action === 'remove') return { action, ...redirect }
  return action === 'change' && isRedirect(next)
    ? { action, ...redirect, next: { from: next.from, to: next.to } }
    : fail('an unknown action')
}

export function readAddress({ address }: Body): NodeAddress {
  if (!isRecord(address)) return fail('no address')
  const { file, path } = address
  return typeof file === 'string' && Array.isArray(path) && path.every(isStep)
    ? { file, path: path as Path }
    : fail('no address')
}

export function readRowEdit({ cells = [], removed = [], added = [] }: Body): RowEdit {
  const isIndex = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
  const isText = (value: unknown) => typeof value === 'string'
  const isList = (value: unknown, test: (each: Body) => boolean) =>
    Array.isArray(value) &&
    value.length <= 10_000 &&
    value.every((each) => isRecord(each) && test(each))
  const isValid =
    isList(
      cells,
      (cell) => isIndex(cell.row) && [cell.heading, cell.was, cell.text].every(isText),
    ) &&
    isList(removed, ({ row, was }) => isIndex(row) && Array.isArray(was) && was.every(isText)) &&
    isList(
      added,
      ({ at, texts, copyOf }) =>
        (at === undefined || isIndex(at)) &&
        (isIndex(copyOf) || (isRecord(texts) && Object.values(texts).every(isText))),
    )
  return isValid ? ({ cells, removed, added } as RowEdit) : fail('no changes of a table')
}

/** @property name of the new picture */
export function readCrop(body: Body): PictureCrop & { name: string } {
  const { file, name, left, top, width, height } = body
  if (typeof file !== 'string' || typeof name !== 'string') return fail('no picture')
  const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)
  return isNumber(left) && isNumber(top) && isNumber(width) && isNumber(height)
    ? { file, name, left, top, width, height }
    : fail('no part of a picture')
}

export function readComment({ route, index, text }: Body): NewComment {
  if (typeof route !== 'string' || typeof text !== 'string' || text.trim() === '')
    return fail('no comment')
  const at = Number.isSafeInteger(index) && { index: index as number }
  return { route, ...at, text: text.trim() }
}

const bytesPerMebibyte = 1024 * 1024

/** Reads the body of a request. @throws RequestFailure if it is no object in JSON, or too large */
export async function readJson(request: IncomingMessage): Promise<Body> {
  assertContentType(request, 'application/json')
  const text = (await readBody(request, bytesPerMebibyte)).toString()
  if (measureJsonDepth(text) > maxJsonDepth)
    throw new RequestFailure('invalid', `The request is nested deeper than ${maxJsonDepth} levels.`)
  const body = tryParseJson(text)
  return isRecord(body) ? body : fail('no object in JSON')
}

/** How many lists and objects of a JSON text are within each other, without parsing it. */
function measureJsonDepth(text: string): number {
  let [depth, deepest, isInString] = [0, 0, false]
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"') isInString = !isInString
    else if (isInString) index += letter === '\\' ? 1 : 0
    else if (letter === '[' || letter === '{') deepest = Math.max(deepest, ++depth)
    else if (letter === ']' || letter === '}') depth--
  }
  return deepest
}

/** Reads a file that is sent. @throws RequestFailure if it is too large */
export function readFileBody(request: IncomingMessage, mebibytes: number): Promise<Buffer> {
  assertContentType(request, 'application/octet-stream')
  return readBody(request, mebibytes * bytesPerMebibyte)
}

/** Pages of other origins cannot send these types without asking the server first. */
function assertContentType({ headers }: IncomingMessage, expected: string): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== expected)
    throw new RequestFailure('invalid', `The request must have content-type: ${expected}.`)
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new RequestFailure('too-large', `A request can have at most ${limit / bytesPerMebibyte} MiB.`)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
