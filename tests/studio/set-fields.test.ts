/** Where the fields of a page of a set come from, and where an edit of them goes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { applyOperations } from '../../scripts/edit/apply-operations.ts'
import { listOverridden, showOverride, toTemplatePath } from '../../scripts/edit/page-overrides.ts'
import type { JsonValue } from '../../scripts/edit/yaml-operations.ts'
import type { RowCell } from '../../scripts/edit/describe/describe-set.ts'
import type { Path } from '../../schema/problems/location.ts'
import {
  describeOrigin,
  findInOverride,
  findInRow,
  type EditTarget,
  type OpenSet,
  planReset,
  planSetEdit,
  type SetEdit,
  composeSetPage,
} from '../../scripts/studio/ui/form/set-edits.ts'
import { getAt } from '../../schema/util/records.ts'
import { toKey } from '../../scripts/studio/ui/form/paths.ts'
import {
  planInsertion,
  planRemoval,
  planRenaming,
  planValue,
} from '../../scripts/studio/ui/form/form-edit.ts'
import { rowFile, setFile, setText } from './set-site.ts'

const set = '/rounds/{town}'
const own = '/rounds/otley'

const cell = (column: string, value: string): RowCell => ({
  column,
  value,
  file: rowFile,
  line: 2,
  pages: 1,
  table: { file: rowFile, path: [] },
  address: { file: rowFile, path: [0, column] },
})

/** The page as the studio opens it. @param targets where edits go, by the path of the field */
function open(text: string, targets: [Path, EditTarget][] = []): OpenSet {
  const { page, overrides = {} } = parse(text).sets[set]
  const opened: OpenSet = {
    route: set,
    pages: 2,
    override: { file: setFile, path: ['sets', set, 'overrides', own], value: overrides[own] },
    overrides: Object.keys(overrides).length,
    facts: [],
    cells: [
      { ...cell('town', 'Otley'), address: undefined },
      cell('day', 'Monday'),
      cell('lead', 'By the clock.'),
    ],
    address: { file: setFile, path: ['sets', set, 'page'] },
    template: page,
    chosen: {},
  }
  const chosen = targets.map(([path, target]) => [
    toKey(describeOrigin(opened, path).place.steps),
    target,
  ])
  return { ...opened, chosen: Object.fromEntries(chosen) }
}

/** Makes the edit in the text, and expects that the studio shows it before it is answered. */
function apply(text: string, edit: SetEdit): string {
  const operations = edit.operations.map(({ file: _, ...operation }) => operation)
  const after = applyOperations(setFile, text, operations as never)
  const { template, override, overrides } = open(after)
  expect(edit.set.template).toEqual(template)
  expect(edit.set.override.value).toEqual(override.value)
  expect(edit.set.overrides).toBe(overrides)
  return after
}

const heading: Path = ['blocks', 0, 'heading']
const answer: Path = ['blocks', 1, 'items', 0, 'answer']
const items: Path = ['blocks', 1, 'items']
const write = (from: OpenSet, path: Path, value: JsonValue) =>
  planSetEdit(from, path, (root) => planValue(root, path, value))

const headingOverride = `    overrides:
      ${own}:
        blocks:
          top: { heading: Mondays in Otley }
    # after
`

