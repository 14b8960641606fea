import { isOutsideFolder } from '../../../schema/util/site-paths.ts'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { basename } from 'node:path'
import { parseFile } from '../../../schema/source/parse-file.ts'
import { type Path, type SourceFile, formatPosition } from '../../../schema/problems/location.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { UserError } from '../../shared/user-error.ts'
import { RequestFailure } from '../../edit/request-failure.ts'

/** What somebody may do: save and propose changes, or publish them, too. */
type Role = 'edit' | 'publish'

/**
 * Somebody who edits the site.
 * @property id as the proxy has sent it and the file of people has it
 * @property name and email, which commits are made with
 */
export type Person = { id: string; name: string; email: string; role: Role }

type Entry = { role: Role; name?: string; email: string }

/** Example for messages. */
const example = 'ann@example.com: publish'

/**
 * The people who may edit a site, from a file of the administrator: `ann@example.com: publish`, or
 * `ann: { role: edit, name: Ann Baker, email: ann@example.com }`. It is read again after a change.
 */
export class People {
  readonly #path: string
  readonly #header: string
  #read: { modifiedMs: number; entries: Map<string, Entry> } | undefined

  /**
   * @param header in which the proxy says who sends a request. Only one counts: visitors could send
   *   another that the proxy does not replace.
   * @param site the folder of the site, which must not contain the file: editors could change it
   * @throws UserError if the file cannot be read, or has a mistake
   */
  constructor(path: string, header: string, site: string) {
    this.#path = path
    this.#header = header
    const real = tryRealpath(path)
    if (real === undefined) throw new UserError(`There is no file ${path}. Write in it: ${example}`)
    if (!isOutsideFolder(realpathSync(site), real))
      throw new UserError(
        `${path} is in the folder of the site, which people edit. Put it outside, so that nobody changes their own role.`,
      )
    void this.#entries
  }

  /**
   * Finds out who sends a request that the proxy has passed on.
   * @throws RequestFailure if the proxy does not say it, or the file does not name that person
   */
  identify(headers: IncomingHttpHeaders): Person {
    const name = headers[this.#header.toLowerCase()]
    if (typeof name !== 'string' || name.trim() === '')
      throw new RequestFailure(
        'forbidden',
        `The proxy does not say who you are. It must send ${this.#header}.`,
      )
    const id = name.trim().toLowerCase()
    const entry = this.#readAgain().get(id)
    if (!entry)
      throw new RequestFailure(
        'forbidden',
        `You are signed in as ${name.trim()}, who may not edit this site. Ask its administrator to add you to the file of people.`,
      )
    return { id, name: name.trim(), ...entry }
  }

  /** A mistake in the file lets nobody in, and says so. */
  #readAgain(): Map<string, Entry> {
    try {
      return this.#entries
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      throw new RequestFailure('forbidden', `Nobody can edit at the moment. ${error.message}`)
    }
  }

  get #entries(): Map<string, Entry> {
    const modifiedMs = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs
    if (modifiedMs === undefined) throw new UserError(`There is no file ${this.#path}.`)
    if (this.#read?.modifiedMs !== modifiedMs)
      this.#read = { modifiedMs, entries: parsePeople(this.#path) }
    return this.#read.entries
  }
}

function tryRealpath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** @throws UserError with the line of a mistake */
function parsePeople(path: string): Map<string, Entry> {
  const source = parseFile(basename(path), readFileSync(path))
  const [problem] = source.problems
  if (problem)
    throw new UserError(`${path}:${problem.line ?? 1}:${problem.column ?? 1} ${problem.message}`)
  if (!isRecord(source.value) || Object.keys(source.value).length === 0)
    throw new UserError(`${path}:1:1 must list people by user name or email: ${example}`)
  return new Map(
    Object.entries(source.value).map(([id, value]) => [
      id.toLowerCase(),
      parseEntry(source, path, id, value),
    ]),
  )
}

const properties = ['role', 'name', 'email']

function parseEntry(source: SourceFile, path: string, id: string, value: unknown): Entry {
  const fail = (at: Path, message: string): never => {
    const place = { ...source.locate(at, 'value'), file: path }
    throw new UserError(`${formatPosition(place)} ${message}`)
  }
  const entry = isRecord(value) ? value : { role: value }
  const at = (name: string) => (isRecord(value) && Object.hasOwn(value, name) ? [id, name] : [id])
  for (const name of Object.keys(entry))
    if (!properties.includes(name))
      fail([id, name], `${id} cannot have "${name}". Expected: ${properties.join(', ')}.`)
  const { role, name, email } = entry
  if (role !== 'edit' && role !== 'publish')
    return fail(at('role'), `The role of ${id} must be edit or publish, such as ${id}: edit`)
  for (const [key, text] of Object.entries({ name, email }))
    if (text !== undefined && (typeof text !== 'string' || !/^[^<>\n]+$/.test(text)))
      fail(at(key), `The ${key} of ${id} must be a text, without < or >.`)
  const address = email ?? (id.includes('@') ? id : undefined)
  if (address === undefined)
    return fail(
      [id],
      `Commits need the email address of ${id}. Write ${id}: { role: ${role}, email: ${id}@example.com }`,
    )
  return { role, email: String(address), ...(name !== undefined && { name: String(name) }) }
}
