import { useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type {
  Proposal,
  ProposalPlan,
  ProposedFile,
  Publication,
  SessionInfo,
  SharedPreview,
} from '../../protocol.ts'
import { getJson, postJson } from '../state/api.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { Diff } from './save-dialog.tsx'

type PublishFormProps = { onClose: () => void; onSave: () => void }

/** What can be done with what is saved. */
type Way = 'propose' | 'publish' | 'share'

const actions: Record<Way, string> = {
  propose: 'Propose',
  publish: 'Publish',
  share: 'Make preview',
}

/** What to say if it fails once the dialog is closed. */
const refusals: Record<Way, string> = {
  propose: 'Your changes were not proposed.',
  publish: 'Your changes were not published.',
  share: 'No preview was made.',
}

/** What was recorded may not have reached the host. */
function sayOutcome(
  { message }: Proposal,
  isPublished: boolean,
): Parameters<StudioStore['notify']> {
  if (message !== undefined)
    return [`Your changes are recorded, and were not sent. Git says: ${message}`, 'error']
  return [isPublished ? 'Published.' : 'Proposed: now others can look at it.']
}

/**
 * Brings what is saved to others: a commit on a branch that they compare, a commit on the current
 * branch, or a folder to look at.
 */
export function PublishForm({ onClose, onSave }: PublishFormProps) {
  const store = useStore()
  const unsaved = useStudio((state) => state.draft.files.length)
  const person = useStudio((state) => state.session.person)
  const [plan, setPlan] = useState<ProposalPlan>()
  const [proposal, setProposal] = useState<Proposal>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [subject, setSubject] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [way, setWay] = useState<Way>('propose')
  const [shared, setShared] = useState<SharedPreview>()
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
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => void (isClosed.current = true)
  }, [])
  const isPublished = way === 'publish'
  const propose = async (planned: PlanProps['plan']) => {
    const request = { id: planned.id, files: [...chosen], subject, publish: isPublished }
    const made = await postJson<Proposal>('propose', request)
    setProposal(made)
    store.notify(...sayOutcome(made, isPublished))
  }
  const share = async () => {
    const made = await postJson<SharedPreview>('share')
    setShared(made)
    if (isClosed.current) store.notify(`The preview is in ${made.folder}.`)
  }
  const act = () => {
    setBusy(true)
    setFailure(undefined)
    const acting = way === 'share' ? share() : plan && 'id' in plan && propose(plan)
    Promise.resolve(acting)
      .catch((error: Error) => {
        setFailure(error.message)
        // Nobody sees it in a dialog that was closed meanwhile.
        if (isClosed.current) store.notify(`${refusals[way]} ${error.message}`, 'error')
      })
      .finally(() => setBusy(false))
  }
  const canPropose =
    plan !== undefined && 'branch' in plan && chosen.size > 0 && subject.trim() !== ''
  const isDone = proposal !== undefined || shared !== undefined
  const current = plan && 'current' in plan ? plan.current : undefined
  return (
    <>
      <div className="dialog-content proposal">
        {failure !== undefined && (
          <p role="alert" className="set-note">
            {failure}
          </p>
        )}
        {unsaved > 0 && <p className="set-note">Save first: only saved changes are published.</p>}
        {!isDone && unsaved === 0 && (
          <WayChoice way={way} onChoose={setWay} current={current} person={person} />
        )}
        {shared && <ShareResult shared={shared} />}
        {proposal && (
          <ProposalResult proposal={proposal} isPublished={isPublished} person={person} />
        )}
        {!isDone &&
          way !== 'share' &&
          plan &&
          unsaved === 0 &&
          ('reason' in plan ? (
            <p>{plan.reason}</p>
          ) : (
            <Plan
              plan={plan}
              isPublished={isPublished}
              subject={subject}
              onSubject={setSubject}
              chosen={chosen}
              onChoose={setChosen}
            />
          ))}
        {!plan && failure === undefined && <p className="help">Looking for what has changed…</p>}
      </div>
      <DialogActions
        onClose={onClose}
        closeLabel={isDone ? 'Close' : 'Cancel'}
        isDisabled={!canPropose && unsaved === 0 && way !== 'share'}
        isBusy={isBusy}
        onAct={unsaved > 0 ? onSave : act}
      >
        {!isDone && (unsaved > 0 ? 'Save…' : actions[way])}
      </DialogActions>
    </>
  )
}

type WayChoiceProps = {
  way: Way
  onChoose: (way: Way) => void
  current: string | undefined
  person: SessionInfo['person']
}

function WayChoice({ way, onChoose, current, person }: WayChoiceProps) {
  const id = useId()
  const ways: [Way, string, string][] = [
    ['propose', 'Ask others first', 'They compare your changes and accept them.'],
    [
      'publish',
      'Publish now',
      'Your changes join the version that the site is built from. Most sites follow in minutes.',
    ],
    ['share', 'Show a preview', 'A folder with all pages, marked as a draft, for any web host.'],
  ]
  // Whoever edits on a server cannot reach its folders.
  const isOffered = (name: Way) =>
    person === undefined || name === 'propose' || (name === 'publish' && person.role === 'publish')
  return (
    <fieldset className="ways">
      <legend className="visually-hidden">How</legend>
      {ways
        .filter(([name]) => isOffered(name))
        .map(([name, label, help]) => (
          <label key={name}>
            <input
              type="radio"
              name={id}
              checked={way === name}
              disabled={name === 'publish' && current === undefined}
              onChange={() => onChoose(name)}
            />
            <span>
              {label} <span className="help">{help}</span>
            </span>
          </label>
        ))}
    </fieldset>
  )
}

