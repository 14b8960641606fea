import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { undo } from '../../../scripts/studio/ui/state/draft-commands.ts'
import type { PageItem } from '../../../scripts/edit/describe/list-page-items.ts'
import { EditQueue } from '../../../scripts/studio/ui/state/edit-queue.ts'
import { StudioStore } from '../../../scripts/studio/ui/state/studio-store.ts'
import type { StudioState } from '../../../scripts/studio/ui/state/studio-state.ts'
import { stubStudioServer } from '../../helpers/stub-studio-server.ts'

// What a store would fetch later must not outlive its server.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('opens the page that was chosen last, whatever is answered last', async () => {
  const { answer, answerNext } = createPages()
  stubStudioServer(answer)
  const store = createStore()
  const first = store.openPage('/bread')
  const last = store.openPage('/')
  await answerNext('/')
  await last
  expect(store.getState().open?.route).toBe('/')
  await answerNext('/bread')
  await first
  expect(store.getState().open?.route).toBe('/')

  const left = store.openPage('/bread')
  await store.openPage('/')
  await answerNext('/bread')
  await left
  expect(store.getState().open?.route).toBe('/')
})

test('the old address of a page that has moved leads to it, and is no step of Back', async () => {
  const { answer, answerNext } = createPages()
  stubStudioServer(async (url) => {
    const answered = await answer(url)
    if (!url.pathname.endsWith('/outline')) return answered
    return Response.json({ ...((await answered.json()) as object), route: '/new' })
  })
  const visited: string[] = []
  const visit = (kind: string) => (_: unknown, __: unknown, to: string) =>
    void visited.push(`${kind} ${to}`)
  vi.stubGlobal('history', { pushState: visit('push'), replaceState: visit('replace') })
  vi.stubGlobal('location', { search: '?page=%2Fold' })
  const pages = [{ route: '/new' }] as PageItem[]
  const store = createStore({ pageList: { version: 1, pages } })
  const opened = store.openPage('/old')
  await answerNext('/old')
  await opened
  expect(store.getState().open?.route).toBe('/new')
  expect(visited).toEqual(['replace ?page=%2Fnew'])
})

test('Back to an address that no page has anymore is no dead end', async () => {
  const { answer, answerNext } = createPages()
  const error = { code: 'not-found', message: 'There is no page.' }
  stubStudioServer(async (url) => {
    const answered = await answer(url)
    return url.searchParams.get('route') === '/gone'
      ? Response.json({ error }, { status: 404 })
      : answered
  })
  const visited: string[] = []
  const visit = (_: unknown, __: unknown, to: string) => void visited.push(to)
  vi.stubGlobal('history', { pushState: visit, replaceState: visit })
  vi.stubGlobal('location', { search: '?page=%2Fbread' })
  const pages = [{ route: '/bread' }, { route: '/newest' }] as PageItem[]
  const store = createStore({ pageList: { version: 1, pages } })
  store.noteRenamed('/old', '/new')
  store.noteRenamed('/new', '/newest')
  // A page that was renamed before it was published has no alias.
  const opened = store.openPage('/old')
  await answerNext('/newest')
  await opened
  expect(store.getState().open?.route).toBe('/newest')
  vi.stubGlobal('location', { search: '?page=%2Fgone' })
  const failed = store.openPage('/gone')
  await answerNext('/gone')
  await failed
  expect(visited.at(-1)).toBe('?page=%2Fnewest')
})

test('a dialog waits for the page that was chosen before it', async () => {
  const { answer, answerNext } = createPages()
  stubStudioServer(answer)
  const store = createStore()
  const shown: unknown[] = []
  store.subscribe(() => {
    const { dialogs, open } = store.getState()
    if (dialogs.length > 0) shown.push(open?.route)
  })
  const opened = store.openPage('/bread')
  store.openDialog({ name: 'rows' })
  const asked = store.whenOpened().then(() => store.getState().open?.route)
  await answerNext('/bread')
  await opened
  expect(await asked).toBe('/bread')
  expect(shown).toEqual(['/bread'])
})

test('a studio that was started again is opened with its new address', async () => {
  const error = { code: 'forbidden', message: 'Another program could change your files.' }
  stubStudioServer(() => Response.json({ error }, { status: 403 }))
  const draft = { version: 0, steps: [], conflicts: [] }
  const store = new StudioStore({ draft, session: {} } as unknown as StudioState)
  store.reconnect()
  await vi.waitUntil(() => store.getState().lost !== undefined, 60_000)
  expect(store.getState().lost).toEqual({ message: error.message, isRestarted: true })
})

