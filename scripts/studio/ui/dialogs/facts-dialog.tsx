import { useState } from 'react'
import {
  Cell,
  Column,
  Input,
  Row,
  SearchField,
  Table,
  TableBody,
  TableHeader,
  ToggleButton,
} from 'react-aria-components'
import { focusSoon, onceDialogIsClosed } from '../focus/move-focus.ts'
import { listFactControls } from '../parts/fact-uses.tsx'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The ledger: every price, time, distance and claim, and where each is printed. */
export function FactsTable({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const facts = useStudio((state) => state.facts)
  const [query, setQuery] = useState('')
  const [onlyConflicts, setOnlyConflicts] = useState(false)
  const conflicts = facts.filter(({ hasConflict }) => hasConflict).length
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = facts.filter(
    ({ name, label, text, hasConflict }) =>
      (hasConflict || !onlyConflicts) &&
      words.every((word) => `${name} ${label} ${text}`.toLowerCase().includes(word)),
  )
  const open = async (name: string) => {
    const fact = facts.find((each) => each.name === name)
    if (!fact) return
    await store.selectAddress(fact.address, 'problems')
    onClose()
    onceDialogIsClosed(() => focusSoon(...listFactControls(fact)))
  }
  return (
    <div className="facts">
      <SearchField
        className="search"
        aria-label="Search facts"
        value={query}
        onChange={setQuery}
        autoFocus
      >
        <Input placeholder="Search facts" />
      </SearchField>
      {conflicts > 0 && (
        <ToggleButton
          className="small-button"
          isSelected={onlyConflicts}
          onChange={setOnlyConflicts}
        >
          Only contradictions <span className="tab-count">{conflicts}</span>
        </ToggleButton>
      )}
      <div className="facts-table">
        <Table aria-label="Facts" onRowAction={(key) => void open(String(key))}>
          <TableHeader>
            <Column isRowHeader>Fact</Column>
            <Column>Prints</Column>
            <Column>Sources</Column>
            <Column>Pages</Column>
          </TableHeader>
          <TableBody items={shown} renderEmptyState={() => 'No matching facts.'}>
            {({ name, label, text, readings, pages, hasConflict }) => (
              <Row id={name} className="fact-row">
                <Cell>
                  {label} <code>{name}</code>
                </Cell>
                <Cell>{text}</Cell>
                <Cell>
                  {readings.length}
                  {hasConflict && <span className="conflict-mark">contradictory</span>}
                </Cell>
                <Cell>{pages.length}</Cell>
              </Row>
            )}
          </TableBody>
        </Table>
      </div>
    </div>
  )
}
