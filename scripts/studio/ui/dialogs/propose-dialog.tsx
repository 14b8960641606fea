import { useEffect, useId, useState } from 'react'
import type { Proposal, ProposalPlan, ProposedFile } from '../../protocol.ts'
import { getJson, postJson } from '../state/api.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { Diff } from './save-dialog.tsx'

type ProposeFormProps = { onClose: () => void; onSave: () => void }

/** Makes a branch with a commit of what was saved, for others to look at. */
export function ProposeForm({ onClose, onSave }: ProposeFormProps) {
  const store = useStore()
  const unsaved = useStudio((state) => state.draft.files.length)
  const [plan, setPlan] = useState<ProposalPlan>()
  const [proposal, setProposal] = useState<Proposal>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [subject, setSubject] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    getJson<ProposalPlan>('proposal').then(
      (made) => {
        setPlan(made)
        if (!('files' in made)) return
        setSubject(made.subject)
        setChosen(new Set(listOwnFiles(made.files)))
      },
      (error: Error) => setFailure(error.message),
    )
  }, [])
  const propose = () => {
    if (!plan || !('id' in plan)) return
    setBusy(true)
    postJson<Proposal>('propose', { id: plan.id, files: [...chosen], subject })
      .then(
        (made) => {
          setProposal(made)
          store.notify(`Proposed on the branch ${made.branch}.`)
        },
        (error: Error) => setFailure(error.message),
      )
      .finally(() => setBusy(false))
  }
  const canPropose =
    plan !== undefined && 'branch' in plan && !proposal && chosen.size > 0 && subject.trim() !== ''
  return (
    <>
      <div className="dialog-content proposal">
        {failure !== undefined && (
          <p role="alert" className="set-note">
            {failure}
          </p>
        )}
        {unsaved > 0 && <p className="set-note">Save first: only saved changes are proposed.</p>}
        {proposal ? (
          <ProposalResult proposal={proposal} />
        ) : (
          plan &&
          unsaved === 0 &&
          ('reason' in plan ? (
            <p>{plan.reason}</p>
          ) : (
            <Plan
              plan={plan}
              subject={subject}
              onSubject={setSubject}
              chosen={chosen}
              onChoose={setChosen}
            />
          ))
        )}
        {!plan && failure === undefined && <p className="help">Asking Git…</p>}
      </div>
      <DialogActions
        onClose={onClose}
        closeLabel={proposal ? 'Close' : 'Cancel'}
        isDisabled={!canPropose && unsaved === 0}
        isBusy={isBusy}
        onAct={unsaved > 0 ? onSave : propose}
      >
        {!proposal && (unsaved > 0 ? 'Save…' : 'Propose')}
      </DialogActions>
    </>
  )
}

/** Changes of others are left out at first, unless nothing is known to be the author's. */
function listOwnFiles(files: ProposedFile[]): string[] {
  const own = files.filter(({ author }) => author !== 'others')
  return (own.length > 0 ? own : files).map(({ file }) => file)
}

type PlanProps = {
  plan: Extract<ProposalPlan, { branch: string }>
  subject: string
  onSubject: (subject: string) => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function Plan({ plan, subject, onSubject, chosen, onChoose }: PlanProps) {
  const { branch, files, remote } = plan
  const id = useId()
  const choose = (file: string, isChosen: boolean) => {
    const others = [...chosen].filter((each) => each !== file)
    onChoose(new Set(isChosen ? [...others, file] : others))
  }
  return (
    <div className="page-form">
      <label htmlFor={`${id}-subject`}>
        Message
        <input
          id={`${id}-subject`}
          value={subject}
          onChange={({ target }) => onSubject(target.value)}
        />
      </label>
      <fieldset>
        <legend>Files that are not committed</legend>
        {files.map(({ file, diff, author }) => (
          <div key={file} className="proposed-file">
            <label>
              <input
                type="checkbox"
                checked={chosen.has(file)}
                onChange={({ target }) => choose(file, target.checked)}
              />{' '}
              {file}
              {authorNotes[author] !== '' && <span className="help">{authorNotes[author]}</span>}
            </label>
            {diff !== undefined && (
              <details>
                <summary>
                  What has changed<span className="visually-hidden"> in {file}</span>
                </summary>
                <Diff text={diff} />
              </details>
            )}
          </div>
        ))}
      </fieldset>
      <p>
        On the branch <code>{branch}</code>
        {remote === undefined
          ? ', on this computer: there is no remote to send it to.'
          : `, sent to ${remote}.`}
      </p>
    </div>
  )
}

const authorNotes: Record<ProposedFile['author'], string> = {
  studio: '',
  others: 'Not changed in the studio.',
  both: 'It has changes that were not made in the studio, too.',
}

/** The result of the proposal, and what the author does next. */
function ProposalResult({
  proposal: { branch, commit, pushed, url, message },
}: {
  proposal: Proposal
}) {
  return (
    <>
      <p>
        Your changes are the commit <code>{commit.slice(0, 7)}</code> on the branch{' '}
        <code>{branch}</code>
        {pushed ? ', which was sent.' : ' on this computer.'}
      </p>
      {message !== undefined && <p className="set-note">It was not sent. Git says: {message}</p>}
      <h3>What to do next</h3>
      <ol className="next-steps">
        {pushed && url !== undefined && (
          <li>
            <a href={url} target="_blank" rel="noreferrer">
              Open the page where others can compare and accept it
            </a>
            , and press the button there that creates the request.
          </li>
        )}
        {pushed && url === undefined && (
          <li>Tell the person who publishes the site that the branch is ready.</li>
        )}
        {!pushed && (
          <li>
            Give the name of the branch to the person who publishes the site, or send it with{' '}
            <code>git push -u origin {branch}</code>
          </li>
        )}
        <li>Until it is accepted, nothing changes on the published site.</li>
        <li>
          You can go on: what you save and propose from now on is added after it, on a branch of its
          own.
        </li>
      </ol>
    </>
  )
}
