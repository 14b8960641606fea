import { useDeferredValue, useEffect, useState } from 'react'
import type { Selection } from 'react-aria-components'
import { formatCount, formatFirstItems } from '../../../../schema/util/format-first-items.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { asRecord } from '../../../../schema/util/records.ts'
import type { FactListing, FactReading } from '../../../report/list-facts.ts'
import type { FoundText, FoundTexts } from '../../../report/find-texts.ts'
import { formatAddress, type ValuePlace } from '../../../edit/source-address.ts'
import { slugify } from '../../../../schema/util/slugify.ts'
import { replaceFound, shortenAround, splitFound, hasPhrase } from '../../../edit/replace-text.ts'
import { fieldSelector, focusSoon } from '../focus/move-focus.ts'
import { askServer } from '../state/api.ts'
import { setAnywhere } from '../state/draft-commands.ts'
import { AddressLink } from '../parts/address-link.tsx'
import { useAnswer } from '../state/use-answer.ts'
import type { StudioState } from '../state/studio-state.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions, useCloseDialog } from './dialog.tsx'
import { type Answers, AskedFields } from './dialog-form.tsx'
import { ListDialog, ListTable } from './list-dialog.tsx'

/** How long to wait for more letters before the whole site is searched. */
const searchDelayMs = 200

/** The name of the business that was just typed into the settings. Texts have the old one. */
function readNewName({ open, session }: StudioState): string | undefined {
  const { address, value } = open?.entry ?? {}
  const name = address?.path.join() === 'site' ? asRecord(value).name : undefined
  return typeof name === 'string' && name !== session.siteName ? name : undefined
}

/** Finds a text in the whole site, and replaces it where the author wants. */
export function FindForm() {
  const store = useStore()
  const close = useCloseDialog()
  const route = useStudio((state) => state.open?.route)
  const oldName = useStudio(({ session }) => session.siteName)
  const newName = useStudio(readNewName)
  const [answers, setAnswers] = useState<Answers>(
    newName === undefined ? {} : { wanted: oldName, replacement: newName },
  )
  // A dialog below this one would take the focus back at once.
  useEffect(() => focusSoon(fieldSelector('wanted')), [])
  const [wanted, replacement] = [answers.wanted, answers.replacement].map((text) =>
    String(text ?? ''),
  ) as [string, string]
  const isWhole = answers.isWhole === undefined ? isWord(wanted) : answers.isWhole === true
  const found = useFound(wanted, isWhole, answers.isHere === true ? route : undefined)
  const facts = usePrintingFacts(wanted)
  /** What the author has chosen otherwise than proposed. */
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const listed = found?.texts ?? []
  // What a customer said stays as it was said, unless the author chooses it.
  const texts = listed.filter(({ isName, isQuoted }) => !isName && !isQuoted).map(getKey)
  // Of a price, what facts print is most likely meant, and not what is written beside it.
  const keys = selected ?? new Set(facts.length === 0 ? texts : [])
  const chosen = listed.filter((each) => keys.has(getKey(each)))
  const isEmpty = replacement === ''
  const deletes = isEmpty && answers.deletes === true
  const change = (next: Answers) => {
    // What was ticked for another text says nothing about this one.
    const isOther = next.wanted !== wanted
    if (isOther) setSelected(undefined)
    setAnswers({
      ...next,
      deletes: !isOther && next.deletes === true,
      // Without a choice of the author, it follows the text.
      isWhole: next.isWhole === isWhole ? answers.isWhole : next.isWhole,
    })
  }
  const select = (next: Selection) => {
    const isAll = texts.every((key) => keys.has(key))
    setSelected(new Set(next === 'all' ? (isAll ? [] : texts) : [...next].map(String)))
  }
  const replace = async () => {
    const changes = chosen.map(({ address, text, isName = false }) => ({
      ...address,
      value: replaceFound(text, wanted, replacement, { isWhole, isName }),
    }))
    const what = isEmpty ? `Delete "${wanted}"` : `Replace "${wanted}" with "${replacement}"`
    const label = `${what} in ${countTexts(changes.length)}`
    const renamed = await renameCited(changes, chosen)
    if (await setAnywhere(store, [...changes, ...renamed], label)) close()
  }
  const schema: Schema = {
    type: 'object',
    required: ['wanted', 'replacement', 'deletes', 'isWhole', 'isHere'],
    properties: {
      wanted: { type: 'string', formLabel: 'Find' },
      replacement: { type: 'string', formLabel: 'Replace by' },
      ...(isEmpty && chosen.length > 0 && { deletes: deletesSchema }),
      isWhole: { type: 'boolean', formLabel: 'Whole words' },
      ...(route !== undefined && {
        isHere: { type: 'boolean', formLabel: `Only on this page: what ${route} writes itself` },
      }),
    },
  }
  // A key of the replacement must not wait for the list.
  const shownReplacement = useDeferredValue(replacement)
  return (
    <ListDialog
      name="texts"
      items={listed}
      head={
        <div className="fields">
          <AskedFields schema={schema} answers={{ ...answers, isWhole }} onChange={change} />
          <p role="status" className="help">
            {describeFound(found)}
          </p>
          <PrintingFacts facts={facts} wanted={wanted} />
          {chosen.length > 0 && <LeftRows cells={listed.filter((each) => isLeftRow(each, keys))} />}
        </div>
      }
      footer={
        <DialogActions
          isDisabled={chosen.length === 0 || (isEmpty && !deletes)}
          onAct={() => void replace()}
        >
          {deletes ? 'Delete it' : 'Replace'} in {countTexts(chosen.length)}
        </DialogActions>
      }
    >
      {(shown) =>
        shown.length > 0 && (
          <ListTable
            label="Found texts"
            items={shown}
            getKey={getKey}
            columns={[
              {
                heading: 'Text',
                getCell: (each) => (
                  <Marked {...{ found: each, wanted, replacement: shownReplacement, isWhole }} />
                ),
              },
              { heading: 'Where', getCell: describePlace },
            ]}
            empty=""
            selection={{ keys, onChange: select }}
            dependencies={[wanted, shownReplacement, isWhole]}
          />
        )
      }
    </ListDialog>
  )
}

