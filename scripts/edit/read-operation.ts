import type { Path } from '../../schema/problems/position.ts'
import { isRecord } from '../../schema/util/records.ts'
import type { PageAction } from './pages/page-action.ts'
import { RequestFailure } from './request-failure.ts'
import type { FileOperation } from './yaml-operations.ts'

type Body = Record<string, unknown>

/** @throws RequestFailure */
export const fail = (what: string): never => {
  throw new RequestFailure('invalid', `The request has ${what}.`)
}

export function readPageAction(body: Body): PageAction {
  const { action, route, from, to, kind, title, label, menu, redirectTo, replaced } = body
  const isText = (value: unknown): value is string => typeof value === 'string'
  const names = {
    ...(isText(title) && { title }),
    ...(isText(label) && { label }),
    ...(Number.isSafeInteger(menu) && { menu: menu as number }),
  }
  if (action === 'new' && isText(route) && isText(kind)) return { action, route, kind, ...names }
  if (action === 'duplicate' && isText(from) && isText(to))
    return {
      action,
      from,
      to,
      ...(isText(kind) && { kind }),
      ...(isRecord(replaced) &&
        isText(replaced.text) &&
        isText(replaced.by) && { replaced: { text: replaced.text, by: replaced.by } }),
      ...names,
    }
  if (action === 'rename' && isText(from) && isText(to)) return { action, from, to }
  if (action === 'delete' && isText(route))
    return { action, route, ...(isText(redirectTo) && { redirectTo }) }
  return fail('an unknown action')
}

/** Names that every object has, so they cannot be keys of a file. */
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype'])

export const isStep = (step: unknown) =>
  typeof step === 'string' ? !reservedKeys.has(step) : Number.isSafeInteger(step)

export function readOperation(given: unknown): FileOperation {
  if (!isRecord(given)) return fail('an operation that is no object')
  const { kind, file, path, value, to, before } = given
  if (
    typeof file !== 'string' ||
    file === '' ||
    !Array.isArray(path) ||
    path.length === 0 ||
    !path.every(isStep)
  )
    return fail('an operation without file and path')
  const address = { file, path: path as Path }
  if (kind === 'remove') return { kind, ...address }
  if (kind === 'rename-key')
    return typeof given.name === 'string' && given.name !== '' && isStep(given.name)
      ? { kind, ...address, name: given.name }
      : fail('a rename without a name')
  if (kind === 'move')
    return Number.isSafeInteger(to)
      ? { kind, ...address, to: to as number }
      : fail('a move without a place')
  if (kind !== 'set' && kind !== 'insert') return fail('an unknown operation')
  if (value === undefined) return fail('an operation without a value')
  const json = { value: value as FileOperation extends { value: infer V } ? V : never }
  return {
    kind,
    ...address,
    ...json,
    ...(kind === 'set' && typeof before === 'string' && { before }),
  } as FileOperation
}
