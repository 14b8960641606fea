import { createHash } from 'node:crypto'
import { getDataPath } from '../../renderer/routes.ts'
import { isExampleOrigin } from '../../schema/resolve/placeholders/example-origin.ts'

/** A page of the published site, as it was at some time. @property hash of its data */
export type PublishedPage = { url: string; data: string; hash: string }

const timeoutMs = 5000

/** Asks the published site for a page. @returns undefined if it does not answer */
export async function readPublished(
  origin: string,
  route: string,
): Promise<PublishedPage | undefined> {
  if (!origin.startsWith('https://') || isExampleOrigin(origin)) return undefined
  const data = origin + getDataPath(route)
  const hash = await hashAnswer(data)
  return hash === undefined ? undefined : { url: origin + route, data, hash }
}

/** Whether the published site has another version of a page now. */
export async function hasChanged({ data, hash }: PublishedPage): Promise<boolean> {
  const now = await hashAnswer(data)
  return now !== undefined && now !== hash
}

const hashAnswer = (url: string): Promise<string | undefined> =>
  fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    .then(async (answer) => `${answer.status} ${await answer.text()}`)
    .then(
      (text) => createHash('sha256').update(text).digest('base64'),
      () => undefined,
    )
