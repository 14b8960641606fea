import { useDeferredValue, useEffect, useRef, useState } from 'react'
import {
  Button,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components'
import type { PageItem } from '../../protocol.ts'
import { groupPages } from '../form/group-pages.ts'
import { ProblemCount } from '../parts/problem-note.tsx'
import { PageMenu } from '../dialogs/page-dialog.tsx'
import type { DialogName } from '../dialogs/studio-dialog.tsx'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The maximum number of pages to list. A search finds the others. */
const maxShown = 300

/** All pages by family. */
export function PagesPanel({ onDialog }: { onDialog: (name: DialogName) => void }) {
  const store = useStore()
  const pages = useStudio((state) => state.pageList.pages)
  const route = useStudio((state) => state.open?.route)
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The page may have been opened by a link or a problem, or have moved to another address.
    list.current
      ?.querySelector(`[data-key="${CSS.escape(route ?? '')}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [route])
  const { families, count } = groupPages(pages, useDeferredValue(query), maxShown)
  const openFirst = () => {
    const [first] = groupPages(pages, query, 1).families.flatMap((family) => family.pages)
    if (first) void store.openPage(first.route)
  }
  return (
    <section className="panel pages" aria-labelledby="pages-heading">
      <div className="panel-head">
        <h2 id="pages-heading">Pages</h2>
        <span className="muted">
          {count === pages.length ? count : `${count} of ${pages.length}`}
        </span>
        <PageMenu />
      </div>
      <SearchField
        className="search"
        aria-label="Search pages"
        value={query}
        onChange={setQuery}
        onSubmit={openFirst}
      >
        <Input placeholder="Search pages" />
      </SearchField>
      <div className="shared-parts" role="group" aria-label="What all pages share">
        <Button className="small-button" onPress={() => onDialog('map')}>
          Map
        </Button>
        <Button className="small-button" onPress={() => onDialog('facts')}>
          Facts
        </Button>
        <Button className="small-button" onPress={() => store.showRows({})}>
          Rows
        </Button>
        {sharedParts.map(({ label, path }) => (
          <Button
            key={label}
            className="small-button"
            onPress={() => void store.selectAddress({ file: 'pages.yaml', path }, 'pages')}
          >
            {label}
          </Button>
        ))}
        <Button className="small-button" onPress={() => onDialog('redirects')}>
          Redirects
        </Button>
        <Button className="small-button" onPress={() => onDialog('media')}>
          Pictures
        </Button>
        <Button className="small-button" onPress={() => onDialog('find')}>
          Replace…
        </Button>
      </div>
      <ListBox
        ref={list}
        aria-label="Pages"
        className="page-list"
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={route === undefined ? [] : [route]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys]
          if (key !== undefined) void store.openPage(String(key))
        }}
        renderEmptyState={() => <p className="help">No matching pages.</p>}
      >
        {families.map(({ name, pages: own }) => (
          <ListBoxSection key={name} id={`family ${name}`}>
            <Header>{name}</Header>
            {own.map((page) => (
              <PageRow key={page.route} page={page} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
      {count > maxShown && (
        <p className="help">The first {maxShown} are listed. Search to find the others.</p>
      )}
    </section>
  )
}

/** The parts of `pages.yaml` that all pages share. */
const sharedParts = [
  { label: 'Menus', path: ['navigation'] },
  { label: 'Settings', path: ['site'] },
]

const states: Record<PageItem['status'], string> = {
  listed: '',
  noindex: 'not listed',
  ppc: 'for ads',
  planned: 'planned',
  draft: 'draft',
  scheduled: 'not published yet',
  ended: 'ended',
}

function PageRow({ page }: { page: PageItem }) {
  const { route, title, kind, status, placeholder, changed, errors, warnings } = page
  const notes = new Set([kind, states[status], placeholder && 'placeholder'].filter(Boolean))
  return (
    <ListBoxItem id={route} textValue={`${route} ${title}`} className="page-row">
      <span className="page-title">
        {changed && (
          <span className="changed">
            <span className="visually-hidden">Changed: </span>
          </span>
        )}
        {title}
      </span>
      <ProblemCount errors={errors} warnings={warnings} />
      <span className="page-route">{route}</span>
      <span className="page-notes">{[...notes].join(' · ')}</span>
    </ListBoxItem>
  )
}
