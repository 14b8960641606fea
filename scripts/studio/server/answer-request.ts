import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRecord } from '../../../schema/util/records.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'
import { type FailureCode, RequestFailure } from '../../edit/request-failure.ts'
import { UserError } from '../../shared/user-error.ts'
import { maxPictureMebibytes } from '../pictures/check-picture.ts'
import { answerRow, receivePicture } from './requests.ts'
import type { Studio } from './studio.ts'

/** Every answer that is not 2xx. */
export type StudioError = {
  error: {
    code: FailureCode
    message: string
    version?: number
  }
}

/** Deeper than any value of a site. What walks through values deeper than this ends in the middle. */
const maxJsonDepth = 100

const statuses: Record<FailureCode, number> = {
  forbidden: 403,
  stale: 409,
  conflict: 409,
  refused: 422,
  'too-large': 413,
  invalid: 400,
  'not-found': 404,
  failed: 500,
}

/** Answers one request, whose origin has been checked. @param name such as `outline` */
export async function answerRequest(
  studio: Studio,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { method = '' } = request
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (method === 'POST' && name === 'pictures') {
      const bytes = await readFileBody(request, maxPictureMebibytes)
      const file = searchParams.get('file') ?? ''
      return sendJson(response, 200, await receivePicture(studio, file, bytes))
    }
    const isPost = method === 'POST'
    const given = isPost ? await readJson(request) : Object.fromEntries(searchParams)
    sendJson(response, 200, await answerRow(method, name, studio, given))
  } catch (error) {
    sendFailure(response, error as Error)
  }
}

/** A mistake of the studio itself is for the terminal: nobody else needs to know its code. */
export function sendFailure(response: ServerResponse, error: Error): void {
  const { code, message, version } = toFailure(error)
  const body: StudioError = { error: { code, message, ...(version !== undefined && { version }) } }
  // The rest of a request that is too large is not read.
  if (code === 'too-large') response.setHeader('connection', 'close')
  sendJson(response, statuses[code], body)
}

function toFailure(error: Error): RequestFailure {
  if (error instanceof RequestFailure) return error
  if (error instanceof UserError)
    return new RequestFailure('refused', error.message.replace(' Nothing was written.', ''))
  console.error(error)
  return new RequestFailure(
    'failed',
    'The studio could not do this because of a mistake in it. The terminal says more.',
  )
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    .end(JSON.stringify(body))
}

const bytesPerMebibyte = 1024 * 1024

/** Reads the body of a request. @throws RequestFailure if it is no object in JSON, or too large */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  assertContentType(request, 'application/json')
  const text = (await readBody(request, bytesPerMebibyte)).toString()
  if (measureJsonDepth(text) > maxJsonDepth)
    throw new RequestFailure('invalid', `The request is nested deeper than ${maxJsonDepth} levels.`)
  const body = tryParseJson(text)
  if (!isRecord(body)) throw new RequestFailure('invalid', 'The request has no object in JSON.')
  return body
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
function readFileBody(request: IncomingMessage, mebibytes: number): Promise<Buffer> {
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
