import { useEffect, useState } from 'react'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { DraftChanges } from '../../protocol.ts'
import { getJson } from '../state/api.ts'
import { save } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { VisitorChangesList } from './visitor-changes.tsx'

/** Shows what saving changes, as steps and as a diff of the files. */
export function SaveForm({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const version = useStudio((state) => state.draft.version)
  const problems = useStudio((state) => state.problems.problems)
  const [changes, setChanges] = useState<DraftChanges>()
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    void store
      .flush()
      .then(() => getJson<DraftChanges>('changes'))
      .then(setChanges, (error: Error) => store.notify(error.message, 'error'))
  }, [store, version])
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const write = async () => {
    if (!changes) return
    setSaving(true)
    const isSaved = await save(store, changes.version)
    setSaving(false)
    if (isSaved) onClose()
  }
  if (!changes) return <p className="help">Collecting what has changed…</p>
  return (
    <>
      <div className="dialog-content" tabIndex={0} role="region" aria-label="What changes">
        {errors > 0 && (
          <p className="set-note">
            The site has {errors} {errors === 1 ? 'error' : 'errors'}. You can save, but it cannot
            be published before {errors === 1 ? 'it is' : 'they are'} fixed.
          </p>
        )}
        <ol className="steps">
          {changes.steps.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
        {changes.steps.length === 0 && <p>Nothing has changed.</p>}
        {changes.files.length > 0 && <VisitorChangesList version={changes.version} />}
        {changes.files.map(({ file, diff }) => (
          <section key={file} className="file-diff">
            <h3>{file}</h3>
            <Diff text={diff} />
          </section>
        ))}
      </div>
      <DialogActions
        onClose={onClose}
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

const lineKinds: Record<string, string> = { '+': 'added', '-': 'removed', '@': 'hunk' }

/** The file is named above. */
const isFileHeader = (line: string) => /^(---|\+\+\+|Index:|=+$|\\ No)/.test(line)

function Diff({ text }: { text: string }) {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !isFileHeader(line))
  return (
    <pre className="diff">
      {lines.map((line, index) => (
        <span key={index} data-kind={lineKinds[line.charAt(0)]}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
