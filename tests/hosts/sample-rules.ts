/** Rules to write files from, without a build. */
import { expect } from 'vitest'
import { defaultRules, type HostingRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { renderHostFiles, type HostName } from '../../scripts/prerender/hosts/hosts.ts'

export const rules: HostingRules = {
  ...defaultRules,
  hostname: 'bakery.example.org',
  headers: {
    'Content-Security-Policy': "frame-ancestors 'self'",
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), usb=()',
  },
  redirects: [
    { from: '/our-bread', to: '/bread' },
    { from: '/Old.html', to: '/bread' },
  ],
  gone: ['/pies'],
  types: {
    html: 'text/html; charset=utf-8',
    svg: 'image/svg+xml; charset=utf-8',
    woff2: 'font/woff2',
  },
  drawings: { ...defaultRules.drawings, extensions: ['svg'] },
}
export const slashRules: HostingRules = {
  ...rules,
  trailingSlash: true,
  redirects: rules.redirects.map(({ from }) => ({ from, to: '/bread/' })),
}
/** Addresses that a site had elsewhere. */
export const oldRules: HostingRules = {
  ...rules,
  redirects: [
    { from: '/?p=1', to: '/bread' },
    { from: '/über uns', to: '/bread' },
    { from: '/bread.html', to: '/bread' },
    { from: '/shop', to: 'https://shop.example/a:b(c)+d?e=1' },
    { from: '/2019/rolls/*', to: '/rolls' },
    { from: '/2019/*', to: '/bread' },
  ],
}
/** More redirects than any of the hosts takes. */
export const many: HostingRules = {
  ...rules,
  redirects: Array.from({ length: 3000 }, (_, index) => ({ from: `/old-${index}`, to: '/bread' })),
}

export function render(host: HostName, from: HostingRules, path: string): string {
  const found = renderHostFiles(from, [host]).find((file) => file.path === path)
  expect(found, path).toBeDefined()
  return String(found!.content)
}
