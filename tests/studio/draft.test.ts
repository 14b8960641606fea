/** Edits that are not saved: undo, outside changes, saving, recovery. */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Draft } from '../../scripts/edit/draft/draft.ts'
import type { FileEdit } from '../../scripts/edit/yaml-operations.ts'

const before = `# About us
pages:
  /about:
    title: About # short
    blocks:
      - type: hero
        heading: Hello
      - { type: faq, heading: Questions }
      - type: steps
        heading: What happens
`
let dir: string
let draft: Draft
let unsaved: Map<string, Buffer>

const open = () =>
  new Draft({ dir, isSource: () => true, onChange: (texts) => void (unsaved = texts) })

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'signpost-draft-')))
  process.env.SIGNPOST_CACHE = join(dir, 'cache')
  await writeFile(join(dir, 'a.yaml'), before)
  await writeFile(join(dir, 'b.yaml'), '\uFEFFfacts:\r\n  price: { value: 1 }\r\n')
  draft = open()
})
afterEach(async () => {
  delete process.env.SIGNPOST_CACHE
  await rm(dir, { recursive: true })
})

const page = ['pages', '/about']
const setTitle = (value: string): FileEdit => ({
  kind: 'set',
  file: 'a.yaml',
  path: [...page, 'title'],
  value,
})
const setHeading = (index: number, value: string): FileEdit => ({
  kind: 'set',
  file: 'a.yaml',
  path: [...page, 'blocks', index, 'heading'],
  value,
})
const moveBlock = (from: number, to: number): FileEdit => ({
  kind: 'move',
  file: 'a.yaml',
  path: [...page, 'blocks', from],
  to,
})
const setPrice: FileEdit = {
  kind: 'set',
  file: 'b.yaml',
  path: ['facts', 'price', 'value'],
  value: 2,
}
const edit = (...operations: FileEdit[]) => draft.edit({ version: draft.version, operations })
const read = (file: string) => readFile(join(dir, file), 'utf8')
const readDraft = () => draft.readText('a.yaml')

it('steps are described, undone and redone', async () => {
  await edit(setTitle('Us'))
  await edit(moveBlock(1, 0))
  const state = await edit({ kind: 'remove', file: 'a.yaml', path: [...page, 'blocks', 2] })
  expect(state.steps.map(({ label }) => label)).toEqual([
    'Change title of /about',
    'Move "Questions" on /about up',
    'Remove "What happens" on /about',
  ])
  const after = await readDraft()
  await draft.undo()
  await draft.undo()
  expect(await readDraft()).toBe(before.replace('title: About', 'title: Us'))
  expect((await draft.undo()).undo).toBeUndefined()
  expect(await readDraft()).toBe(before)
  for (let count = 0; count < 3; count++) await draft.redo()
  expect(await readDraft()).toBe(after)
  expect(await read('a.yaml')).toBe(before)
})

it('several texts of a file are one step, each in its place', async () => {
  const operations = [setHeading(0, 'Hi'), setHeading(1, 'Q: and A'), setTitle('Us')]
  const label = 'Replace'
  const state = await draft.edit({ version: draft.version, operations, label })
  expect(state.undo).toBe(label)
  expect(await readDraft()).toBe(
    before
      .replace('Hello', 'Hi')
      .replace('Questions', "'Q: and A'")
      .replace('title: About', 'title: Us'),
  )
  await draft.undo()
  expect(await readDraft()).toBe(before)
})

it('undo reverts exactly the intended step, or none', async () => {
  const { undo } = await edit(setTitle('Us'))
  await edit(moveBlock(1, 0))
  await expect(draft.undo(undo)).rejects.toThrow('It now means "Move "Questions" on /about up".')
  expect(draft.state.steps).toHaveLength(2)
  await draft.undo('Move "Questions" on /about up')
  expect((await draft.undo(undo)).redo).toBe(undo)
  await expect(draft.redo('Move "Questions" on /about up')).rejects.toThrow('no longer')
})

