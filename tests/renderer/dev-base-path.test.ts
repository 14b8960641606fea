/** The development server shows a site below its base path, and tools where they are. */
import type { Connect } from 'vite'
import { afterEach, expect, it } from 'vitest'
import { getDevState } from '../../renderer/dev/dev-state.ts'
import { serveBelowBasePath } from '../../scripts/dev/vite-plugin-base-path.ts'
import type { SiteData } from '../../schema/page-data.ts'
import { root } from '../helpers/run-npm-script.ts'

const { snapshot } = getDevState()
afterEach(() => void (getDevState().snapshot = snapshot))

/** @returns the URL that is passed on, or the status and what the answer says. */
function ask(url: string, origin: string): string {
  getDevState().snapshot = { ...snapshot, site: { origin } as SiteData }
  let handle!: Connect.NextHandleFunction
  const middlewares = { use: (handler: Connect.NextHandleFunction) => void (handle = handler) }
  const { configureServer } = serveBelowBasePath(root)
  ;(configureServer as (server: object) => void)({ middlewares })
  let answer = ''
  const request = { url } as Connect.IncomingMessage
  const response = {
    writeHead(status: number, { location = '' }: Record<string, string>) {
      answer = `${status} ${location}`.trim()
      return this
    },
    end: () => {},
  }
  handle(request, response as never, () => void (answer = request.url!))
  return answer
}

it.each([
  ['/client-a/', '/'],
  ['/client-a/bread?a=1', '/bread?a=1'],
  ['/client-a/bread/page.json', '/bread/page.json'],
  ['/', '302 /client-a/'],
  ['/client-a', '302 /client-a/'],
  ['/bread', '404'],
  ['/client-ab/bread', '404'],
  ['/@vite/client', '/@vite/client'],
  ['/__catalogue/', '/__catalogue/'],
  ['/renderer/client/loader.ts?v=1', '/renderer/client/loader.ts?v=1'],
])('answers %s with %s', (url, wanted) => {
  expect(ask(url, 'https://agency.test/client-a')).toBe(wanted)
})

it('leaves a site with a domain of its own alone', () => {
  expect(ask('/bread', 'https://agency.test')).toBe('/bread')
})
