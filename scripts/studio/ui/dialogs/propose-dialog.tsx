import { useEffect, useState } from 'react'
import type { Proposal, ProposalPlan } from '../../protocol.ts'
import { getJson, postJson } from '../state/api.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'

type ProposeFormProps = { onClose: () => void; onSave: () => void }

/** Makes a branch with a commit of what was saved, for others to look at. */
export function ProposeForm({ onClose, onSave }: ProposeFormProps) {
  const store = useStore()
  const unsaved = useStudio((state) => state.draft.files.length)
  const [plan, setPlan] = useState<ProposalPlan>()
  const [proposal, setProposal] = useState<Proposal>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    getJson<ProposalPlan>('proposal').then(setPlan, (error: Error) => setFailure(error.message))
  }, [])
  const propose = () => {
    setBusy(true)
    postJson<Proposal>('propose')
      .then(
        (made) => {
          setProposal(made)
          store.notify(`Proposed on the branch ${made.branch}.`)
        },
        (error: Error) => setFailure(error.message),
      )
      .finally(() => setBusy(false))
  }
  const canPropose = plan !== undefined && 'branch' in plan && !proposal && unsaved === 0
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
          plan && unsaved === 0 && ('reason' in plan ? <p>{plan.reason}</p> : <Plan plan={plan} />)
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

function Plan({ plan }: { plan: Extract<ProposalPlan, { branch: string }> }) {
  const { branch, subject, files, remote } = plan
  return (
    <dl>
      <dt>Message</dt>
      <dd>{subject}</dd>
      <dt>Files</dt>
      <dd>{files.join(', ')}</dd>
      <dt>Branch</dt>
      <dd>
        <code>{branch}</code>
        {remote === undefined
          ? ', on this computer: there is no remote to send it to'
          : `, sent to ${remote}`}
      </dd>
    </dl>
  )
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