it('typing is one step', async () => {
  for (const value of ['H', 'Hi', 'Hi!'])
    await draft.edit({
      version: draft.version,
      operations: [setHeading(0, value)],
      group: 'heading',
    })
  expect(draft.state.steps).toHaveLength(1)
  expect(await readDraft()).toContain('heading: Hi!')
  await draft.undo()
  expect(await readDraft()).toBe(before)
})

it('typing a name is one step, from the first name to the last', async () => {
  const [file, path] = ['b.yaml', ['navigation']]
  await edit({ kind: 'set', file, path, value: { menus: [{ label: 'Home', href: '/bread' }] } })
  for (const value of ['B', 'Br', 'Bread']) {
    const label = [...path, 'menus', 0, 'label']
    const operations: FileEdit[] = [{ kind: 'set', file, path: label, value }]
    await draft.edit({ version: draft.version, operations, group: 'label' })
  }
  expect(draft.state.undo).toBe('Change label "Home" to "Bread"')
  expect(draft.state.steps).toHaveLength(2)
})

it('an entry that was added is called what it was renamed to', async () => {
  const [file, path] = ['b.yaml', ['navigation', 'menus']]
  await edit({ kind: 'set', file, path: ['navigation'], value: { menus: [] } })
  await edit({ kind: 'insert', file, path: [...path, 0], value: { label: 'Home', href: '/' } })
  await edit({ kind: 'set', file, path: [...path, 0, 'label'], value: 'Bread' })
  const getLabel = () => draft.state.steps.at(1)!.label
  expect(getLabel()).toMatch(/^Add "Bread" to/)
  await draft.undo()
  expect(getLabel()).toMatch(/^Add "Home" to/)
  await draft.redo()
  // What comes then does not rename it.
  await edit({ kind: 'insert', file, path: [...path, 0], value: { label: 'Rolls', href: '/' } })
  expect(getLabel()).toMatch(/^Add "Bread" to/)
  expect(draft.state.undo).toMatch(/^Add "Rolls" to/)
})

it('typing in another field is another step', async () => {
  const type = (operation: FileEdit) =>
    draft.edit({ version: draft.version, operations: [operation], group: 'typing' })
  await type(setHeading(0, 'Hi'))
  await type(setHeading(1, 'Answers'))
  await type(setHeading(0, 'Hi!'))
  expect((await type(setPrice)).steps.map(({ label }) => label)).toEqual([
    'Change heading of "Hello" on /about',
    'Change heading of "Questions" on /about',
    'Change heading of "Hi" on /about',
    'Change value of the fact price',
  ])
  await draft.undo()
  await draft.undo()
  expect(await readDraft()).toBe(before.replace('Hello', 'Hi').replace('Questions', 'Answers'))
})

it('undo says that it goes back behind the last save', async () => {
  await edit(setTitle('Us'))
  expect(draft.state.undoesSaved).toBeUndefined()
  await draft.save(draft.version)
  expect(draft.state).toMatchObject({ undo: 'Change title of /about', undoesSaved: true })
  await edit(setPrice)
  expect(draft.state.undoesSaved).toBeUndefined()
  await draft.undo()
  await draft.undo()
  expect(draft.state.undoesSaved).toBeUndefined()
})

it('an intermediate text leaves no quotes in the file', async () => {
  const group = 'heading'
  for (const value of ['Hi ', 'Hi: ', 'Hi all'])
    await draft.edit({ version: draft.version, operations: [setHeading(0, value)], group })
  expect(await readDraft()).toContain('heading: Hi all\n')
})

it('a step of several files is made in all of them or in none', async () => {
  const wrong = { ...setPrice, path: ['facts', 'missing', 'value'] }
  await expect(edit(setTitle('Us'), wrong)).rejects.toThrow('b.yaml')
  expect(draft.state.files).toEqual([])
  await edit(setTitle('Us'), setPrice)
  expect(draft.state.files).toEqual(['a.yaml', 'b.yaml'])
  expect((await draft.undo()).files).toEqual([])
})