describe('an edit goes where the author wants', () => {
  it('to the template, unless the page has a value of its own', () => {
    const edit = write(open(setText), heading, 'The van is here')
    expect(apply(setText, edit)).toBe(setText.replace('"We come to {{town}}"', '"The van is here"'))
  })

  it('to an override of the page, which is added to the set', () => {
    const edit = write(open(setText, [[heading, 'override']]), heading, 'Mondays in Otley')
    const after = apply(setText, edit)
    expect(after).toBe(setText.replace('    # after\n', headingOverride))
    expect(edit.label).toBe(`Change heading of ${own} alone`)
    const again = write(open(after), heading, 'Otley')
    expect(apply(after, again)).toBe(after.replace('Mondays in Otley', 'Otley'))
    const toTemplate = write(open(after, [[heading, 'template']]), heading, 'For all')
    expect(apply(after, toTemplate)).toBe(after.replace('We come to {{town}}', 'For all'))
    expect(apply(after, planReset(open(after), { path: heading }))).toBe(setText)
  })

  it('a block without an id gets one, by which the override finds it', () => {
    const path: Path = ['blocks', 1, 'heading']
    const edit = write(open(setText, [[path, 'override']]), path, 'On it')
    const after = apply(setText, edit)
    expect(after).toContain('- type: faq\n          id: faq\n          heading: On the van\n')
    expect(getAt(parse(after).sets[set].overrides, [own, 'blocks', 'faq'])).toEqual({
      heading: 'On it',
    })
  })

  it('a list whose entries have no ids is overridden as a whole', () => {
    const withId = setText.replace('- type: faq', '- type: faq\n          id: faq')
    const targets: [Path, EditTarget][] = [[items, 'override']]
    const after = apply(withId, write(open(withId, targets), answer, 'Buns.'))
    const listOf = (text: string) =>
      getAt(parse(text).sets[set].overrides, [own, 'blocks', 'faq', 'items']) as JsonValue[]
    expect(listOf(after)[0]).toEqual({ question: 'What is on it?', answer: 'Buns.' })
    expect(listOf(after)[1]).toEqual({ question: 'When?', answer: 'On {{day}}.' })
    const item = { question: 'How much?', answer: 'Little.' }
    const more = planSetEdit(open(after), items, (root) => planInsertion(root, [...items, 2], item))
    expect(listOf(apply(after, more))[2]).toEqual(item)
    const fewer = planSetEdit(open(after), items, (root) => planRemoval(root, [...items, 1]))
    expect(listOf(apply(after, fewer))).toHaveLength(1)
    // The template has the same questions as before.
    expect(after.startsWith(withId.slice(0, withId.indexOf('    # after')))).toBe(true)
  })

  it('a name that an override misspells is corrected there, or removed', () => {
    const wrong = setText
      .replace('    # after\n', headingOverride)
      .replace('heading: M', 'headng: M')
    const path: Path = ['blocks', 0, 'headng']
    const renamed = planSetEdit(open(wrong), path, () => planRenaming(path, 'heading'))
    expect(apply(wrong, renamed)).toBe(setText.replace('    # after\n', headingOverride))
    const removed = planSetEdit(open(wrong), path, (root) => planRemoval(root, path))
    expect(apply(wrong, removed)).toBe(setText)
  })

  it('a property is left out on the page alone', () => {
    const path: Path = ['blocks', 0, 'lead']
    const from = open(setText, [[path, 'override']])
    const edit = planSetEdit(from, path, (root) => planRemoval(root, path))
    const after = apply(setText, edit)
    expect(parse(after).sets[set].overrides[own]).toEqual({ blocks: { top: { lead: null } } })
    expect(getAt(composeSetPage(open(after)), path)).toBe('{{lead}}')
    expect(describeOrigin(open(after), path)).toMatchObject({ overridden: { value: null } })
  })
})

it('every field can be overridden and reset, in any order, and the template stays', () => {
  const withId = setText.replace('- type: faq', '- type: faq\n          id: faq')
  const fields: Path[] = [['title'], ['description'], heading, ['blocks', 0, 'lead'], items]
  fields.push(['blocks', 1, 'heading'], ['noindex'])
  fc.assert(
    fc.property(fc.shuffledSubarray(fields), fc.shuffledSubarray(fields), (written, reset) => {
      let text = withId
      for (const path of written) {
        const value = path === items ? [{ question: 'Why: so?', answer: '#1' }] : `- of ${path}: #1`
        text = apply(text, write(open(text, [[path, 'override']]), path, value))
        expect(getAt(composeSetPage(open(text)), path)).toEqual(value)
        expect(parse(text).sets[set].page).toEqual(parse(withId).sets[set].page)
      }
      const left = written.filter((path) => !reset.includes(path))
      for (const path of reset.filter((each) => written.includes(each)))
        text = apply(text, planReset(open(text), { path }))
      if (left.length === 0) expect(text).toBe(withId)
    }),
    { numRuns: 12 },
  )
})

