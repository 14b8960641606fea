import { Plus } from 'lucide-react'
import { Fragment, type FormEvent, useEffect, useMemo, useState } from 'react'
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
import { slugify } from '../../../../schema/util/slugify.ts'
import { isCurrency } from '../../../../schema/facts/facts.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { groupBy } from '../../../../schema/util/group-by.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import { focusSoon, onceDialogIsClosed } from '../focus/move-focus.ts'
import {
  changeFigures,
  type ChangedFigure,
  findCommonUnit,
  listValues,
  nameUnit,
  type FigureChange,
} from '../form/change-figures.ts'
import { sortByUse } from '../form/citations.ts'
import { describeShape, getSchemaAt } from '../form/describe-shape.ts'
import { parseQuantity } from '../form/quantities.ts'
import { toWords } from '../../../edit/to-words.ts'
import { listFactControls } from '../parts/fact-uses.tsx'
import { TrialResult } from '../parts/noticed-changes.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { setAnywhere } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { useTrials } from '../state/use-trials.ts'
import { DialogActions, DialogButton, useCloseDialog } from './dialog.tsx'
import { LabeledInput, LabeledSelect, Refused } from './form-parts.tsx'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'

/** The ledger: every price, time, distance and claim, and where each is printed. */
export function FactsTable() {
  const store = useStore()
  const close = useCloseDialog()
  const all = useStudio((state) => state.facts)
  const facts = useMemo(() => sortByUse(all), [all])
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState<Selection>(new Set())
  const [onlyConflicts, setOnlyConflicts] = useState(false)
  const conflicts = facts.filter(({ hasConflict }) => hasConflict).length
  const matches = createWordFilter(query)
  const shown = listWithoutTwins(facts).filter(
    ({ name, label, text, hasConflict }) =>
      (hasConflict || !onlyConflicts) && matches(`${name} ${label} ${text}`),
  )
  const open = async (name: string) => {
    const fact = facts.find((each) => each.name === name)
    if (!fact) return
    const { cell } = fact
    if (cell) {
      close()
      const table = { file: cell.file, path: [] }
      const rows = { name: 'rows', table, cell: cell.address.path } as const
      return onceDialogIsClosed(() => store.openDialog(rows))
    }
    await store.selectAddress(fact.address, 'problems')
    close()
    onceDialogIsClosed(() => focusSoon(...listFactControls(fact)))
  }
  const chosen = shown.filter(({ name }) => selected === 'all' || selected.has(name))
  return (
    <div className="facts">
      <SearchBox label="Search facts" value={query} onChange={setQuery} autoFocus />
      <div className="bar">
        <DialogButton label="New fact" Icon={Plus} title="New fact">
          <NewFactForm />
        </DialogButton>
        {conflicts > 0 && (
          <ToggleButton
            className="small-button"
            isSelected={onlyConflicts}
            onChange={setOnlyConflicts}
          >
            Only contradictions <span className="tab-count">{conflicts}</span>
          </ToggleButton>
        )}
        <span className="help">Choose several to change them at once.</span>
      </div>
      {chosen.length > 0 && (
        <FigureChangeForm facts={chosen} onDone={() => setSelected(new Set())} />
      )}
      <div className="facts-table">
        <Table
          aria-label="Facts"
          className="data-table"
          selectionMode="multiple"
          selectedKeys={selected}
          onSelectionChange={setSelected}
          onRowAction={(key) => void open(String(key))}
        >
          <TableHeader>
            <Column>
              <SelectionBox />
            </Column>
            <Column isRowHeader>Fact</Column>
            <Column>Prints</Column>
            <Column>Sources</Column>
            <Column>Pages</Column>
          </TableHeader>
          <TableBody items={shown} renderEmptyState={() => 'No matching facts.'}>
            {({ name, label, text, readings, pages, hasConflict, cell }) => (
              <Row id={name} className="fact-row">
                <Cell>
                  <SelectionBox />
                </Cell>
                <Cell>
                  {label}{' '}
                  {isCounted(name) ? <span className="muted">counted</span> : <code>{name}</code>}
                </Cell>
                <Cell>{text}</Cell>
                <Cell>
                  {cell ? 'a table' : !isCounted(name) && readings.length}
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

/** Whether the generator counts it: the rows of a table, for example. */
const isCounted = (name: string) => name.startsWith('count:')

/** Leaves out other names of the same count that no page prints. */
function listWithoutTwins(facts: FactListing[]): FactListing[] {
  const seen = new Set<string>()
  return facts.filter(({ name, label, pages }) => {
    const isTwin = isCounted(name) && pages.length === 0 && seen.has(label)
    seen.add(label)
    return !isTwin
  })
}

const SelectionBox = () => (
  <Checkbox slot="selection" className="selection-box">
    <span aria-hidden="true" />
  </Checkbox>
)

const changeNames: Record<FigureChange['kind'], string> = {
  raise: 'Raise by',
  lower: 'Lower by',
  set: 'Set to',
}

type FigureChangeFormProps = { facts: FactListing[]; onDone: () => void }

/** Changes the figures of several facts, as one step. Each is shown before and after. */
function FigureChangeForm({ facts, onDone }: FigureChangeFormProps) {
  const store = useStore()
  const language = useStudio((state) => state.session.language)
  const [kind, setKind] = useState<FigureChange['kind']>('raise')
  const [amount, setAmount] = useState('')
  const [isPercent, setPercent] = useState(false)
  const unit = findCommonUnit(facts)
  // As a price is written: $5.
  const digits = amount.replace(/^\s*[$€£]|%\s*$/g, '').trim()
  const isNumber = digits !== '' && Number.isFinite(Number(digits))
  const change = { kind, amount: Number(digits), isPercent: isPercent && kind !== 'set' }
  const changed = isNumber ? changeFigures(facts, change, language) : []
  const changing = groupBy(changed, ({ fact }) => fact)
  const write = async () => {
    const end = change.isPercent ? ' %' : unit === undefined ? '' : ` ${nameUnit(unit)}`
    const label = `${changeNames[kind].replace(' ', ` ${formatCount(changing.size, 'fact')} `)} ${digits}${end}`
    if (await setAnywhere(store, listValues(changed), label)) onDone()
  }
  return (
    <section className="figure-change" aria-label="Change the chosen facts">
      <div className="bar">
        <select
          aria-label={`Change of ${formatCount(facts.length, 'fact')}`}
          value={kind}
          onChange={({ target }) => setKind(target.value as FigureChange['kind'])}
        >
          {Object.entries(changeNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <input
          aria-label="Amount"
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        {kind !== 'set' && (
          <select
            aria-label="Unit of the amount"
            value={isPercent ? 'percent' : 'unit'}
            onChange={({ target }) => setPercent(target.value === 'percent')}
          >
            <option value="unit">{unit === undefined ? 'each in its unit' : toWords(unit)}</option>
            <option value="percent">percent</option>
          </select>
        )}
        <Button
          className="button primary"
          isDisabled={changed.length === 0}
          onPress={() => void write()}
        >
          {changed.length === 0 ? 'Change' : `Change ${formatCount(changing.size, 'fact')}`}
        </Button>
      </div>
      <ul>
        {[...changing].map(([fact, figures]) => (
          <li key={fact.name}>
            {fact.label}:{' '}
            {listPairs(figures).map(([before, after], index) => (
              <Fragment key={before}>
                {index > 0 && ', '}
                {before} → <strong>{after}</strong>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
      {isNumber && <Unchanged facts={facts} changed={changed} />}
      {changed.length > 0 && <ChangeEffect changed={changed} />}
    </section>
  )
}

/** What pages print before and after: several sources of a fact may say the same. */
const listPairs = (figures: ChangedFigure[]): [before: string, after: string][] => [
  ...new Map(figures.map(({ reading, text }) => [reading.text, text])),
]

/** The chosen facts that a change does not reach, and why. */
function Unchanged({ facts, changed }: { facts: FactListing[]; changed: ChangedFigure[] }) {
  const others = facts.filter((fact) => !changed.some((each) => each.fact === fact))
  if (others.length === 0) return null
  return (
    <p className="help">
      Not changed, because {others.length === 1 ? 'it is' : 'they are'} no number that can be
      changed so, or {others.length === 1 ? 'has' : 'have'} days:{' '}
      {others.map(({ label }) => label).join(', ')}
    </p>
  )
}

/** What visitors would notice of the change: the figures, and what follows from them. */
function ChangeEffect({ changed }: { changed: ChangedFigure[] }) {
  const operations = listValues(changed).map((each) => ({ kind: 'set' as const, ...each }))
  const result = useTrials({ change: operations }).get('change')
  return (
    <div className="visitor-changes" role="status">
      <h3>What visitors will notice</h3>
      <TrialResult changes={result} />
    </div>
  )
}

/** Adds a fact, and opens it. */
function NewFactForm() {
  const store = useStore()
  const facts = useStudio((state) => state.facts)
  const root = useStudio((state) => state.schema)
  const [reason, setReason] = useState<string>()
  // The dialog below would take back the focus that an input gets as soon as it is there.
  useEffect(() => focusSoon('.page-form input'), [])
  const unitSchema = getSchemaAt(root, '#/$defs/ledger-entry/properties/unit')
  const units = describeShape(root, unitSchema)
  const common = facts.find(({ unit = '' }) => /^[A-Z]{3}$/.test(unit))?.unit ?? 'text'
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const get = (name: string) => String(values.get(name) ?? '').trim()
    const name = slugify(get('label'))
    if (name === '' || facts.some((fact) => fact.name === name))
      return setReason('There is a fact of that name. Write another one.')
    const unit = get('unit')
    const value = unit === 'text' ? get('value') : parseQuantity(get('value'))
    if (unit !== 'text' && typeof value === 'string')
      return setReason(`Write a number of ${nameUnit(unit)}, such as 25 or 2–4.`)
    const source = get('source')
    const fact = { label: get('label'), unit, value, ...(source !== '' && { source }) }
    const address = { file: facts[0]?.address.file ?? 'pages.yaml', path: ['facts', name] }
    if (!(await setAnywhere(store, [{ ...address, value: fact as never }], `Add the fact ${name}`)))
      return
    store.closeDialog('facts')
    await store.refresh()
    await store.selectAddress(address, 'problems')
  }
  return (
    <form onSubmit={(event) => void add(event)}>
      <div className="dialog-content page-form">
        <p className="help">Written once, it can be cited in every text: type $ there.</p>
        <LabeledInput label="What it is" name="label" required placeholder="Weekend visit" />
        <LabeledInput label="Value" name="value" required placeholder="75, 2–4, or a text" />
        <LabeledSelect label="Unit" name="unit" defaultValue={common}>
          {units.kind === 'choice' &&
            units.options.map(({ value, description }) => (
              <option key={value} value={value}>
                {isCurrency(value) ? toWords(value) : `${toWords(value)}: ${description}`}
              </option>
            ))}
        </LabeledSelect>
        <LabeledInput label="Where it comes from" name="source" placeholder="The owner, March 4" />
        <Refused reason={reason} />
      </div>
      <DialogActions>Add fact</DialogActions>
    </form>
  )
}
