import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import {
  Button,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  type Selection,
  ToggleButton,
  Tree,
  type TreeProps,
  useDragAndDrop,
} from 'react-aria-components'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import {
  buildPageMap,
  canMovePage,
  groupPages,
  type MapNode,
  proposeAddress,
} from '../form/arrange-pages.ts'
import { focusSoon, onceDialogIsClosed, rowSelector } from '../focus/move-focus.ts'
import { ProblemCount } from '../parts/problem-note.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { TreeRow } from '../parts/tree-row.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { PageForm, PageMenu } from '../dialogs/page-dialog.tsx'
import type { OpenDialog } from '../state/studio-state.ts'
import { usePageNames, useStore, useStudio } from '../state/use-studio.ts'

/** The maximum number of pages to list. A search finds the others. */
const maxShown = 300

/** All pages by family, or by address: then they are moved by dragging, too. */
export function PagesPanel() {
  const store = useStore()
  const pages = useStudio((state) => state.pageList.pages)
  const route = useStudio((state) => state.open?.route)
  const getName = usePageNames()
  const [query, setQuery] = useState('')
  const [isMap, setMap] = useState(false)
  const deferred = useDeferredValue(query)
  const { families, count } = groupPages(pages, deferred, maxShown, getName)
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
  }, [route, query, isMap])
  const openFirst = () => {
    const [first] = groupPages(pages, query, 1, getName).families.flatMap((family) => family.pages)
    if (first) void store.openPage(first.route)
  }
  const list = {
    selectionMode: 'single',
    selectionBehavior: 'replace',
    disallowEmptySelection: true,
    selectedKeys: route === undefined ? [] : [route],
    onSelectionChange: (keys: Selection) => {
      const key = keys === 'all' ? undefined : String([...keys][0])
      if (pages.some((page) => page.route === key)) void store.openPage(key!)
    },
    renderEmptyState: () => <p className="help">No matching pages.</p>,
  } as const
  return (
    <section className="panel pages" aria-labelledby="pages-heading">
      <div className="panel-head">
        <h2 id="pages-heading" className="visually-hidden">
          Pages
        </h2>
        <PageMenu />
        <SearchBox label="Search pages" value={query} onChange={setQuery} onSubmit={openFirst} />
        <span className="muted">
          {count === pages.length ? count : `${count} of ${pages.length}`}
        </span>
      </div>
      <div className="shared-parts" role="group" aria-label="What all pages share">
        <ToggleButton className="small-button" isSelected={isMap} onChange={setMap}>
          Map
        </ToggleButton>
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
      {isMap ? (
        <PageMap pages={families.flatMap((family) => family.pages)} getName={getName} list={list} />
      ) : (
        <ListBox aria-label="Pages" className="page-list" {...list}>
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
                  <PageRow page={page} name={getName(page)} />
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      )}
      {count > maxShown && (
        <p className="help">The first {maxShown} are listed. Search to find the others.</p>
      )}
    </section>
  )
}

type PageMapProps = {
  pages: PageItem[]
  getName: (page: PageItem) => string
  list: Pick<TreeProps<object>, 'selectedKeys' | 'onSelectionChange' | 'renderEmptyState'>
}

const pageType = 'application/x-signpost-page'

/** A page that is dropped on another one is asked for its address, below that of the other one. */
function PageMap({ pages, getName, list }: PageMapProps) {
  const root = useMemo(() => buildPageMap(pages), [pages])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const dragged = useRef('')
  const [move, setMove] = useState<{ route: string; proposed: string }>()
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [pageType]: String(key) })),
    onDragStart: ({ keys }) => void (dragged.current = String([...keys][0])),
    acceptedDragTypes: [pageType],
    getDropOperation: (target) => {
      const isOn = target.type === 'item' && target.dropPosition === 'on'
      return isOn && proposeAddress(dragged.current, String(target.key)) !== undefined
        ? 'move'
        : 'cancel'
    },
    onItemDrop: ({ target }) => {
      const proposed = proposeAddress(dragged.current, String(target.key))
      if (proposed !== undefined) setMove({ route: dragged.current, proposed })
    },
  })
  const routes = listRoutes(root)
  const renderNode = ({ route, page, nodes }: MapNode): ReactNode => (
    <TreeRow
      id={route}
      label={page ? getName(page) : route}
      rows={nodes}
      renderRow={renderNode}
      isMovable={page !== undefined && canMovePage(page)}
    >
      {page ? (
        <PageRow page={page} name={getName(page)} />
      ) : (
        <span className="tree-label">{route}</span>
      )}
    </TreeRow>
  )
  return (
    <>
      <Tree
        aria-label="Pages by address"
        className="tree"
        items={[root]}
        expandedKeys={routes.filter((route) => !closed.has(route))}
        onExpandedChange={(keys) =>
          setClosed(new Set(routes.filter((route) => !new Set(keys).has(route))))
        }
        dragAndDropHooks={dragAndDropHooks}
        selectionMode="single"
        selectionBehavior="replace"
        {...list}
      >
        {renderNode}
      </Tree>
      <Dialog title="Change address" isOpen={move !== undefined} onClose={() => setMove(undefined)}>
        {move && (
          <PageForm
            action="rename"
            {...move}
            onDone={(to) => onceDialogIsClosed(() => focusSoon(rowSelector(to, '.pages')))}
          />
        )}
      </Dialog>
    </>
  )
}

const listRoutes = ({ route, nodes }: MapNode): string[] => [route, ...nodes.flatMap(listRoutes)]

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

function PageRow({ page, name }: { page: PageItem; name: string }) {
  const { route, title, kind, status, placeholder, changed, errors, warnings } = page
  const notes = [states[status], placeholder && 'placeholder'].filter(Boolean)
  return (
    <>
      <span className="page-title" title={`${title} · ${kind}`}>
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