test('undo reverts the step that is next when it is sent', async () => {
  const steps = ['Change title', 'Move FAQ up']
  const taken: unknown[] = []
  const { answer } = createPages()
  stubStudioServer(async (url, init) => {
    if (!url.pathname.endsWith('/undo')) return answer(url)
    const { label } = JSON.parse(String(init?.body)) as { label: string }
    taken.push(label)
    await new Promise((answer) => setImmediate(answer))
    steps.pop()
    return Response.json({ version: taken.length, undo: steps.at(-1) })
  })
  const draft = { version: 0, steps: [], conflicts: [], undo: steps.at(-1) }
  const store = new StudioStore({ draft } as unknown as StudioState)
  await Promise.all([undo(store), undo(store), undo(store)])
  expect(taken).toEqual(['Move FAQ up', 'Change title'])
})

test('a figure is shown once it is complete, and a text with each letter', async () => {
  const { answer, answerNext } = createPages()
  stubStudioServer((url) =>
    url.pathname.endsWith('/edits') ? Response.json({ version: 1, conflicts: [] }) : answer(url),
  )
  const store = createStore()
  const opened = store.openPage('/')
  await answerNext('/')
  await opened
  const isHeld = () => store.getState().isFigureTyped === true
  store.typeValue(['price'], 4)
  expect(isHeld()).toBe(true)
  store.typeValue(['price'], 40)
  store.endTyping()
  expect(isHeld()).toBe(false)
  store.typeValue(['price'], '$400')
  expect(isHeld()).toBe(true)
  vi.runOnlyPendingTimers()
  expect(isHeld()).toBe(false)
  store.typeValue(['price'], '$400 flat')
  expect(isHeld()).toBe(false)
  await store.flush()
})

test('typing is sent in groups of one field of one page each', async () => {
  const { answer, answerNext } = createPages()
  const groups: unknown[] = []
  stubStudioServer((url, init) => {
    if (!url.pathname.endsWith('/edits')) return answer(url)
    groups.push((JSON.parse(String(init?.body)) as { group: string }).group)
    return Response.json({ version: groups.length, conflicts: [] })
  })
  const store = createStore()
  const open = async (route: string) => {
    const opened = store.openPage(route)
    await answerNext(route)
    await opened
    store.beginTyping()
  }
  const type = async (text: string) => {
    store.typeValue(['title'], text)
    await store.flush()
  }
  await open('/contact')
  await type('C')
  await type('Co')
  await open('/faq')
  await type('F')
  store.beginTyping()
  await type('FA')
  expect(groups).toHaveLength(4)
  expect(groups[1]).toBe(groups[0])
  expect(new Set(groups).size).toBe(3)
})

test('typing goes on from what its field shows, also if a file has another text meanwhile', async () => {
  const { answer, answerNext } = createPages()
  const shown: unknown[] = []
  stubStudioServer(async (url, init) => {
    if (url.pathname.endsWith('/edits')) {
      const { shown: text } = JSON.parse(String(init?.body)) as { shown: string }
      shown.push(text)
      return Response.json({ version: 1, conflicts: [] })
    }
    const answered = await answer(url)
    const { value, ...entry } = (await answered.json()) as { value?: object }
    return Response.json(value ? { ...entry, value: { title: `Theirs ${shown.length}` } } : entry)
  })
  const store = createStore()
  const opened = store.openPage('/contact')
  await answerNext('/contact')
  await opened
  const type = async (text: string) => {
    store.typeValue(['title'], text)
    await store.flush()
    const refreshed = store.refresh()
    await answerNext('/contact')
    await refreshed
  }
  store.beginTyping()
  await type('Mine')
  expect(store.getState().open?.entry.value).toEqual({ title: 'Theirs 1' })
  await type('Mine!')
  store.beginTyping()
  await type('Ours')
  expect(shown).toEqual(['Theirs 0', 'Mine', 'Theirs 2'])
})

