import type { IncomingMessage } from 'node:http'
import { StudioFailure } from '../draft/studio-failure.ts'

const bytesPerMebibyte = 1024 * 1024

/**
 * Reads the body of a request.
 * @throws StudioFailure if it is not JSON, or too large
 */
export async function readJson(
  request: IncomingMessage,
  limit = bytesPerMebibyte,
): Promise<Record<string, unknown>> {
  assertContentType(request, 'application/json')
  const bytes = await readBody(request, limit)
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch {
    throw new StudioFailure('invalid', 'The body of the request is no JSON.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new StudioFailure('invalid', 'The body of the request is no object.')
  return body as Record<string, unknown>
}

/** Reads a file that is sent. @throws StudioFailure if it is too large */
export function readFileBody(request: IncomingMessage, mebibytes: number): Promise<Buffer> {
  assertContentType(request, 'application/octet-stream')
  return readBody(request, mebibytes * bytesPerMebibyte)
}

/** Pages of other origins cannot send these types without asking the server first. */
function assertContentType({ headers }: IncomingMessage, expected: string): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== expected)
    throw new StudioFailure('invalid', `The request must have content-type: ${expected}.`)
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new StudioFailure('too-large', `A request can have at most ${limit / bytesPerMebibyte} MiB.`)
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
