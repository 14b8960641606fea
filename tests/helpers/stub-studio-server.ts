import { vi } from 'vitest'

/**
 * Answers what the studio requests, in place of its server, until `vi.unstubAllGlobals()`. Nothing
 * happens on this server: the request for its events stays open.
 */
export function stubStudioServer(
  answer: (url: URL, init?: RequestInit) => Response | Promise<Response>,
): void {
  vi.stubGlobal('history', { pushState() {}, replaceState() {} })
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const url = new URL(path, 'http://localhost')
    return url.pathname.endsWith('/events') ? new Promise(() => {}) : answer(url, init)
  })
}
