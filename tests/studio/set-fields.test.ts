/** Where the fields of a page of a set come from. */
import { expect, it } from 'vitest'
import { listOverridden } from '../../scripts/studio/describe/list-overridden.ts'
import { describeOrigin } from '../../scripts/studio/ui/form/describe-origin.ts'

const template = {
  title: 'A notary in {{town}}',
  service: { name: 'Visit', area: '{{town}}, {{state}}' },
  blocks: [
    { type: 'breadcrumbs', id: 'path', heading: '', lead: '' },
    { type: 'hero', id: 'top', heading: 'We come to {{town}}', lead: 'By car.' },
  ],
}

it('an override is found at the path of the template that it replaces', () => {
  const override = {
    title: 'A notary comes up to Lamesa',
    service: { name: null },
    blocks: { top: { heading: 'North to Lamesa' }, gone: { heading: 'x' } },
  }
  expect(listOverridden(template, override)).toEqual([
    ['title'],
    ['service', 'name'],
    ['blocks', 1, 'heading'],
  ])
  expect(listOverridden(template, { blocks: [] })).toEqual([['blocks']])
  expect(listOverridden(template, undefined)).toEqual([])
})

it('a field says what comes from the row or from an override', () => {
  const set = {
    route: '/visits/{town}',
    pages: 3,
    override: { file: 'pages/towns.yaml', path: ['sets', 0, 'overrides', '/visits/lamesa'] },
    overridden: [['title']],
    row: { file: 'pages/towns.csv', line: 4 },
  }
  expect(describeOrigin(set, ['title'], template.title)).toContain('override in pages/towns.yaml')
  expect(describeOrigin(set, ['service', 'area'], template.service.area)).toBe(
    '{{town}}, {{state}} come from the row of each page; that of this one is pages/towns.csv:4.',
  )
  expect(describeOrigin(set, ['service', 'name'], template.service.name)).toBeUndefined()
})