it('saving writes the intended lines, and undo goes on after it', async () => {
  await edit(setTitle('Us'), setPrice)
  expect(unsaved.get(join(dir, 'b.yaml'))!.toString()).toMatch(/^\uFEFF.*value: 2/s)
  expect(await draft.save(draft.version)).toEqual(['a.yaml', 'b.yaml'])
  expect(await read('a.yaml')).toBe(before.replace('title: About', 'title: Us'))
  expect(await read('b.yaml')).toBe('\uFEFFfacts:\r\n  price: { value: 2 }\r\n')
  expect(draft.state.steps).toEqual([])
  expect(unsaved.size).toBe(0)
  expect((await draft.undo()).steps.map(({ label }) => label)).toEqual([
    'Undo: Change title of /about, and 1 more',
  ])
  await edit(setHeading(0, 'Hi'))
  expect(draft.state.steps.map(({ label }) => label)).toEqual([
    'Undo: Change title of /about, and 1 more',
    'Change heading of "Hello" on /about',
  ])
  expect(draft.state.undo).toBe('Change heading of "Hello" on /about')
  await draft.save(draft.version)
  expect(await read('a.yaml')).toBe(before.replace('Hello', 'Hi'))
})

it('nothing is saved over what another program has written', async () => {
  await edit(setTitle('Us'), setPrice)
  await writeFile(join(dir, 'b.yaml'), 'facts: { price: { value: 9 } }\n')
  await expect(draft.save(draft.version)).rejects.toThrow('b.yaml has changed in the meantime')
  expect(await read('a.yaml')).toBe(before)
})

