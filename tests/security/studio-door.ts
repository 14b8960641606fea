/** A studio, on this computer or behind a proxy, as somebody asks it. */
import { request, type IncomingMessage } from 'node:http'

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

/**
 * @property file the path of a file of its site
 * @property own the headers of the studio's own page
 * @property version of the draft
 * @property noToken what it answers to a page that has no token
 */
export type StudioDoor = {
  door: string
  file: (name: string) => string
  send: (
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string,
  ) => Promise<Answer>
  own: () => Promise<Record<string, string>>
  version: () => Promise<number>
  noToken: string
}

export const sendTo = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => void (text += chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

export const api = '/__studio/api/'
export const json = { 'content-type': 'application/json' }
export const readError = ({ text }: Answer) =>
  (JSON.parse(text) as { error: { message: string } }).error

type Headers = Record<string, string>

export const toRename = (file: string, path: unknown[] = ['site', 'name']) => ({
  ...{ kind: 'set', file, path, value: 'Them' },
})

/** What the studio's own page sends. */
export function ask({ send, own, version }: StudioDoor) {
  const get = async (name: string, headers: Headers = {}) =>
    send('GET', api + name, { ...(await own()), ...headers })
  const postText = async (name: string, body: string, headers: Headers = {}) =>
    send('POST', api + name, { ...(await own()), ...json, ...headers }, body)
  const post = (name: string, body: unknown, headers: Headers = {}) =>
    postText(name, JSON.stringify(body), headers)
  const rename = async (file: string, path: unknown[] = ['site', 'name'], headers: Headers = {}) =>
    post('edits', { version: await version(), operations: [toRename(file, path)] }, headers)
  const upload = async (name: string, bytes: string) =>
    postText(`pictures?file=${name}`, bytes, { 'content-type': 'application/octet-stream' })
  return { get, post, postText, rename, upload }
}
