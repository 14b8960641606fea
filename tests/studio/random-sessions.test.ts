/**
 * An author edits pages, facts and a set, undoes and saves, while another program edits the same
 * files. Undo goes back through the same texts, step by step. Then two people and another program
 * edit at the same time, and every word is that of the one who has written it last, or has chosen
 * between both.
 * `STUDIO_RUNS` sets how many sessions there are.
 */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Draft } from '../../scripts/edit/draft/draft.ts'
import type { FileEdit } from '../../scripts/edit/yaml-operations.ts'
import { applyOperations, getValue } from '../../scripts/edit/apply-operations.ts'
import { createRandomSource, type Random } from '../helpers/random-yaml.ts'

const sessions = Math.max(2, Number(process.env.STUDIO_RUNS ?? 100) / 50)
const operationsPerSession = 60

const pageText = (routes: string[]) =>
  `# outside 0\npages:\n${routes
    .map(
      (route) => `  ${route}:
    title: The page
    blocks:
      - type: hero
        heading: Hello
      - { type: faq, heading: Questions } # open
      - type: steps
        heading: Steps
`,
    )
    .join('')}`
const files: Record<string, string> = {
  'main.yaml': pageText(['/contact', '/faq']),
  'more.yaml': pageText(['/about']),
  'facts.yaml':
    '# outside 0\nfacts:\n  price: { label: Price, value: 1 }\n  hours: { label: Hours, value: 2 }\n',
  'sets.yaml': `# outside 0\nsets:\n  /in/{town}:\n    page:\n      title: In {{town}}\n      blocks:\n        - { type: hero, heading: Hi }\n`,
}
const pages: [file: string, route: string][] = [
  ['main.yaml', '/contact'],
  ['main.yaml', '/faq'],
  ['more.yaml', '/about'],
]

type Texts = Record<string, string>
/** @property name what the step's words must contain */
type ModelStep = { name: string; before: Texts; after: Texts }
type Planned = { operations: FileEdit[]; name: string; group?: string; field?: string }

function planEdit(random: Random, count: number): Planned {
  const [file, route] = random.pick(pages)
  const page = ['pages', route]
  const blocks = [...page, 'blocks']
  const value = `Text ${count}${random.pick(['', ': so', ' # one', ' '])}`
  // What the page sends while an author types: every field has the same group.
  const type = (of: string, path: (string | number)[], name: string): Planned => ({
    operations: [{ kind: 'set', file: of, path, value }],
    name,
    group: 'typing',
    field: JSON.stringify([of, path]),
  })
  switch (random.below(9)) {
    case 0:
    case 1:
      return type(file, [...blocks, 0, 'heading'], route)
    case 2:
      return type(file, [...page, 'title'], route)
    case 3: {
      const fact = random.pick(['price', 'hours'])
      // A step names it by its label, which is among what changes.
      return type('facts.yaml', ['facts', fact, 'value'], 'value')
    }
    case 4:
      return type('sets.yaml', ['sets', '/in/{town}', 'page', 'blocks', 0, 'heading'], '/in/{town}')
    case 5:
      return {
        operations: [{ kind: 'move', file, path: [...blocks, 1], to: 0 }],
        name: route,
      }
    case 6:
      return {
        operations: [
          { kind: 'insert', file, path: [...blocks, 1], value: { type: 'prose', heading: value } },
        ],
        name: route,
      }
    case 7:
      return { operations: [{ kind: 'remove', file, path: [...blocks, 2] }], name: route }
    default:
      return {
        operations: [
          { kind: 'set', file: 'main.yaml', path: ['pages', '/faq', 'title'], value },
          { kind: 'set', file: 'facts.yaml', path: ['facts', 'price', 'label'], value },
        ],
        name: '/faq',
      }
  }
}