test('what is said about two versions is gone once one is chosen', async () => {
  const conflict = { id: '1', label: 'Change “Lead”', reason: 'Another program has changed it.' }
  const states = [
    { version: 1, steps: [], conflicts: [conflict] },
    { version: 2, steps: [], conflicts: [] },
  ]
  stubStudioServer(({ pathname }) =>
    Response.json(pathname.endsWith('/conflicts') ? states.shift() : {}),
  )
  const store = createStore()
  await store.act('conflicts', { id: '1', keep: 'mine' })
  expect(store.getState().notice?.text).toContain('Both versions are in Unsaved changes.')
  await store.act('conflicts', { id: '1', keep: 'mine' })
  expect(store.getState().notice).toBeUndefined()
})

test('an edit for an old version is sent again, also if an event has announced the new one', async () => {
  const versions: unknown[] = []
  const refused: string[] = []
  const queue = new EditQueue({
    onAnswer() {},
    onRefused: ({ message }) => refused.push(message),
    onUnreachable: async () => {},
  })
  stubStudioServer((_, init) => {
    const { version } = JSON.parse(String(init?.body)) as { version: number }
    versions.push(version)
    queue.setVersion(2)
    return version === 2
      ? Response.json({ version: 3 })
      : Response.json({ error: { code: 'stale', message: 'Old', version: 2 } }, { status: 409 })
  })
  queue.setVersion(1)
  queue.add({ operations: [] })
  await queue.run(async () => {})
  expect({ versions, refused }).toEqual({ versions: [1, 2], refused: [] })
})

const openEntry = (path: string[], value: object): StudioState['open'] => {
  const entry = { address: { file: 'pages.yaml', path }, value }
  return { route: '/', entry, page: path[0] === 'pages' ? entry : {} } as StudioState['open']
}

test('a setting whose value is replaced is no longer marked as a placeholder', async () => {
  stubStudioServer(() => Response.json({ version: 1, conflicts: [] }))
  const phone = { number: '1', placeholder: true }
  const store = createStore({ schema: {}, open: openEntry(['site'], { phone, name: 'Mill' }) })
  store.typeValue(['name'], 'Mill Lane')
  expect(store.getState().open?.entry.value).toEqual({ phone, name: 'Mill Lane' })
  store.typeValue(['phone', 'number'], '2')
  expect(store.getState().open?.entry.value).toEqual({ phone: { number: '2' }, name: 'Mill Lane' })
  expect(store.getState().notice?.text).toContain('no longer marked as a placeholder')
  await store.flush()
})

test('a block that is moved above the breadcrumbs is said to be there', async () => {
  stubStudioServer(() => Response.json({ version: 1, conflicts: [] }))
  const blocks = [{ type: 'breadcrumbs' }, { type: 'hero' }, { type: 'faq' }]
  const selection = { path: [], source: 'form' as const, serial: 0 }
  const store = createStore({ selection, open: openEntry(['pages', '/'], { blocks }) })
  store.moveEntry(['blocks', 2], 1)
  expect(store.getState().notice?.text).not.toContain('breadcrumbs')
  store.moveEntry(['blocks', 1], 0)
  expect(store.getState().notice?.text).toContain('above the breadcrumbs')
  await store.flush()
})

const createStore = (state: Partial<StudioState> = {}) =>
  new StudioStore({
    draft: { version: 0, steps: [], conflicts: [] },
    pageList: { version: 0, pages: [] },
    dialogs: [],
    ...state,
  } as unknown as StudioState)

function createPages() {
  const waiting: { route: string; answer: () => void }[] = []
  return {
    async answer({ pathname, searchParams }: URL): Promise<Response> {
      const route = searchParams.get('route')!
      const address = { file: 'pages.yaml', path: ['pages', route] }
      if (pathname.endsWith('/outline')) {
        await new Promise<void>((answer) => void waiting.push({ route, answer }))
        return Response.json({ route, page: address })
      }
      // What is fetched again after an edit.
      if (pathname.endsWith('/pages')) return Response.json({ version: 1, pages: [] })
      if (pathname.endsWith('/problems')) return Response.json({ isComplete: true, problems: [] })
      if (pathname.endsWith('/facts')) return Response.json([])
      return Response.json({ address, value: {} })
    },
    /** Answers the question about a page that waits longest. */
    async answerNext(route: string): Promise<void> {
      await vi.waitUntil(() => waiting.some((each) => each.route === route), 60_000)
      const index = waiting.findIndex((each) => each.route === route)
      waiting.splice(index, 1)[0]!.answer()
    },
  }
}
