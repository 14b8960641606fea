import { type ReactNode, useState } from 'react'
import {
  Button,
  Cell,
  Checkbox,
  Column,
  Row,
  type Selection,
  Table,
  TableBody,
  TableHeader,
  ToggleButton,
} from 'react-aria-components'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { SearchBox } from '../parts/search-box.tsx'
import { DialogActions } from './dialog.tsx'

type ListDialogProps<Item> = {
  /** What is listed, in lower case: `facts`. */
  name: string
  /** Undefined until they are fetched. */
  items: Item[] | undefined
  /** What a search finds. Without it, there is no search. */
  getText?: (item: Item) => string
  /** Lists only what somebody has to look at, if there is any. */
  filter?: { label: string; isShown: (item: Item) => boolean }
  /** Buttons and notes beside the search. */
  actions?: ReactNode
  /** What stays above the list. */
  head?: ReactNode
  /** The list. @param shown the first of those that are found */
  children: (shown: Item[], found: Item[]) => ReactNode
  footer?: ReactNode
}

/** More are shown on request. */
const pageSize = 200

/** A list of what the site has, in a dialog: searched, filtered, and acted on. */
export function ListDialog<Item>(props: ListDialogProps<Item>) {
  const { name, items = [], getText, filter, actions, head, children, footer } = props
  const [query, setQuery] = useState('')
  const [isFiltered, setFiltered] = useState(false)
  const [limit, setLimit] = useState(pageSize)
  const matches = createWordFilter(query)
  const filtered = filter ? items.filter(filter.isShown) : []
  const listed = isFiltered ? filtered : items
  const found = getText ? listed.filter((item) => matches(getText(item))) : listed
  return (
    <>
      <div className="list-head">
        {getText && (
          <SearchBox label={`Search ${name}`} value={query} onChange={setQuery} autoFocus />
        )}
        {(actions || filtered.length > 0) && (
          <div className="bar">
            {actions}
            {found.length < listed.length && (
              <span className="help">
                {found.length} of {listed.length}
              </span>
            )}
            {filter && filtered.length > 0 && (
              <ToggleButton className="small-button" isSelected={isFiltered} onChange={setFiltered}>
                {filter.label} <span className="tab-count">{filtered.length}</span>
              </ToggleButton>
            )}
          </div>
        )}
      </div>
      <div className="dialog-content list-content">
        {head}
        {children(found.slice(0, limit), found)}
        {found.length > limit && (
          <Button className="small-button" onPress={() => setLimit(limit + pageSize)}>
            Show more of {formatCount(found.length, 'row')}
          </Button>
        )}
      </div>
      {footer ?? <DialogActions closeLabel="Close" />}
    </>
  )
}

/** @property isQuiet whether only screen readers say its heading */
type ListColumn<Item> = {
  heading: string
  isQuiet?: boolean
  getCell: (item: Item) => ReactNode
}

type ListTableProps<Item> = {
  label: string
  items: Item[]
  getKey: (item: Item) => string
  /** The first one names the row. */
  columns: ListColumn<Item>[]
  /** What is said if there are none. */
  empty: string
  onOpen?: (key: string) => void
  selection?: { keys: Iterable<string>; onChange: (keys: Selection) => void }
  /** What the cells show besides their item. */
  dependencies?: unknown[]
}

/** A table, in which the arrow keys go from cell to cell. On a phone, its cells are one below the other. */
export function ListTable<Item extends object>(props: ListTableProps<Item>) {
  const { label, items, getKey, columns, empty, onOpen, selection, dependencies = [] } = props
  return (
    <Table
      aria-label={label}
      className="data-table list-table"
      selectionMode={selection ? 'multiple' : 'none'}
      selectedKeys={selection?.keys}
      onSelectionChange={selection?.onChange}
      onRowAction={onOpen && ((key) => onOpen(String(key)))}
    >
      <TableHeader>
        {selection && (
          <Column>
            <SelectionBox />
          </Column>
        )}
        {columns.map(({ heading, isQuiet }, index) => (
          <Column key={heading} isRowHeader={index === 0}>
            <span className={isQuiet ? 'visually-hidden' : undefined}>{heading}</span>
          </Column>
        ))}
      </TableHeader>
      <TableBody items={items} dependencies={dependencies} renderEmptyState={() => empty}>
        {(item) => (
          <Row id={getKey(item)} className="list-row">
            {selection && (
              <Cell>
                <SelectionBox />
              </Cell>
            )}
            {columns.map(({ heading, isQuiet, getCell }) => (
              <Cell key={heading} data-heading={isQuiet ? undefined : heading}>
                {getCell(item)}
              </Cell>
            ))}
          </Row>
        )}
      </TableBody>
    </Table>
  )
}

const SelectionBox = () => (
  <Checkbox slot="selection" className="selection-box">
    <span aria-hidden="true" />
  </Checkbox>
)
