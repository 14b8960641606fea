import { Plus } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import { Button, type Selection } from 'react-aria-components'
import { slugify } from '../../../../schema/util/slugify.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { groupBy } from '../../../../schema/util/group-by.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import { focusSoon, onceDialogIsClosed } from '../focus/move-focus.ts'
import {
  changeFigures,
  type ChangedFigure,
  findCommonUnit,
  listComparable,
  listValues,
  type FigureChange,
} from '../form/change-figures.ts'
import { sortByUse } from '../form/citations.ts'
import { getSchemaAt } from '../form/describe-shape.ts'
import { readSum } from '../form/sums.ts'
import { findLedger, guessUnit } from '../form/typed-facts.ts'
import { nameUnit, readFactValue } from '../form/quantities.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { listFactControls } from '../parts/fact-uses.tsx'
import { TrialResult } from '../parts/noticed-changes.tsx'
import { setAnywhere } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { useTrials } from '../state/use-answer.ts'
import { useCloseDialog } from './dialog.tsx'
import type { TypedFigure } from '../state/studio-state.ts'
import { ListDialog, ListTable } from './list-dialog.tsx'
import { type Answers, DialogForm, FieldError } from './dialog-form.tsx'

/** The ledger: every price, time, distance and claim, and where each is printed. */
export function FactsTable() {
  const store = useStore()
  const close = useCloseDialog()
  const all = useStudio((state) => state.facts)
  const facts = useMemo(() => listWithoutTwins(sortByUse(all)), [all])
  const [selected, setSelected] = useState<Selection>(new Set())
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
  return (
    <ListDialog
      name="facts"
      items={facts}
      getText={({ name, label, text }) => `${name} ${label} ${text}`}
      filter={{ label: 'Only contradictions', isShown: ({ hasConflict }) => hasConflict === true }}
      actions={
        <>
          <Button className="small-button" onPress={() => store.openDialog({ name: 'new-fact' })}>
            <Plus size={14} aria-hidden /> New fact
          </Button>
          <span className="help">Choose several to change them at once.</span>
        </>
      }
    >
      {(shown) => {
        const chosen = shown.filter(({ name }) => selected === 'all' || selected.has(name))
        return (
          <>
            <ListTable
              label="Facts"
              items={shown}
              getKey={({ name }) => name}
              columns={columns}
              empty="No matching facts."
              onOpen={(name) => void open(name)}
              selection={{ keys: chosen.map(({ name }) => name), onChange: setSelected }}
            />
            {chosen.length > 0 && (
              <FigureChangeForm facts={chosen} onDone={() => setSelected(new Set())} />
            )}
          </>
        )
      }}
    </ListDialog>
  )
}

const columns = [
  {
    heading: 'Fact',
    getCell: ({ name, label }: FactListing) => (
      <>
        {label} {isCounted(name) ? <span className="muted">counted</span> : <code>{name}</code>}
      </>
    ),
  },
  { heading: 'Prints', getCell: ({ text }: FactListing) => text },
  {
    heading: 'Sources',
    getCell: ({ name, cell, readings, hasConflict }: FactListing) => (
      <>
        {cell ? 'a table' : !isCounted(name) && readings.length}
        {hasConflict && <span className="conflict-mark">contradictory</span>}
      </>
    ),
  },
  { heading: 'Pages', getCell: ({ pages }: FactListing) => pages.length },
]

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
  const [isShare, setShare] = useState(false)
  const [roundTo, setRoundTo] = useState<number>()
  const changeable = listComparable(facts)
  const unit = findCommonUnit(changeable)
  const isPercent = kind !== 'set' && (isShare || amount.trim().endsWith('%'))
  // As a price is written: $5.
  const digits = amount.replace(/^\s*[$€£]|%\s*$/g, '').trim()
  const isNumber = digits !== '' && Number.isFinite(Number(digits))
  const change = {
    kind,
    amount: Number(digits),
    isPercent,
    roundTo: isPercent ? roundTo : undefined,
  }
  const changed = isNumber ? changeFigures(changeable, change, language) : []
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
            onChange={({ target }) => setShare(target.value === 'percent')}
          >
            <option value="unit">{unit === undefined ? 'each in its unit' : toWords(unit)}</option>
            <option value="percent">percent</option>
          </select>
        )}
        {isPercent && (
          <select
            aria-label="Rounding"
            value={roundTo ?? ''}
            onChange={({ target }) => setRoundTo(Number(target.value) || undefined)}
          >
            <option value="">not rounded</option>
            <option value="1">rounded to 1</option>
            <option value="5">rounded to 5</option>
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
      {amount.trim() !== '' && !isNumber && (
        <p className="help">Write a number, such as 5 or 12.50.</p>
      )}
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
      Unchanged (not a price, not a number, less than zero, or with days):{' '}
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

/** Adds a fact, and opens it, unless a text is to cite it. */
export function NewFactForm({ figure = '', onAdded }: TypedFigure) {
  const store = useStore()
  const language = useStudio((state) => state.session.language)
  const facts = useStudio((state) => state.facts)
  const ledgerEntry = getSchemaAt(
    useStudio((state) => state.schema),
    '#/$defs/ledger-entry',
  )
  const close = useCloseDialog()
  const unit = guessUnit(facts, figure)
  const [answers, setAnswers] = useState<Answers>({ unit, ...(figure && { value: figure }) })
  const schema = {
    type: 'object',
    required: ['label', 'value', 'unit'],
    properties: {
      label: { type: 'string', formLabel: 'What it is', formHelp: 'Such as Weekend visit.' },
      value: {
        type: 'string',
        formLabel: 'Value',
        formHelp:
          'Such as 75, 2–4, a text, or the sum of other facts: Mobile visit + Travel fee. A sum follows when they change.',
      },
      unit: ledgerEntry.properties?.unit ?? {},
      source: {
        type: 'string',
        formLabel: 'Where it comes from',
        formHelp: 'Such as The owner, March 4.',
      },
    },
  }
  const add = async ({ label, value: written, unit, source }: Answers) => {
    const name = slugify(String(label ?? ''))
    if (name === '' || facts.some((fact) => fact.name === name))
      throw new Error('There is a fact of that name. Write another one.')
    const read =
      unit === 'text'
        ? { value: written }
        : (readSum(facts, String(written), String(unit)) ??
          readFactValue(String(written), String(unit), language))
    if ('refused' in read) throw new FieldError('value', read.refused)
    const fact = { label, unit, ...read, ...(source && { source }) }
    const address = { file: findLedger(facts), path: ['facts', name] }
    if (!(await setAnywhere(store, [{ ...address, value: fact as never }], `Add the fact ${name}`)))
      throw new Error('It was not added.')
    await store.refresh()
    if (onAdded) {
      onAdded(name)
      return close()
    }
    await store.selectAddress(address, 'problems')
    store.closeDialogs()
  }
  return (
    <DialogForm
      schema={schema}
      answers={answers}
      onChange={setAnswers}
      onSubmit={add}
      button="Add fact"
    >
      <p className="help">Written once, it can be used in every text: type $ there.</p>
    </DialogForm>
  )
}
