import { useState } from 'react'
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { listAlike, listValues } from '../form/change-figures.ts'
import { askServer } from '../state/api.ts'
import { setAnywhere } from '../state/draft-commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions, useCloseDialog } from './dialog.tsx'
import { countPages } from '../parts/cited-fact.tsx'
import { Conflicts } from '../parts/conflicts.tsx'
import { NoticedList } from '../parts/noticed-changes.tsx'
import { PublishingErrors } from '../parts/problem-rows.tsx'

/** Shows what saving changes: for visitors, as steps, and as a diff of the files. */
export function SaveForm() {
  const store = useStore()
  const close = useCloseDialog()
  const version = useStudio((state) => state.draft.version)
  const conflicts = useStudio((state) => state.draft.conflicts)
  const lost = useStudio((state) => state.lost)
  const changes = useAnswer(async () => {
    await store.flush()
    return askServer('changes', {})
  }, [version])
  const mayPublish = useStudio(({ session }) => session.person?.role !== 'edit')
  const [isSaving, setSaving] = useState(false)
  const write = async () => {
    if (!changes) return
    setSaving(true)
    const result = await store.act('save', { version: changes.version })
    setSaving(false)
    if (!result) return
    const next = mayPublish
      ? 'Publish it to put it online.'
      : 'Publish… asks others to put it online.'
    store.notify(result.saved.length === 0 ? 'Nothing to save.' : `Saved. ${next}`)
    close()
  }
  if (!changes) return <p className="help">{lost?.message ?? 'Collecting what has changed…'}</p>
  return (
    <>
      <div className="dialog-content" tabIndex={0} role="region" aria-label="What changes">
        <PublishingErrors act="You can save." />
        {conflicts.length > 0 && (
          <section aria-label="Conflicts">
            <p className="set-note">
              {conflicts.length === 1 ? 'One change is' : `${conflicts.length} changes are`} not
              saved, because the same was changed elsewhere. Choose what is right.
            </p>
            <Conflicts conflicts={conflicts} />
          </section>
        )}
        <LeftReadings />
        {changes.steps.length === 0 && <p>Nothing has changed.</p>}
        <Tabs>
          <TabList aria-label="What changes" className="tab-list">
            <Tab id="visitors" className="tab">
              For visitors
            </Tab>
            <Tab id="steps" className="tab">
              Your steps <span className="tab-count">{changes.steps.length}</span>
            </Tab>
            <Tab id="files" className="tab">
              Lines of the files <span className="tab-count">{changes.files.length}</span>
            </Tab>
          </TabList>
          <TabPanel id="visitors">
            {changes.files.length > 0 && <VisitorChangesList version={changes.version} />}
          </TabPanel>
          <TabPanel id="steps">
            <ol className="steps">
              {changes.steps.map((step, index) => (
                <li key={index}>{step}</li>
              ))}
            </ol>
          </TabPanel>
          <TabPanel id="files">
            <p className="help">The recorded dates of pages that change are saved with them.</p>
            {changes.files.map(({ file, diff }) => (
              <section key={file} className="file-diff">
                <h3>{file}</h3>
                <Diff text={diff} />
              </section>
            ))}
          </TabPanel>
        </Tabs>
      </div>
      <DialogActions
        isDisabled={changes.files.length === 0}
        isBusy={isSaving}
        onAct={() => void write()}
      >
        Save {formatCount(changes.steps.length, 'change')}
        {changes.files.length > 1 && ` in ${changes.files.length} files`}
      </DialogActions>
    </>
  )
}

/** Figures that likely belong to facts that have been changed, and still print what they did. */
function LeftReadings() {
  const store = useStore()
  const facts = useStudio((state) => state.facts)
  const found = facts.flatMap((fact) => listAlike(facts, fact))
  const left = [...new Map(found.map((each) => [each.reading, each])).values()]
  if (left.length === 0) return null
  return (
    <section className="set-note" aria-label="What stays as it was">
      {left.map((each) => {
        const { fact, reading, text } = each
        const name = fact.label + (fact.readings.length > 1 ? ` (${toWords(reading.name)})` : '')
        return (
          <p key={`${fact.name}.${reading.name}`}>
            {name} still says {reading.text} on {countPages(reading)}.{' '}
            <Button
              className="link-button"
              onPress={() =>
                void setAnywhere(store, listValues([each]), `Change ${name} to ${text}`)
              }
            >
              Change it to {text}, too
            </Button>
          </p>
        )
      })}
    </section>
  )
}

const lineKinds: Record<string, string> = { '+': 'added', '-': 'removed', '@': 'hunk' }

/** The file is named above. */
const isFileHeader = (line: string) => /^(---|\+\+\+|Index:|=+$|\\ No)/.test(line)

export function Diff({ text }: { text: string }) {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !isFileHeader(line))
  return (
    // The keyboard scrolls long lines.
    <pre className="diff" tabIndex={0}>
      {lines.map((line, index) => (
        <span key={index} data-kind={lineKinds[line.charAt(0)]}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

/** What visitors will notice about the draft. */
function VisitorChangesList({ version }: { version: number }) {
  const changes = useAnswer(() => askServer('changes/report', {}), [version])
  return (
    <section className="visitor-changes" aria-live="polite" aria-label="What visitors will notice">
      <h3>What visitors will notice</h3>
      <NoticedList changes={changes?.version === version ? changes : undefined} />
    </section>
  )
}
