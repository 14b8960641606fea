import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { InvalidValueError, UsageError } from '../../shared/command.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { isSameSecret } from './guard-request.ts'
import { People, type Person } from './people.ts'

/** The variable with the secret that the proxy adds to each request, and its header. */
const secretVariable = 'SIGNPOST_PROXY_SECRET'
const secretHeader = 'X-Signpost-Secret'
const minSecretLength = 32

/** Options of `npm run studio` for people who sign in at a proxy. */
export const hostingOptions = {
  host: {
    value: 'ADDRESS',
    help: 'Let people edit in their browser who sign in at a proxy, and listen at this address, such as 127.0.0.1.',
  },
  origin: {
    value: 'URL',
    help: 'With --host: where the proxy serves the studio, such as https://edit.example.com',
  },
  people: {
    value: 'FILE',
    help: 'With --host: who may edit or publish, as YAML, such as ann@example.com: publish',
  },
  'user-header': {
    value: 'NAME',
    help: 'With --host: the header in which the proxy says who sends a request.',
    default: 'X-Forwarded-User',
  },
} as const

type HostingValues = {
  host: string | undefined
  origin: string | undefined
  people: string | undefined
  'user-header': string
}

/**
 * A studio behind a proxy that knows who sends each request.
 * @property address to listen at
 * @property origin that browsers see
 */
export type Hosting = {
  address: string
  origin: string
  /** @throws RequestFailure if the proxy has not sent the request, or the person may not edit */
  identify: (request: IncomingMessage) => Person
  /**
   * What the studio's page of a person proves itself with. The same after a restart, since a window
   * stays open while its server starts again.
   */
  createToken: (person: Person) => string
}

/**
 * Reads the options.
 * @returns undefined without `--host`
 * @throws UsageError, UserError
 */
export function readHosting(values: HostingValues, site: string): Hosting | undefined {
  const { host, origin, people: file, 'user-header': header } = values
  if (host === undefined) {
    if (origin !== undefined || file !== undefined)
      throw new UsageError('--origin and --people are for --host, such as --host 127.0.0.1')
    return undefined
  }
  if (origin === undefined || !/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin))
    throw new UsageError(
      `--host needs --origin with the address that people open, such as https://edit.example.com${origin === undefined ? '' : `, without a path, not "${origin}"`}`,
    )
  // Only to these do browsers say what asks for a document, which keeps the token from scripts.
  if (!/^(?:https:|http:\/\/(?:[a-z0-9-]+\.)*(?:localhost|127\.0\.0\.1)(?::\d+)?$)/.test(origin))
    throw new UsageError(`--origin must begin with https://, not "${origin}"`)
  if (file === undefined)
    throw new UsageError(
      '--host needs --people with a file that names who may edit, such as ann@example.com: publish',
    )
  const secret = process.env[secretVariable] ?? ''
  // Processes that this one starts, such as Git with its hooks, have no use for it.
  delete process.env[secretVariable]
  if (secret.length < minSecretLength)
    throw new InvalidValueError(
      `--host needs a secret of at least ${minSecretLength} characters in ${secretVariable}, which the proxy sends as ${secretHeader}. Without it, anybody who reaches the port could say they were somebody else. Make one: openssl rand -hex 32`,
    )
  const people = new People(file, header, site)
  return {
    address: host,
    origin,
    identify({ headers }) {
      const given = headers[secretHeader.toLowerCase()]
      if (typeof given !== 'string' || !isSameSecret(given, secret))
        throw new RequestFailure(
          'forbidden',
          `Open the studio at ${origin}, where you sign in. If this is ${origin}, its proxy does not send the secret as ${secretHeader}.`,
        )
      return people.identify(headers)
    },
    createToken: ({ id }) =>
      createHmac('sha256', secret).update(`studio ${id}`).digest('base64url'),
  }
}
