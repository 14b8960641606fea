import { expect, it } from 'vitest'
import { formatAddress, parseAddress } from '../../scripts/edit/source-address.ts'

it('an address is the same after it was formatted and parsed', () => {
  const address = { file: 'pages/a.yaml', path: ['pages', '/a~b#c', 'blocks', 0, 'x'] }
  const text = formatAddress(address)
  expect(text).toBe('pages/a.yaml#/pages/~1a~0b#c/blocks/0/x')
  expect(parseAddress(text)).toEqual(address)
  expect(parseAddress('pages.yaml#')).toEqual({ file: 'pages.yaml', path: [] })
})
