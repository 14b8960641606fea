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
} from 'react-aria-components'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The ledger: every price, time, distance and claim, and where each is printed. */
export function FactsTable({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const facts = useStudio((state) => state.facts)
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = facts.filter(({ name, label, text }) =>
    words.every((word) => `${name} ${label} ${text}`.toLowerCase().includes(word)),
  )
  const open = (name: string) => {
    const fact = facts.find((each) => each.name === name)
    onClose()
    if (fact) void store.selectAddress(fact.address, 'problems')
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
      <div className="facts-table">
        <Table aria-label="Facts" onRowAction={(key) => open(String(key))}>
          <TableHeader>
            <Column isRowHeader>Fact</Column>
            <Column>Prints</Column>
            <Column>Sources</Column>
            <Column>Pages</Column>
          </TableHeader>
          <TableBody items={shown} renderEmptyState={() => 'No fact is called this.'}>
            {({ name, label, text, readings, pages, hasConflict }) => (
              <Row id={name} className="fact-row">
                <Cell>
                  {label} <code>{name}</code>
                </Cell>
                <Cell>{text}</Cell>
                <Cell>{hasConflict ? `${readings.length}, in conflict` : readings.length}</Cell>
                <Cell>{pages.length}</Cell>
              </Row>
            )}
          </TableBody>
        </Table>
      </div>
    </div>
  )
}