it.each(Array.from({ length: sessions }, (_, seed) => [seed]))(
  'session %i: each step is undone alone, whatever happens between',
  async (seed) => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), 'signpost-session-')))
    process.env.SIGNPOST_CACHE = join(dir, 'cache')
    const readDisk = async (): Promise<Texts> =>
      Object.fromEntries(
        await Promise.all(
          Object.keys(files).map(async (file) => [file, await readFile(join(dir, file), 'utf8')]),
        ),
      )
    for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text)
    const draft = new Draft({ dir, isSource: () => true, onChange: () => {} })
    const readDraft = async (): Promise<Texts> =>
      Object.fromEntries(
        await Promise.all(
          Object.keys(files).map(async (file) => [file, await draft.readText(file)]),
        ),
      )
    const random = createRandomSource(seed)
    const done: ModelStep[] = []
    let undone: ModelStep[] = []
    let typed: string | undefined
    const undo = async () => {
      const step = done.pop()!
      const { undo: label } = draft.state
      expect(label).toContain(step.name)
      await draft.undo(label)
      expect(await readDraft()).toEqual(step.before)
      undone.push(step)
    }
    const redo = async () => {
      const step = undone.pop()!
      await draft.redo(draft.state.redo)
      expect(await readDraft()).toEqual(step.after)
      done.push(step)
    }
    try {
      for (let count = 1; count <= operationsPerSession; count++) {
        const choice = random.below(10)
        if (choice === 0 && done.length > 0) await undo()
        else if (choice === 1 && undone.length > 0) await redo()
        else if (choice === 2) {
          await draft.save(draft.version)
          expect(await readDisk()).toEqual(await readDraft())
        } else if (choice === 3) {
          const file = random.pick(Object.keys(files))
          const edit = (texts: Texts): Texts => ({
            ...texts,
            [file]: texts[file]!.replace(/^# outside \d+/, `# outside ${count}`),
          })
          await writeFile(join(dir, file), edit(await readDisk())[file]!)
          const isNoticed = await draft.takeOutsideChanges([join(dir, file)])
          for (const step of [...done, ...undone]) {
            step.before = edit(step.before)
            step.after = edit(step.after)
          }
          expect(draft.state.conflicts).toEqual([])
          // A change of an open file ends what could be redone.
          if (isNoticed) undone = []
          continue
        } else {
          const before = await readDraft()
          const { operations, name, group, field } = planEdit(random, count)
          const isRefused = await draft
            .edit({ version: draft.version, operations, ...(group && { group }) })
            .then(
              () => false,
              () => true,
            )
          // There may be no third block to remove.
          if (isRefused) continue
          undone = []
          const after = await readDraft()
          const last = done.at(-1)
          if (field !== undefined && field === typed && last) last.after = after
          else done.push({ name, before, after })
          typed = field
          continue
        }
        typed = undefined
      }
      const end = await readDraft()
      const disk = await readDisk()
      const count = done.length
      expect(count).toBeGreaterThan(20)
      while (done.length > 0) await undo()
      for (const text of Object.values(await readDraft()))
        expect(Object.values(files)).toContain(text.replace(/^# outside \d+/, '# outside 0'))
      for (let left = count; left > 0; left--) await redo()
      expect(await readDraft()).toEqual(end)
      expect(await readDisk()).toEqual(disk)
      await draft.save(draft.version)
      expect(await readDisk()).toEqual(end)
    } finally {
      delete process.env.SIGNPOST_CACHE
      await rm(dir, { recursive: true })
    }
  },
)

/** The values that two people set. */
const places: [file: string, path: (string | number)[]][] = [
  ...pages.flatMap(([file, route]): typeof places => [
    [file, ['pages', route, 'title']],
    [file, ['pages', route, 'blocks', 0, 'heading']],
  ]),
  ['facts.yaml', ['facts', 'price', 'label']],
  ['sets.yaml', ['sets', '/in/{town}', 'page', 'title']],
]

/** @property steps that are not saved, each a place and its value */
type Editor = { draft: Draft; steps: PlacedValue[]; undone: PlacedValue[] }
type PlacedValue = { place: number; value: unknown }

it.each(Array.from({ length: sessions }, (_, seed) => [seed]))(
  'session %i of two people and a program: nothing is lost, and nothing is overwritten unseen',
  async (seed) => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), 'signpost-session-')))
    process.env.SIGNPOST_CACHE = join(dir, 'cache')
    for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text)
    const random = createRandomSource(seed)
    const editors = ['ann', 'ben'].map((editor): Editor => {
      const draft = new Draft({ dir, editor, isSource: () => true, onChange: () => {} })
      return { draft, steps: [], undone: [] }
    })
    const readPlaces = (read: (file: string) => Promise<string>) =>
      Promise.all(places.map(async ([file, path]) => getValue(file, await read(file), path)))
    const readDisk = () => readPlaces((file) => readFile(join(dir, file), 'utf8'))
    /** What is on the disk. */
    const saved: unknown[] = await readDisk()
    const expectTexts = async ({ draft, steps }: Editor) => {
      const expected = [...saved]
      for (const { place, value } of steps) expected[place] = value
      expect(await readPlaces((file) => draft.readText(file))).toEqual(expected)
    }
    let conflictCount = 0
    /** Takes what the other has saved, and chooses where both have changed the same words. */
    const follow = async (editor: Editor, changed: Set<number>) => {
      const { draft } = editor
      if (!(await draft.takeOutsideChanges(draft.paths))) return
      editor.undone = []
      // What was written last in a place has replaced what was written there before.
      const lost = editor.steps.filter(
        (step, index, all) =>
          changed.has(step.place) &&
          !all.slice(index + 1).some(({ place }) => place === step.place),
      )
      editor.steps = editor.steps.filter(({ place }) => !changed.has(place))
      const { conflicts } = draft.state
      expect(conflicts.map(({ mine }) => mine)).toEqual(lost.map(({ value }) => value))
      for (const [index, { id, theirs }] of conflicts.entries()) {
        const { place, value } = lost[index]!
        expect(theirs).toBe(saved[place])
        const keep = random.pick(['mine', 'theirs'] as const)
        await draft.settle(id, keep)
        if (keep === 'mine') editor.steps.push({ place, value })
      }
      conflictCount += conflicts.length
    }
    try {
      for (let count = 1; count <= 5 * operationsPerSession; count++) {
        const turn = random.below(2)
        const [own, other] = [editors[turn]!, editors[1 - turn]!]
        const { draft, steps, undone } = own
        const choice = random.below(10)
        const place = random.below(places.length)
        const [file, path] = places[place]!
        const value = `Text ${count}${random.pick(['', ': so', ' # one', ' '])}`
        if (choice === 0 && steps.length > 0) {
          await draft.undo()
          undone.push(steps.pop()!)
        } else if (choice === 1 && undone.length > 0) {
          await draft.redo()
          steps.push(undone.pop()!)
        } else if (choice === 2) {
          const changed = new Set(steps.map(({ place }) => place))
          await draft.save(draft.version)
          for (const { place, value } of steps) saved[place] = value
          own.steps = []
          expect(await readDisk()).toEqual(saved)
          await follow(other, changed)
        } else if (choice === 3) {
          const text = await readFile(join(dir, file), 'utf8')
          await writeFile(
            join(dir, file),
            applyOperations(file, text, [{ kind: 'set', path, value }]),
          )
          saved[place] = value
          for (const editor of editors) await follow(editor, new Set([place]))
        } else {
          const operations: FileEdit[] = [{ kind: 'set', file, path, value }]
          await draft.edit({ version: draft.version, operations })
          steps.push({ place, value })
          own.undone = []
        }
        for (const editor of editors) await expectTexts(editor)
      }
      expect(conflictCount).toBeGreaterThan(5)
    } finally {
      delete process.env.SIGNPOST_CACHE
      await rm(dir, { recursive: true })
    }
  },
)