describe('a change from outside', () => {
  it('is not what is being saved', async () => {
    await edit(setTitle('Us'))
    await edit({ kind: 'insert', file: 'a.yaml', path: [...page, 'blocks', 0], value: {} })
    const wanted = await readDraft()
    let isSaved = false
    const saving = draft.save(draft.version).then(() => void (isSaved = true))
    const noticed: Promise<boolean>[] = []
    // The watcher may notice the file at any moment.
    while (!isSaved) {
      noticed.push(draft.takeOutsideChanges([join(dir, 'a.yaml')]))
      await new Promise(setImmediate)
    }
    await saving
    expect(new Set(await Promise.all(noticed))).toEqual(new Set([false]))
    expect(await readDraft()).toBe(wanted)
    expect(draft.state).toMatchObject({ conflicts: [], files: [] })
  })

  const change = async (text: string) => {
    await writeFile(join(dir, 'a.yaml'), text)
    expect(await draft.takeOutsideChanges([join(dir, 'a.yaml')])).toBe(true)
  }

  it('may delete a file for a while', async () => {
    await edit(setTitle('Us'))
    await rm(join(dir, 'a.yaml'))
    expect(await draft.takeOutsideChanges([join(dir, 'a.yaml')])).toBe(false)
    await change(before.replace('Hello', 'Welcome'))
    expect(await readDraft()).toBe(before.replace('Hello', 'Welcome').replace('About #', 'Us #'))
  })

  it('is noticed while the site does not read the file', async () => {
    let isSource = true
    draft = new Draft({ dir, isSource: () => isSource, onChange: () => {} })
    await edit(setTitle('Us'))
    isSource = false
    await change(before.replace('Hello', 'Welcome'))
    expect(await readDraft()).toBe(before.replace('Hello', 'Welcome').replace('About #', 'Us #'))
  })

  it('is accepted, and steps follow entries that have moved', async () => {
    await edit(setHeading(1, 'Answers'))
    await edit(moveBlock(2, 1))
    const inserted = before.replace('    blocks:\n', '    blocks:\n      - type: breadcrumbs\n')
    await change(inserted.replace('About us', 'Us'))
    expect(draft.state.conflicts).toEqual([])
    expect(await readDraft()).toBe(`# Us
pages:
  /about:
    title: About # short
    blocks:
      - type: breadcrumbs
      - type: hero
        heading: Hello
      - type: steps
        heading: What happens
      - { type: faq, heading: Answers }
`)
    await draft.undo()
    await draft.undo()
    expect(await readDraft()).toBe(inserted.replace('About us', 'Us'))
  })

  it('may move the row of a cell in CSV, and another value of the cell is a conflict', async () => {
    const [path, rows] = [join(dir, 'c.csv'), 'Town;Opens\r\nLeeds;7\r\n"York";8']
    await writeFile(path, `\uFEFF${rows}`)
    const setOpens = (value: string) =>
      edit({ kind: 'set', file: 'c.csv', path: [1, 'Opens'], value })
    expect((await setOpens('9')).undo).toBe('Change Opens of "York"')
    await writeFile(path, `\uFEFF${rows.replace('Leeds', 'Hull;6\r\nLeeds')}`)
    await draft.takeOutsideChanges([path])
    expect(await draft.readText('c.csv')).toBe('Town;Opens\r\nHull;6\r\nLeeds;7\r\n"York";9')
    await draft.save(draft.version)
    expect(await read('c.csv')).toBe('\uFEFFTown;Opens\r\nHull;6\r\nLeeds;7\r\n"York";9')
    await setOpens('10')
    await writeFile(path, (await read('c.csv')).replace('7', '11'))
    await draft.takeOutsideChanges([path])
    expect(draft.state.conflicts).toMatchObject([{ mine: '10', theirs: '11' }])
  })

  it('leaves saved steps undoable, unless it changes the same text', async () => {
    await edit(setHeading(0, 'Hi'))
    await edit(setTitle('Us'))
    await edit(moveBlock(2, 1))
    await edit(setHeading(2, 'Answers'))
    await draft.save(draft.version)
    expect((await draft.undo()).undo).toBe('Move "What happens" on /about up')
    const onDisk = await read('a.yaml')
    const outside = (text: string) =>
      text.replace('# About us\n', '').replace('heading: Hi', 'heading: Hi there')
    await change(outside(onDisk))
    // Undoing a saved step is a step itself, and does not conflict with the change.
    expect(draft.state).toMatchObject({
      undo: 'Move "What happens" on /about up',
      steps: [{ label: 'Undo: Change heading of "Questions" on /about' }],
      conflicts: [],
    })
    expect((await draft.undo()).undo).toBe('Change title of /about')
    expect((await draft.undo()).undo).toBeUndefined()
    expect(await readDraft()).toBe(outside(before.replace('Hello', 'Hi')))
    for (let count = 0; count < 2; count++) await draft.redo()
    expect(await readDraft()).toBe(outside(onDisk.replace('Answers', 'Questions')))
    await draft.save(draft.version)
    expect(await read('a.yaml')).toBe(await readDraft())
  })

  it('of text that was undone is kept, and the undo is a conflict', async () => {
    await edit(setTitle('Us'))
    await draft.save(draft.version)
    await draft.undo()
    await change((await read('a.yaml')).replace('title: Us', 'title: Ours'))
    expect(draft.state.conflicts).toMatchObject([{ mine: 'About', theirs: 'Ours' }])
    expect(await readDraft()).toContain('title: Ours')
  })

  it('is shown beside the edit if both change the same text', async () => {
    await edit(setTitle('Us'))
    await edit(setHeading(0, 'Hi'))
    await change(before.replace('About #', 'Ours #'))
    const [conflict] = draft.state.conflicts
    expect(conflict).toMatchObject({ label: 'Change title of /about', mine: 'Us', theirs: 'Ours' })
    expect(await readDraft()).toContain('title: Ours # short')
    expect(await readDraft()).toContain('heading: Hi')
    await draft.settle(conflict!.id, 'mine')
    expect(await readDraft()).toContain('title: Us # short')
    expect(draft.state.conflicts).toEqual([])
  })

  it('of a text in which typing goes on is one conflict, with all that was typed', async () => {
    const type = (group: string, shown: string, value: string) => {
      const { version } = draft
      return draft.edit({ version, operations: [setTitle(value)], group, window: 'a', shown })
    }
    await type('1', 'About', 'We')
    await type('2', 'We', 'We ba')
    await change(before.replace('About #', 'Ours #'))
    await type('2', 'We ba', 'We bak')
    const { conflicts, steps } = await type('2', 'We bak', 'We bake')
    expect(conflicts).toMatchObject([{ mine: 'We bake', theirs: 'Ours' }])
    expect(steps).toEqual([])
    // Whoever has seen the other text, and types, has chosen.
    await draft.settle(conflicts[0]!.id, 'theirs')
    expect((await type('3', 'Ours', 'Our shop')).conflicts).toEqual([])
    expect(await readDraft()).toContain('title: Our shop')
  })

  it('of a text that a window does not show yet is a conflict once it types', async () => {
    const type = (shown: string, value: string) =>
      draft.edit({
        ...{ version: draft.version, operations: [setTitle(value)] },
        ...{ group: '1', window: 'a', shown },
      })
    await draft.readText('a.yaml')
    await change(before.replace('About #', 'Ours #'))
    await change(before.replace('About #', 'Theirs #'))
    await type('About', 'About u')
    const { conflicts, steps } = await type('About u', 'About us')
    expect(conflicts).toMatchObject([{ mine: 'About us', theirs: 'Theirs' }])
    expect(steps).toEqual([])
    await draft.settle(conflicts[0]!.id, 'theirs')
    expect((await type('Theirs', 'Theirs, too')).conflicts).toEqual([])
    expect(await readDraft()).toContain('title: Theirs, too')
  })

  it('that moves or removes what was edited is kept, and the edit is shown beside it', async () => {
    await edit(setHeading(1, 'Answers'))
    const questions = '      - { type: faq, heading: Questions }\n'
    await change(`${before.replace(questions, '')}${questions}`)
    const [conflict] = draft.state.conflicts
    const reason = 'What it changes is no longer in the file.'
    expect(conflict).toMatchObject({ label: 'Change heading of "Questions" on /about', reason })
    expect(conflict!.mine).toBe('Answers')
    await expect(draft.settle(conflict!.id, 'mine')).rejects.toThrow('does not fit')
    expect(await readDraft()).toBe(`${before.replace(questions, '')}${questions}`)
    expect((await draft.settle(conflict!.id, 'theirs')).conflicts).toEqual([])
  })

  it('an edit whose answer was lost counts once', async () => {
    const { version } = draft
    const edit = { operations: [moveBlock(2, 0)], window: 'a', id: '1' }
    await draft.edit({ version, ...edit })
    const again = await draft.edit({ version, ...edit })
    expect(again.steps).toHaveLength(1)
    expect((await draft.edit({ version: again.version, ...edit, id: '2' })).steps).toHaveLength(2)
  })

  it('an edit that was made for an older version is refused', async () => {
    const { version } = draft
    await edit(setTitle('Us'))
    await expect(draft.edit({ version, operations: [moveBlock(0, 1)] })).rejects.toMatchObject({
      code: 'stale',
    })
  })
})

