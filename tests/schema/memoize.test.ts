import { expect, it } from 'vitest'
import { memoize } from '../../schema/util/memoize.ts'

it('a value that is needed between many others is created once', () => {
  const [cache, created] = [new Map<string, string>(), [] as string[]]
  const get = (key: string) =>
    memoize(cache, key, 2, () => {
      created.push(key)
      return key.toUpperCase()
    })
  const values = ['a', 'b', 'c', 'a'].flatMap((page) => [get('facts'), get(page)])
  expect(values.join('')).toBe('FACTSAFACTSBFACTSCFACTSA')
  expect(created).toEqual(['facts', 'a', 'b', 'c', 'a'])
  expect(cache.size).toBe(2)
})
