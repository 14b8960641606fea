import { useMemo, useState } from 'react'
import { Autocomplete, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { arrangeByGroup } from '../../../../schema/block-types/block-groups.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import type { BlockChoice } from '../../../edit/describe/list-choices.ts'
import { describeFilledPage, explainUnfit, sortGroups } from '../form/block-fit.ts'
import { createWordFilter, hasWordsOf } from '../../../../blocks/shared/text/match-words.ts'
import { findBlockSchema } from '../form/create-value.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { wordHelp } from '../../../edit/plain-words.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { toKey } from '../form/paths.ts'
import { fieldSelector } from '../focus/move-focus.ts'
import { SearchBox } from './search-box.tsx'
import { createWhenReady } from '../state/create-when-ready.tsx'
import { isPageOpen } from '../state/studio-state.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The blocks that a search finds, the one that is chosen, and what adds one to the page. */
export function useBlockSearch(onClose: () => void) {
  const store = useStore()
  const [type, setType] = useState<string>()
  const [query, setQuery] = useState('')
  const blocks = useStudio((state) => state.blocks)
  const schema = useStudio((state) => state.schema)
  const written = useStudio(({ open }) => open?.page.value)
  const groups = useMemo(() => arrangeForPage(schema, blocks, written), [schema, blocks, written])
  const shown = listNamedFirst(groups, query)
  const matches = createWordFilter(query)
  const found = shown
    .flatMap((group) => group.blocks)
    .filter((block) => block.unfit === undefined && matches(getSearchText(block)))
  const search = (text: string) => {
    setQuery(text)
    // The first result is selected.
    setType(undefined)
  }
  const add = (name: string) => {
    if (groups.some((group) => group.blocks.some((each) => each.type === name && each.unfit)))
      return
    const { selection, open } = store.getState()
    const list = getAt(open?.page.value, ['blocks'])
    const end = Array.isArray(list) ? list.length : 0
    const index = selection.path[0] === 'blocks' ? Number(selection.path[1]) + 1 : end
    if (open && !isPageOpen(open)) store.selectInPage([], 'form')
    const at = ['blocks', Math.min(index, end)]
    const schema = findBlockSchema(store.getState().schema, name)
    onClose()
    if (!schema) return
    const label = toWords(name)
    const focused = [fieldSelector(toKey([...at, 'heading'])), '.form .fields']
    void createWhenReady(store, { path: [], schema, name, label, focused }, (block) =>
      store.insertItem(at, block),
    )
  }
  const chosen = found.find((block) => block.type === type) ?? found[0]
  return { query, search, groups: shown, chosen, choose: setType, add }
}

/** All blocks by group, and a search. */
export function BlockList({ found }: { found: ReturnType<typeof useBlockSearch> }) {
  const { query, search, groups, chosen, choose, add } = found
  const schema = useStudio((state) => state.schema)
  return (
    <Autocomplete
      filter={hasWordsOf}
      inputValue={query}
      onInputChange={search}
      disableAutoFocusFirst
    >
      <div className="palette-list">
        <SearchBox label="Search blocks" autoFocus onSubmit={() => chosen && add(chosen.type)} />
        <ListBox
          aria-label="Blocks"
          className="list-box"
          items={groups}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          disabledKeys={groups.flatMap((group) =>
            group.blocks.filter(({ unfit }) => unfit !== undefined).map(({ type }) => type),
          )}
          selectedKeys={chosen ? [chosen.type] : []}
          onSelectionChange={(keys) => keys !== 'all' && choose(String([...keys][0]))}
          onAction={(key) => add(String(key))}
          renderEmptyState={() => (
            <p className="help">{groups.length === 0 ? 'Loading…' : 'No matching blocks.'}</p>
          )}
        >
          {({ group, heading, blocks }) => (
            <ListBoxSection id={`group-${group}`}>
              <Header>{heading}</Header>
              {blocks.map((block) => (
                <ListBoxItem
                  key={block.type}
                  id={block.type}
                  textValue={getSearchText(block)}
                  className="list-item"
                >
                  <span slot="label">{toWords(block.type)}</span>
                  <span slot="description">
                    {block.unfit ?? wordHelp(findBlockSchema(schema, block.type) ?? block)}
                  </span>
                </ListBoxItem>
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </div>
    </Autocomplete>
  )
}

/** @property unfit why the page may not have it */
type FittedBlock = BlockChoice & { unfit?: string }

/** Arranges blocks by what the page needs. What it may not have comes last in its group. */
function arrangeForPage(schema: Schema, blocks: BlockChoice[], written: unknown) {
  const page = describeFilledPage(written)
  const fitted = blocks.map((block): FittedBlock => {
    const unfit = explainUnfit(schema, block.type, page)
    return { ...block, ...(unfit !== undefined && { unfit }) }
  })
  const isUnfit = ({ unfit }: FittedBlock) => Number(unfit !== undefined)
  const sorted = fitted.toSorted((a, b) => isUnfit(a) - isUnfit(b))
  return sortGroups(schema, arrangeByGroup(sorted), page)
}

/** Moves the blocks whose name begins with the query to the top, each with its group. */
function listNamedFirst<G extends { blocks: BlockChoice[] }>(groups: G[], query: string): G[] {
  if (query === '') return groups
  const start = query.toLowerCase()
  const rank = ({ type }: BlockChoice) => (toWords(type).toLowerCase().startsWith(start) ? 0 : 1)
  return groups
    .map((group) => ({ ...group, blocks: group.blocks.toSorted((a, b) => rank(a) - rank(b)) }))
    .sort((a, b) => rank(a.blocks[0]!) - rank(b.blocks[0]!))
}

/** What authors call some blocks. */
const otherNames: Record<string, string> = {
  'call-to-action': 'CTA, buttons',
  faq: 'accordion',
  figures: 'statistics, numbers',
  hero: 'header, title, top of the page',
  notice: 'announcement, banner, alert, message for some days',
  picture: 'image, photo',
  posts: 'blog, news',
  'price-cards': 'pricing, packages',
  prose: 'text, paragraph, rich text',
  testimonials: 'reviews, quotes',
}

/** The text in which the palette searches for a block. */
const getSearchText = ({ type, description }: BlockChoice) =>
  `${toWords(type)} ${description} ${otherNames[type] ?? ''}`