/**
 * What cites the price of a town by its name, such as `${from:leeds}`, once the town has another one.
 * @returns the changes of other texts; those that are changed anyway are corrected
 */
async function renameCited(changes: Change[], chosen: FoundText[]): Promise<Change[]> {
  const renamed = new Map<string, Change>()
  for (const [index, { address, text }] of chosen.entries()) {
    const isTown = address.path.at(-1) === 'name' && address.path.includes('towns')
    const [before, after] = [text, changes[index]!.value].map((name) => `from:${slugify(name)}`)
    if (!isTown || before === after) continue
    const citing = await askServer('find', { text: before!, whole: '' })
    for (const found of citing.texts) {
      const key = getKey(found)
      const changed = changes.find((each) => formatAddress(each) === key) ??
        renamed.get(key) ?? { ...found.address, value: found.text }
      changed.value = replaceFound(changed.value, before!, after!, { isWhole: true, isName: true })
      if (!changes.includes(changed)) renamed.set(key, changed)
    }
  }
  return [...renamed.values()]
}

type Change = ValuePlace & { value: string }

const isWord = (text: string) => /^\p{L}+$/u.test(text.trim())

const deletesSchema = { type: 'boolean', formLabel: 'Delete it: put nothing in its place' }

/** Whether pages would go on naming what other texts of them do not name any more. */
const isLeftRow = (each: FoundText, chosen: ReadonlySet<string>) =>
  each.isInRoute === true && !chosen.has(getKey(each))