describe('two windows', () => {
  const type = (window: string, shown: string, value: string) =>
    draft.edit({
      version: draft.version,
      operations: [setTitle(value)],
      group: window,
      window,
      shown,
    })

  it('what both type into the same field is kept', async () => {
    await type('a', 'About', 'About us')
    // The other window does not show it yet.
    await type('b', 'About', 'About t')
    const { conflicts, steps } = await type('b', 'About t', 'About them')
    expect(conflicts).toMatchObject([
      { label: 'Change title of /about', mine: 'About them', theirs: 'About us' },
    ])
    expect(steps).toHaveLength(1)
    // The first one goes on typing.
    const { conflicts: latest } = await type('a', 'About us', 'About us all')
    expect(latest).toMatchObject([{ mine: 'About them', theirs: 'About us all' }])
    expect(await readDraft()).toContain('title: About us all')
    await draft.settle(conflicts[0]!.id, 'mine')
    expect(await readDraft()).toContain('title: About them')
  })

  it('one after the other, both are steps', async () => {
    await type('a', 'About', 'About us')
    await type('b', 'About us', 'About them')
    expect((await type('a', 'About them', 'Us')).conflicts).toEqual([])
    await draft.undo()
    expect(await readDraft()).toContain('title: About them')
    // Its own undo may not be shown yet.
    expect((await type('b', 'Us', 'Them')).conflicts).toEqual([])
  })

  it('each knows what the other edits, until that is closed', async () => {
    await type('a', 'About', 'About us')
    expect((await edit(setPrice)).editors).toEqual([
      {
        window: 'a',
        label: 'Change title of /about',
        address: { file: 'a.yaml', path: [...page, 'title'] },
      },
    ])
    draft.forgetWindow('a')
    expect(draft.state.editors).toEqual([])
  })
})

