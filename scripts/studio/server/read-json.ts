import type { IncomingMessage } from 'node:http'
import { StudioFailure } from '../draft/studio-failure.ts'

const bytesPerMebibyte = 1024 * 1024

/**
 * Reads the body of a request.
 * @throws StudioFailure if it is no JSON, or too large
 */
export async function readJson(
  request: IncomingMessage,
  limit = bytesPerMebibyte,
): Promise<Record<string, unknown>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new StudioFailure('invalid', 'The request must be JSON: content-type: application/json.')
  const tooLarge = () =>
    new StudioFailure('too-large', `A request may have ${limit / bytesPerMebibyte} MiB.`)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  let body: unknown
  try {
    body = JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new StudioFailure('invalid', 'The body of the request is no JSON.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new StudioFailure('invalid', 'The body of the request is no object.')
  return body as Record<string, unknown>
}
