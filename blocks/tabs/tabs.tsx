import {
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import type { TabsBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { DataTable } from '../shared/data-table.tsx'
import { InlineText, RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { findTabForKey } from './find-tab-for-key.ts'

/**
 * Tabs. Without JavaScript, all panels are shown one below the other, after links to them. If
 * scripting is enabled, the stylesheet shows only the first panel or the one in the URL fragment,
 * and after hydration the block follows the ARIA tabs pattern.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs(block: TabsBlock) {
  const { heading, lead, tabs, words } = block
  const [selected, setSelected] = useState<string>()
  const hash = useHash()
  const ids = tabs.map(({ id }) => id)
  // A layout effect, to select the tab before the paint. It reads the URL itself, because at
  // hydration `hash` has the server's value, which is empty.
  useLayoutEffect(() => {
    const anchor = location.hash.slice(1)
    setSelected((current) => (ids.includes(anchor) ? anchor : (current ?? ids[0])))
  }, [hash])

  const select = (id: string) => {
    setSelected(id)
    // Makes the URL shareable. The history state belongs to React Router and must be kept.
    history.replaceState(history.state, '', `#${id}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = findTabForKey(
      event.key,
      ids,
      selected,
      getComputedStyle(event.currentTarget).direction,
    )
    if (id === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    select(id)
    document.getElementById(getTabId(id))?.focus()
  }
  const onClick = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    select(id)
  }
  const isHydrated = selected !== undefined

  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="tab-group" data-alive={isHydrated || undefined}>
        <div
          className="tab-links"
          {...(isHydrated && { role: 'tablist', 'aria-label': heading, onKeyDown })}
        >
          {tabs.map(({ id, label }) => (
            <a
              key={id}
              id={getTabId(id)}
              className="tab-link"
              href={`#${id}`}
              {...(isHydrated && {
                role: 'tab',
                'aria-selected': id === selected,
                'aria-controls': id,
                tabIndex: id === selected ? 0 : -1,
                onClick: (event: MouseEvent) => onClick(event, id),
              })}
            >
              {label}
            </a>
          ))}
        </div>
        {tabs.map((tab) => (
          <TabPanel key={tab.id} tab={tab} selected={selected} words={words} />
        ))}
      </div>
    </Section>
  )
}

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** Returns the URL fragment without `#`; empty on the server and at hydration. */
function useHash(): string {
  return useSyncExternalStore(
    subscribeToHash,
    () => location.hash.slice(1),
    () => '',
  )
}

type Tab = TabsBlock['tabs'][number]

function TabPanel({
  tab: { id, label, text, points, rows, actions },
  selected,
  words,
}: Pick<TabsBlock, 'words'> & { tab: Tab; selected?: string }) {
  const tabPanelProps = selected !== undefined && {
    role: 'tabpanel',
    'aria-labelledby': getTabId(id),
    tabIndex: 0,
    hidden: id !== selected,
  }
  return (
    <div className="tab-panel rich" id={id} {...tabPanelProps}>
      <h3>{label}</h3>
      <RichText nodes={text} />
      {points && (
        <ul className="features tab-points">
          {points.map((point, index) => (
            <li key={index}>
              <InlineText nodes={point} />
            </li>
          ))}
        </ul>
      )}
      {rows && (
        <DataTable
          caption={label}
          columns={listTabColumns(rows, words)}
          rows={rows}
          rowHeader="item"
        />
      )}
      <ActionList actions={actions} />
    </div>
  )
}

const getTabId = (id: string) => `tab-${id}`

function listTabColumns(rows: NonNullable<Tab['rows']>, words: TabsBlock['words']) {
  const columns = [
    { key: 'item', label: words.item },
    { key: 'value', label: words.value, numeric: true },
  ]
  return rows.some(({ note }) => note !== undefined)
    ? [...columns, { key: 'note', label: words.note }]
    : columns
}
