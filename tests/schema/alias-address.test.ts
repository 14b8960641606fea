/** Addresses that a site had elsewhere, and what they match. */
import { expect, it } from 'vitest'
import { getAliasPath, normalizeAlias } from '../../schema/resolve/alias-address.ts'
import { findAddress, type Address } from '../../schema/resolve/site-addresses.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'

const pattern = new RegExp(loadSchema().$defs!.alias!.pattern!, 'u')

it.each([
  ['/', '/'],
  ['/Old-Prices.html', '/Old-Prices.html'],
  ['/old prices', '/old prices'],
  ['/old%20prices', '/old prices'],
  ['/%C3%BCber-uns', '/über-uns'],
  // The same letter in two characters.
  ['/u\u0308ber-uns', '/über-uns'],
  ["/rock-&-roll, it's (all) 5€", "/rock-&-roll, it's (all) 5€"],
  ['/?p=123', '/?p=123'],
  ['/blog/?p=123&preview', '/blog?p=123&preview'],
  ['/index.php?id=7', '/index.php?id=7'],
  ['/index.php?view=article&id=7:bread', '/index.php?view=article&id=7:bread'],
  ['/2019/*', '/2019/*'],
])('%s can be written, and is %s', (written, address) => {
  expect(pattern.test(written)).toBe(true)
  expect(normalizeAlias(written)).toBe(address)
})

it.each([
  ...[
    '',
    'prices',
    '//',
    '/a//b',
    '/a/',
    '?p=1',
    '/a?',
    '/a?b=c d',
    '/a?b=:c',
    '/a#b',
    '/.git',
    '/a/../b',
  ],
  ...['/*', '/a*', '/a/*/b', '/a/*?p=1', '/ a', '/a ', '/a%2Fb', '/a%3Fb', '/a%zz', '/a\\b'],
  ...['/{a}', '/:year/:month', '^/a/(.*)$', '/"a"', '/a%00', '/a\n'],
])('%j cannot be written', (written) => expect(pattern.test(written)).toBe(false))

const list = (...written: string[]) =>
  new Map(
    written.map((address): [string, Address] => [
      address,
      { address, kind: 'alias', status: 301, to: '/prices' },
    ]),
  )

it.each([
  ['/2019/a', '', '/2019/*'],
  ['/2019/a/b.html', '', '/2019/*'],
  ['/2019/news/a', '', '/2019/news/*'],
  ['/2019/exact', '', '/2019/exact'],
  ['/2019', '', undefined],
  ['/2019/', '', undefined],
  ['/20190', '', undefined],
  ['/old%20prices', '', '/old prices'],
  ['/', 'p=123', '/?p=123'],
  ['/', 'utm=x&p=123&p=4', '/?p=123'],
  ['/', 'p=1234', undefined],
  ['/', 'x=p=123', undefined],
  ['/a', 'q=1', '/a'],
  ['/a', 'q=1&b=', '/a?b&q=1'],
])('%s?%s is %s', (path, query, address) => {
  const addresses = list(
    ...['/2019/*', '/2019/news/*', '/2019/exact', '/old prices', '/?p=123', '/a', '/a?b&q=1'],
  )
  expect(findAddress(addresses, path, query)?.address).toBe(address)
})

it.each([
  ['/old', '/prices', '/old/index.html'],
  ['/old.html', '/prices', '/old.html'],
  ['/old.php', '/prices', '/old.php/index.html'],
  ['/über uns', '/prices', '/über uns/index.html'],
  ['/', '/prices', '/index.html'],
  // A host that leaves out .html would send the redirect in place of the page.
  ['/prices.html', '/prices', undefined],
  ['/?p=1', '/prices', undefined],
  ['/2019/*', '/prices', undefined],
  [`/${'ü'.repeat(150)}`, '/prices', undefined],
])('the page at %s, which leads to %s, is in %s', (address, to, file) => {
  expect(getAliasPath(address, to)).toBe(file)
})