/** What a row names is in many texts, and in the address of its page. */
function LeftRows({ cells }: { cells: FoundText[] }) {
  if (cells.length === 0) return null
  const files = [...new Set(cells.map(({ address }) => address.file))]
  return (
    <p role="alert">
      “{cells[0]!.text}” stays in {formatFirstItems(files, 2)}, so the pages of this row will name
      both. To change it there, too, tick it at the end of the list, and the links to its page: the
      address of the page changes with it.
    </p>
  )
}

const describePlace = ({ route, address, isName, isInRoute, isQuoted }: FoundText) => (
  <span className="help">
    {route ?? address.file}
    {isInRoute
      ? ': a row, whose page has an address made of this'
      : isName && ': an address or a name, which others may refer to'}
    {isQuoted && ': what a customer said, or where'}
  </span>
)

const getKey = ({ address }: FoundText) => formatAddress(address)

type PrintingFact = { fact: FactListing; reading: FactReading }

/** The readings of facts that pages print and that have a figure. */
function usePrintingFacts(wanted: string): PrintingFact[] {
  const facts = useStudio((state) => state.facts)
  const text = wanted.trim().toLowerCase()
  if (!/\d/.test(text)) return []
  const isFound = (reading: FactReading) =>
    (reading.pages.length > 0 || reading.isShared) && hasPhrase(reading.text.toLowerCase(), text)
  return facts.flatMap((fact) =>
    fact.readings.filter(isFound).map((reading) => ({ fact, reading })),
  )
}

type PrintingFactsProps = { facts: PrintingFact[]; wanted: string }

/** A price or a time is no text of a page: it is changed as a fact, on all pages that print it. */
function PrintingFacts({ facts: found, wanted }: PrintingFactsProps) {
  if (found.length === 0) return null
  return (
    <section aria-label="Facts that print this">
      <p>
        Pages take “{wanted.trim()}” from {found.length === 1 ? 'this fact' : 'these facts'}. Change
        it there, for all pages at once:
      </p>
      <ul>
        {found.map(({ fact, reading }) => (
          <li key={`${fact.name}.${reading.name}`}>
            <AddressLink address={fact.address}>
              {fact.label}
              {fact.readings.length > 1 && ` (${toWords(reading.name)})`}: {reading.text}
            </AddressLink>{' '}
            <span className="muted">
              on {reading.isShared ? 'every page' : formatFirstItems(reading.pages, 2)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The text before and after the replacement. */
function Marked({ found, wanted, replacement, isWhole }: MarkedProps) {
  const options = { isWhole, isName: found.isName ?? false }
  return shortenAround(splitFound(found.text, wanted, options)).map(({ text, isFound }, index) =>
    isFound ? (
      <span key={index}>
        <del>{text}</del>
        <ins>{replaceFound(text, wanted, replacement)}</ins>
      </span>
    ) : (
      text
    ),
  )
}

type MarkedProps = { found: FoundText; wanted: string; replacement: string; isWhole: boolean }

function describeFound(found: FoundTexts | undefined): string {
  if (!found) return 'In texts, links and facts of the whole site, whatever the case.'
  const { texts, count, names } = found
  if (count === 0) return 'No matching text.'
  const where = [
    ...(count > names ? [countTexts(count - names)] : []),
    ...(names > 0 ? [formatCount(names, 'address or name', 'addresses or names')] : []),
  ].join(' and ')
  return `Found in ${where}.${count > texts.length ? ` The first ${texts.length} are listed.` : ''}`
}

const countTexts = (count: number) => formatCount(count, 'text')

function useFound(
  wanted: string,
  isWhole: boolean,
  route: string | undefined,
): FoundTexts | undefined {
  const version = useStudio((state) => state.draft.version)
  const query = {
    text: wanted,
    ...(isWhole && { whole: '' as const }),
    ...(route !== undefined && { route }),
  }
  const isEmpty = wanted.trim() === ''
  return useAnswer(
    async () => (isEmpty ? undefined : askServer('find', query)),
    [wanted, isWhole, route, version],
    isEmpty ? 0 : searchDelayMs,
  )
}
