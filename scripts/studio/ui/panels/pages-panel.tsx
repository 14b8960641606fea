import { ListTree } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import {
  Button,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  ToggleButton,
} from 'react-aria-components'
import { formatFirstItems } from '../../../../schema/util/format-first-items.ts'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import { groupPages } from '../form/arrange-pages.ts'
import { ProblemCount } from '../parts/problem-note.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { PageMenu } from '../dialogs/page-dialog.tsx'
import type { OpenDialog, StudioState } from '../state/studio-state.ts'
import { getAt } from '../../../../schema/util/records.ts'
import type { ValuePlace } from '../../../edit/source-address.ts'
import { usePageNames, useStore, useStudio } from '../state/use-studio.ts'
import { getStatusNote } from '../../../report/page-status.ts'

/** The maximum number of pages to list. A search finds the others. */
const maxPages = 300

/** What keeps a whole file from being read. */
const unreadableCodes = new Set(['YAML_SYNTAX', 'FILE_UNREADABLE'])

/** All pages, by family or by address. */
export function PagesPanel() {
  const store = useStore()
  const pages = useStudio((state) => state.pageList.pages)
  const route = useStudio((state) => state.open?.route)
  const getName = usePageNames()
  const problems = useStudio((state) => state.problems.problems)
  const unreadable = [
    ...new Set(problems.flatMap(({ code, file }) => (unreadableCodes.has(code) ? file : []))),
  ]
  const [query, setQuery] = useState('')
  const [isByAddress, orderByAddress] = useState(false)
  const deferred = useDeferredValue(query)
  const { families, count, isSimilar } = groupPages(pages, deferred, maxPages, getName, isByAddress)
  useEffect(() => {
    // A page that has just been made or moved may not be one of those that were searched for.
    const isFound = (page: PageItem) => page.route === route
    const { families: found } = groupPages(pages, query, pages.length, getName)
    if (pages.some(isFound) && !found.some((family) => family.pages.some(isFound))) setQuery('')
  }, [route])
  useEffect(() => {
    // The page may have been opened by a link or a problem, or have moved to another address.
    const key = CSS.escape(route ?? '')
    document.querySelector(`.pages [data-key="${key}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [route, query, isByAddress])
  const openFirst = () => {
    const [first] = groupPages(pages, query, 1, getName, isByAddress).families.flatMap(
      (family) => family.pages,
    )
    if (first) void store.openPage(first.route)
  }
  return (
    <section className="panel pages" aria-labelledby="pages-heading">
      <div className="panel-head">
        <h2 id="pages-heading" className="visually-hidden">
          Pages
        </h2>
        <PageMenu />
        <SearchBox label="Search pages" value={query} onChange={setQuery} onSubmit={openFirst} />
        <span className="muted">
          {count === pages.length
            ? count
            : `${count} ${isSimilar ? 'similar' : `of ${pages.length}`}`}
        </span>
        <ToggleButton
          className="icon-button"
          aria-label="Map"
          isSelected={isByAddress}
          onChange={orderByAddress}
        >
          <ListTree size={16} aria-hidden />
        </ToggleButton>
      </div>
      <div className="shared-parts" role="group" aria-label="What all pages share">
        {sharedParts.map(({ label, dialog, section }) => (
          <Button
            key={label}
            className="small-button"
            onPress={() =>
              dialog
                ? store.openDialog({ name: dialog })
                : void store.selectAddress(locateSection(section, store.getState()), 'pages')
            }
          >
            {label}
          </Button>
        ))}
      </div>
      {unreadable.length > 0 && (
        <p className="set-note" role="status">
          {formatFirstItems(unreadable, 2)} cannot be read because of a mistake, so its pages are
          missing here, not deleted. <em>Problems</em> below says what to correct.
        </p>
      )}
      <ListBox
        aria-label="Pages"
        className="page-list"
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={route === undefined ? [] : [route]}
        onSelectionChange={(keys) => {
          const key = keys === 'all' ? undefined : String([...keys][0])
          if (pages.some((page) => page.route === key)) void store.openPage(key!)
        }}
        renderEmptyState={() => <p className="help">No matching pages.</p>}
      >
        {families.map(({ name, pages: own }) => (
          <ListBoxSection key={name} id={`family ${name}`}>
            <Header>{name}</Header>
            {own.map((page) => (
              <ListBoxItem
                key={page.route}
                id={page.route}
                textValue={`${page.route} ${getName(page)}`}
                className="page-row"
              >
                <PageRow
                  page={page}
                  name={getName(page)}
                  depth={isByAddress ? getDepth(page) : 0}
                />
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
      {count > maxPages && (
        <p className="help">The first {maxPages} are listed. Search to find the others.</p>
      )}
    </section>
  )
}

/** What all pages share: in a dialog, or a section of `pages.yaml` in the form. */
const sharedParts: SharedPart[] = [
  { label: 'Facts', dialog: 'facts' },
  { label: 'Rows', dialog: 'rows' },
  { label: 'Menus', section: 'navigation' },
  { label: 'Settings', section: 'site' },
  { label: 'Redirects', dialog: 'redirects' },
  { label: 'Pictures', dialog: 'media' },
  { label: 'Replace…', dialog: 'find' },
]

type SharedPart = { label: string } & (
  | { dialog: Exclude<OpenDialog['name'], 'form'>; section?: undefined }
  | { section: string; dialog?: undefined }
)

/** The menus are those of the language of the open page. */
function locateSection(section: string, { open, choices }: StudioState): ValuePlace {
  const language = getAt(open?.page.value, ['language'])
  const tag = choices.languages.find((each) => each.tag === language)?.tag
  const path =
    section === 'navigation' && tag !== undefined ? ['site', 'languages', tag, section] : [section]
  return { file: 'pages.yaml', path }
}

/** How many pages are above it by its address. */
const getDepth = ({ route }: PageItem) => route.split('/').length - (route === '/' ? 2 : 1)

type PageRowProps = { page: PageItem; name: string; depth: number }

function PageRow({ page, name, depth }: PageRowProps) {
  const { route, title, kind, status, placeholder, changed, errors, warnings } = page
  const notes = [getStatusNote(status), placeholder && 'placeholder'].filter(Boolean)
  return (
    <>
      <span
        className="page-title"
        style={{ paddingInlineStart: depth * 14 }}
        title={`${title} · ${kind}`}
      >
        {changed && (
          <span className="changed">
            <span className="visually-hidden">Changed: </span>
          </span>
        )}
        {name}
      </span>
      {notes.length > 0 && <span className="page-notes">{notes.join(' · ')}</span>}
      <span className="page-route">{route}</span>
      <ProblemCount errors={errors} warnings={warnings} />
    </>
  )
}
