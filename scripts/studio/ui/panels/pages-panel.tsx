import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import { groupPages } from '../form/group-pages.ts'
import { ProblemCount } from '../parts/problem-note.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { PageMenu } from '../dialogs/page-dialog.tsx'
import type { OpenDialog } from '../state/studio-state.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The maximum number of pages to list. A search finds the others. */
const maxShown = 300

/** All pages by family. */
export function PagesPanel() {
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
      <SearchBox label="Search pages" value={query} onChange={setQuery} onSubmit={openFirst} />
      <div className="shared-parts" role="group" aria-label="What all pages share">
        {sharedParts.map(({ label, dialog, section }) => (
          <Button
            key={label}
            className="small-button"
            onPress={() =>
              dialog
                ? store.openDialog({ name: dialog })
                : void store.selectAddress({ file: 'pages.yaml', path: [section] }, 'pages')
            }
          >
            {label}
          </Button>
        ))}
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

/** What all pages share: in a dialog, or a section of `pages.yaml` in the form. */
const sharedParts: SharedPart[] = [
  { label: 'Map', dialog: 'map' },
  { label: 'Facts', dialog: 'facts' },
  { label: 'Rows', dialog: 'rows' },
  { label: 'Menus', section: 'navigation' },
  { label: 'Settings', section: 'site' },
  { label: 'Redirects', dialog: 'redirects' },
  { label: 'Pictures', dialog: 'media' },
  { label: 'Replace…', dialog: 'find' },
]

type SharedPart = { label: string } & (
  | { dialog: Exclude<OpenDialog['name'], 'dropped-file' | 'first-picture'>; section?: undefined }
  | { section: string; dialog?: undefined }
)

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