function ShareResult({ shared: { folder, pages, review } }: { shared: SharedPreview }) {
  return (
    <>
      <p>
        The preview of {formatCount(pages, 'page')} is in <code>{folder}</code>.
      </p>
      <h3>What to do next</h3>
      <ol className="next-steps">
        <li>Put the folder on any host: many have a page where you drop it.</li>
        <li>
          Every page says that it is a draft, and search engines do not list it. Whoever has the
          address can read it.
        </li>
        <li>
          The file <code>{review}</code> in it lists the facts that the owner must confirm.
        </li>
      </ol>
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
  isPublished: boolean
  subject: string
  onSubject: (subject: string) => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function Plan({ plan, isPublished, subject, onSubject, chosen, onChoose }: PlanProps) {
  const { files, remote } = plan
  const id = useId()
  const choose = (file: string, isChosen: boolean) => {
    const others = [...chosen].filter((each) => each !== file)
    onChoose(new Set(isChosen ? [...others, file] : others))
  }
  return (
    <div className="page-form">
      <label htmlFor={`${id}-subject`}>
        What you have changed, in a few words
        <input
          id={`${id}-subject`}
          value={subject}
          onChange={({ target }) => onSubject(target.value)}
        />
      </label>
      <details open={chosen.size < files.length || files.some(({ author }) => author === 'upload')}>
        <summary>
          {chosen.size === files.length
            ? 'Everything that is saved goes along'
            : `${chosen.size} of ${formatCount(files.length, 'file')} goes along`}
        </summary>
        <fieldset>
          <legend>What goes along</legend>
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
        <p className="help">
          For your developer: a commit on the branch{' '}
          <code>{isPublished ? plan.current : plan.branch}</code>
          {remote === undefined
            ? ', where the studio runs: there is no remote to send it to.'
            : `, sent to ${remote}.`}
        </p>
      </details>
    </div>
  )
}

const authorNotes: Record<ProposedFile['author'], string> = {
  studio: '',
  others: 'Not part of your edits.',
  upload: 'You uploaded this picture. None of your changes shows it yet.',
  both: 'It has changes that you have not made in the studio, too.',
}

/** How often to ask what the host makes of a commit. */
const followMs = 5000

/** What the workflow of the host makes of a commit. */
function usePublication(commit: string | undefined): Publication | undefined {
  const [publication, setPublication] = useState<Publication>()
  useEffect(() => {
    if (commit === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const ask = async () => {
      const found = await getJson<Publication>('publication', { commit }).catch(() => undefined)
      if (!isCurrent) return
      setPublication(found)
      if (found?.state === 'waiting' || found?.state === 'running')
        timer = setTimeout(() => void ask(), followMs)
    }
    void ask()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [commit])
  return publication
}

/** Where the changes are in Git. */
const ForDeveloper = ({ proposal: { commit, branch } }: { proposal: Proposal }) => (
  <p className="help">
    For your developer: the commit <code>{commit.slice(0, 7)}</code> on the branch{' '}
    <code>{branch}</code>.
  </p>
)

const publicationStates: Record<Publication['state'], string> = {
  unknown: 'The host builds it now, if it is set up to do so.',
  waiting: 'The host has not begun to build it yet.',
  running: 'The host is building it…',
  done: 'The host has built it: it is published.',
  failed: 'The host could not build it. The published site stays as it was.',
}

/** The result of what is published, and what the host makes of it. */
function PublicationResult({ proposal }: { proposal: Proposal }) {
  const { commit, pushed, message } = proposal
  const publication = usePublication(pushed ? commit : undefined)
  return (
    <>
      <p>{pushed ? 'Your changes were sent.' : 'Your changes are recorded, and were not sent.'}</p>
      <ForDeveloper proposal={proposal} />
      {message !== undefined && <p className="set-note">It was not sent. Git says: {message}</p>}
      {pushed && (
        <p role="status">
          {publicationStates[publication?.state ?? 'waiting']}{' '}
          {publication?.url !== undefined && (
            <a href={publication.url} target="_blank" rel="noreferrer">
              Open its page
            </a>
          )}
        </p>
      )}
    </>
  )
}

type ProposalResultProps = {
  proposal: Proposal
  isPublished: boolean
  person: SessionInfo['person']
}

/** The result of the proposal, and what the author does next. */
function ProposalResult({ proposal, isPublished, person }: ProposalResultProps) {
  const { branch, pushed, url, message } = proposal
  if (isPublished) return <PublicationResult proposal={proposal} />
  return (
    <>
      <p>
        {pushed
          ? 'Your changes were sent, so that others can look at them.'
          : 'Your changes are set apart, so that others can look at them. They were not sent.'}
      </p>
      <ForDeveloper proposal={proposal} />
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
          <li>Tell the person who publishes the site that your changes are ready.</li>
        )}
        {!pushed && (
          <li>
            Give the name <code>{branch}</code> to the person who publishes the site. Developers
            send it with <code>git push -u origin {branch}</code>.
          </li>
        )}
        <li>Until it is accepted, nothing changes on the published site.</li>
        <li>
          You can go on: what you save and propose from now on{' '}
          {person === undefined
            ? 'is added after it, as a proposal of its own.'
            : 'has these changes, too, until somebody publishes them.'}
        </li>
      </ol>
    </>
  )
}