describe('a field says where its value comes from', () => {
  it('the template, the row or an override', () => {
    const opened = open(setText)
    const describeAt = (path: Path) => {
      const { target, targets, cells } = describeOrigin(opened, path)
      return [target, targets, cells.map(({ column }) => column)]
    }
    const all = ['template', 'row', 'override']
    expect(describeAt(heading)).toEqual(['template', ['template', 'override'], ['town']])
    expect(describeAt(['description'])).toEqual(['template', all, ['town', 'day']])
    expect(describeAt(['blocks', 0, 'lead'])).toEqual(['row', all, ['lead']])
    expect(describeAt(['blocks', 1, 'heading'])).toEqual(['template', ['template', 'override'], []])
    // The choice for the list applies to everything in it.
    expect(describeAt(items)).toEqual(['template', ['template', 'override'], []])
    expect(describeAt(['blocks', 1, 'items', 1, 'answer'])).toEqual(['template', [], ['day']])
    const overridden = setText.replace('    # after\n', headingOverride)
    expect(describeOrigin(open(overridden), heading).target).toBe('override')
    expect(getAt(composeSetPage(open(overridden)), heading)).toBe('Mondays in Otley')
    const asTemplate = composeSetPage(open(overridden, [[heading, 'template']]))
    expect(getAt(asTemplate, heading)).toBe('We come to {{town}}')
  })

  it('a row in another format is edited in its file', () => {
    const opened = open(setText)
    const cells = opened.cells.map(({ address: _, ...each }) => each)
    const lead = describeOrigin({ ...opened, cells }, ['blocks', 0, 'lead'])
    expect([lead.target, lead.targets]).toEqual(['template', ['template', 'override']])
  })
})

it('what is wrong in an override or a row is shown at its field', () => {
  const opened = open(setText.replace('    # after\n', headingOverride))
  const at = { file: setFile, path: [...opened.override.path, 'blocks', 'top', 'heading'] }
  expect(findInOverride(opened, at)).toEqual(heading)
  expect(findInOverride(opened, { file: setFile, path: opened.address.path })).toBeUndefined()
  expect(findInRow(opened, { file: rowFile, path: [0, 'lead'] })).toEqual(['blocks', 0, 'lead'])
  expect(findInRow(opened, { file: rowFile, path: [1, 'lead'] })).toBeUndefined()
})

describe('an override has the paths of the template', () => {
  const template: JsonValue = {
    title: 'A',
    service: { name: 'Visit', area: 'B' },
    blocks: [
      { type: 'x', id: 'path' },
      { type: 'hero', id: 'top', heading: 'C', points: ['a', 'b'] },
    ],
  }
  const override: JsonValue = {
    title: 'T',
    service: { name: null },
    blocks: { top: { heading: 'H', points: ['c'] }, gone: { heading: 'x' } },
  }

  it('in both directions', () => {
    expect(listOverridden(template, override)).toEqual([
      { path: ['title'], value: 'T' },
      { path: ['service', 'name'], value: null },
      { path: ['blocks', 1, 'heading'], value: 'H' },
      { path: ['blocks', 1, 'points'], value: ['c'] },
    ])
    expect(toTemplatePath(template, override, ['blocks', 'top', 'points', 0])).toEqual([
      'blocks',
      1,
      'points',
      0,
    ])
    expect(listOverridden(template, { blocks: [] })).toEqual([{ path: ['blocks'], value: [] }])
  })

  it('what is left out stays, so that nothing changes its place', () => {
    expect(showOverride(template, override)).toEqual({
      title: 'T',
      service: { name: 'Visit', area: 'B' },
      blocks: [
        { type: 'x', id: 'path' },
        { type: 'hero', id: 'top', heading: 'H', points: ['c'] },
      ],
    })
  })
})