it('unsaved steps survive a crash and are offered again', async () => {
  await edit(setTitle('Us'))
  await edit(setHeading(0, 'Hi'))
  await writeFile(join(dir, 'a.yaml'), before.replace('Questions', 'Answers'))
  draft = open()
  expect(draft.state.recovered?.steps).toEqual([
    'Change title of /about',
    'Change heading of "Hello" on /about',
  ])
  await draft.recover('restore')
  expect(await readDraft()).toBe(
    before
      .replace('Questions', 'Answers')
      .replace('Hello', 'Hi')
      .replace('title: About', 'title: Us'),
  )
  // No window offers them any more.
  expect(draft.state.recovered).toBeUndefined()
  await draft.save(draft.version)
  expect(open().state.recovered).toBeUndefined()
})

it('all windows learn that what an earlier session has left is dropped', async () => {
  await edit(setTitle('Us'))
  draft = open()
  const { version } = draft
  const { recovered, version: next } = await draft.recover('discard')
  expect(recovered).toBeUndefined()
  expect(next).toBeGreaterThan(version)
})

it('what was saved is known after a restart', async () => {
  await edit(setTitle('Us'))
  await draft.save(draft.version)
  const own = () => draft.saveLog.findOwnWork('a.yaml', before, before.replace('About #', 'Us #'))
  expect(own()).toEqual({ labels: ['Change title of /about'], isMixed: false })
  draft = open()
  expect(own()).toEqual({ labels: ['Change title of /about'], isMixed: false })
})

it('reverting takes all edits back, which can be redone', async () => {
  await edit(setTitle('Us'))
  await edit(setPrice)
  expect((await draft.revert()).files).toEqual([])
  await draft.redo()
  expect((await draft.redo()).files.sort()).toEqual(['a.yaml', 'b.yaml'])
})

it('the correction of a file that could not be read is undone', async () => {
  const broken = before.replace('Hello', '"Hello')
  await writeFile(join(dir, 'a.yaml'), broken)
  draft = open()
  await draft.rewrite(draft.version, 'Fix', [{ file: 'a.yaml', before: broken, after: before }])
  await draft.undo()
  expect(await readDraft()).toBe(broken)
})

it('a rewritten text is a step, and a conflict once its lines have changed', async () => {
  const rename = (text: string) => text.replace('/about:', '/us:').replace('Questions', 'Answers')
  const label = 'Rename /about to /us'
  await draft.rewrite(draft.version, label, [{ file: 'a.yaml', before, after: rename(before) }])
  expect(await readDraft()).toBe(rename(before))
  expect((await draft.undo()).redo).toBe(label)
  await draft.redo()
  const change = async (text: string) => {
    await writeFile(join(dir, 'a.yaml'), text)
    await draft.takeOutsideChanges([join(dir, 'a.yaml')])
  }
  const others = before.replace('# About us\n', '').replace('Hello', 'Hi')
  await change(others)
  expect(draft.state.conflicts).toEqual([])
  expect(await readDraft()).toBe(rename(others))
  await change(others.replace('/about:', '/about-us:'))
  const reason = 'The same lines of a.yaml have changed.'
  expect(draft.state.conflicts).toMatchObject([{ label, reason }])
  expect(await readDraft()).toBe(others.replace('/about:', '/about-us:'))
})
