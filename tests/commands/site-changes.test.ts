import { expect, it } from 'vitest'
import { SiteChanges } from '../../scripts/watch/site-changes.ts'

it('after a failure, what is saved next is read together with what was saved before', async () => {
  const changes = new SiteChanges()
  const rounds: string[][] = []
  const errors: string[] = []
  changes.addComplete(['a.yaml'])
  await new Promise<void>((done) => {
    void changes.follow(async (changed) => {
      rounds.push([...changed].toSorted())
      if (rounds.length === 2) return done()
      const fail = async () => {
        changes.addComplete(['b.yaml'])
        throw new Error('a.yaml is being written.')
      }
      await changes.attempt(fail, ({ message }) => void errors.push(message))
    })
  })
  expect(rounds).toEqual([['a.yaml'], ['a.yaml', 'b.yaml']])
  expect(errors).toEqual([])
})
