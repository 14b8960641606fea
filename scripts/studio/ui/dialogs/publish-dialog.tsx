import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { formatCount, formatFirstItems } from '../../../../schema/util/format-first-items.ts'
import type { NoticedChanges } from '../../describe/visitor-changes.ts'
import type { Proposal, ProposalPlan, ProposedFile, Publication } from '../../propose-changes.ts'
import type { SessionInfo } from '../../server/studio.ts'
import type { SharedPreview } from '../../share-preview.ts'
import { askServer, tellServer } from '../state/api.ts'
import type { StudioStore } from '../state/studio-store.ts'
import type { ProposedBranch } from '../../proposals.ts'
import { Conflicts } from '../parts/conflicts.tsx'
import { NoticedList } from '../parts/noticed-changes.tsx'
import { PublishingErrors } from '../parts/problem-rows.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { usePageNames, useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions, useCloseDialog } from './dialog.tsx'
import { useSending } from './dialog-form.tsx'
import { Diff } from './save-dialog.tsx'

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
export function PublishForm() {
  const store = useStore()
  const close = useCloseDialog()
  const { version, files: unsaved, conflicts } = useStudio((state) => state.draft)
  const isSaved = unsaved.length === 0
  const person = useStudio((state) => state.session.person)
  // Ctrl+S saves in a dialog above this one, and others save and publish.
  const planned = useAnswer(
    async () => ({ plan: await askServer('proposal', {}), version }),
    [version],
  )
  const plan = planned?.version === version ? planned.plan : undefined
  const [proposal, setProposal] = useState<Proposal>()
  const [shared, setShared] = useState<SharedPreview>()
  const [written, setSubject] = useState<string>()
  const [way, setWay] = useState<Way>('propose')
  const { isBusy, refused, setRefused, send } = useSending(() => {})
  const failure = refused?.message
  const ready = plan && 'files' in plan ? plan : undefined
  // What is generated goes along with what it follows from.
  const [generated = [], listed = []] = [true, false].map((isWanted) =>
    ready?.files.filter(({ file }) => /\.gen\.\w+$/.test(file) === isWanted),
  )
  /** The files of which the author has chosen otherwise than proposed. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const isProposed = isOwn(ready?.files)
  const toggle = (file: string) => {
    const others = [...toggled].filter((each) => each !== file)
    setToggled(new Set(toggled.has(file) ? others : [...others, file]))
  }
  const chosen = listed.filter((each) => isProposed(each) !== toggled.has(each.file))
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => void (isClosed.current = true)
  }, [])
  const isPublished = way === 'publish'
  const goingAlong = [...chosen, ...generated].map(({ file }) => file)
  const propose = async () => {
    const request = { id: ready?.id ?? '', files: goingAlong, subject, publish: isPublished }
    const made = await tellServer('propose', request)
    setProposal(made)
    store.notify(...sayOutcome(made, isPublished))
  }
  const share = async () => {
    const made = await tellServer('share', {})
    setShared(made)
    if (isClosed.current) store.notify(`The preview is in ${made.folder}.`)
  }
  const act = async () => {
    setRefused(undefined)
    const error = await send(way === 'share' ? share : propose)
    // Nobody sees it in a dialog that was closed meanwhile.
    if (error && isClosed.current) store.notify(`${refusals[way]} ${error.message}`, 'error')
  }
  const save = () => {
    close()
    store.openDialog({ name: 'save' })
  }
  const wanted = JSON.stringify({ id: ready?.id, files: goingAlong, publish: isPublished })
  const report = useAnswer(async (): Promise<{ wanted: string; changes: NoticedChanges }> => {
    if (chosen.length === 0) return { wanted, changes: { reason: 'Nothing goes along.' } }
    const asked = tellServer('proposal/report', JSON.parse(wanted))
    return { wanted, changes: await asked.catch((error: Error) => ({ reason: error.message })) }
  }, [wanted])
  const noticed = report?.wanted === wanted ? report.changes : undefined
  const subject = written ?? (ready ? proposeSubject(ready.subject, noticed) : '')
  const lacksFiles =
    noticed !== undefined &&
    'isIncomplete' in noticed &&
    noticed.isIncomplete === true &&
    chosen.length < listed.length
  // Nobody publishes what is not compared yet.
  const canPropose =
    chosen.length > 0 &&
    subject.trim() !== '' &&
    noticed !== undefined &&
    !lacksFiles &&
    conflicts.length === 0
  const isDone = proposal !== undefined || shared !== undefined
  return (
    <>
      <div className="dialog-content proposal">
        {failure !== undefined && (
          <p role="alert" className="set-note">
            {failure}
          </p>
        )}
        {!isDone && <Conflicts conflicts={conflicts} />}
        {!isDone && <ProposedBranches isSaved={isSaved} version={version} />}
        {!isSaved && <p className="set-note">Save first: only saved changes are published.</p>}
        {!isDone && isSaved && (
          <WayChoice way={way} onChoose={setWay} current={ready?.current} person={person} />
        )}
        {!isDone && way !== 'share' && (
          <PublishingErrors act={isPublished ? '' : 'Others can look at it.'} isOpen />
        )}
        {shared && <ShareResult shared={shared} />}
        {proposal && <ProposalResult proposal={proposal} isPublished={isPublished} />}
        {!isDone &&
          way !== 'share' &&
          plan &&
          isSaved &&
          ('reason' in plan ? (
            <p>{plan.reason}</p>
          ) : (
            <Plan
              plan={{ ...plan, files: listed }}
              noticed={noticed}
              isPublished={isPublished}
              subject={subject}
              onSubject={setSubject}
              chosen={chosen}
              onToggle={toggle}
            />
          ))}
        {!plan && isSaved && failure === undefined && (
          <p className="help">Looking for what has changed…</p>
        )}
      </div>
      <DialogActions
        closeLabel={isDone ? 'Close' : 'Cancel'}
        isDisabled={!canPropose && isSaved && way !== 'share'}
        isBusy={isBusy}
        onAct={isSaved ? () => void act() : save}
      >
        {!isDone && (isSaved ? actions[way] : 'Save…')}
      </DialogActions>
    </>
  )
}

const proposalStates: Record<ProposedBranch['state'], string> = {
  open: 'waits to be accepted',
  accepted: 'was accepted',
  closed: 'is gone from the host, and was not accepted as it is',
}

/** What became of earlier proposals, and what others have published. */
function ProposedBranches({ isSaved, version }: { isSaved: boolean; version: number }) {
  const found = useAnswer(() => askServer('proposals', {}), [version])
  const [newest, setNewest] = useState<NoticedChanges>()
  const { isBusy, refused, send } = useSending(() => {})
  const mayPublish = useStudio(({ session }) => session.person?.role !== 'edit')
  const isBehind = mayPublish && found?.isBehind === true
  if (!found || (found.proposals.length === 0 && !isBehind && !newest)) return null
  const getNewest = async () => setNewest(await tellServer('newest', {}))
  return (
    <section aria-label="Your proposals">
      <ul>
        {found.proposals.map(({ branch, subject, at, state }) => (
          <li key={branch}>
            “{subject}”, proposed on {new Date(at).toLocaleDateString()}, {proposalStates[state]}.
          </li>
        ))}
      </ul>
      {refused && <p role="alert">{refused.message}</p>}
      {newest && (
        <section className="visitor-changes" aria-label="What others have changed">
          <h3>This is the newest version. What others have changed</h3>
          <NoticedList changes={newest} />
        </section>
      )}
      {isBehind && (
        <>
          <p>Others have published changes, or accepted yours. Publishing takes them in first.</p>
          <Button
            className="button"
            isDisabled={!isSaved}
            isPending={isBusy}
            onPress={() => void send(getNewest)}
          >
            Get the newest version
          </Button>
        </>
      )}
    </section>
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
      <ol className="steps">
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

/** What visitors notice says more than the first of many steps. */
function proposeSubject(steps: string, noticed: NoticedChanges | undefined): string {
  const lines =
    noticed && 'sections' in noticed ? noticed.sections.flatMap((each) => each.lines) : []
  if (!noticed || !('summary' in noticed) || lines.length === 0 || !/, and \d+ more$/.test(steps))
    return steps
  const whole = lines.find(({ text, parts }) => parts.length === 0 && text.length <= maxSaid)
  const rest = lines.length - 1
  if (!whole) return noticed.summary.replace(/\.$/, '')
  return `${whole.text}${rest > 0 ? `, and ${formatCount(rest, 'more change')}` : ''}`
}

/** Of a first line of 72 characters. */
const maxSaid = 50

/** Changes of others are left out at first, unless nothing is known to be the author's. */
const isOwn =
  (files: ProposedFile[] = []) =>
  ({ author }: ProposedFile): boolean =>
    ['studio', 'both'].includes(author) || files.every((each) => each.author === 'others')

/** @property noticed undefined while the pages are compared */
type PlanProps = {
  plan: Extract<ProposalPlan, { id: string }>
  noticed: NoticedChanges | undefined
  isPublished: boolean
  subject: string
  onSubject: (subject: string) => void
  chosen: ProposedFile[]
  onToggle: (file: string) => void
}

function Plan({ chosen, onToggle, ...props }: PlanProps) {
  const { plan, noticed, isPublished, subject, onSubject } = props
  const { files, remote } = plan
  const { length } = chosen
  const left = files.flatMap((each) =>
    each.author === 'others' && !chosen.includes(each) ? each.file : [],
  )
  return (
    <div className="fields">
      <label className="labeled">
        What you have changed, in a few words
        <input value={subject} onChange={({ target }) => onSubject(target.value)} />
      </label>
      {plan.warning !== undefined && (
        <p className="set-note" role="alert">
          {plan.warning}
        </p>
      )}
      {left.length > 0 && (
        <p className="set-note">
          These have changed, too, but not in the studio, so they stay here unless you choose them
          below: {formatFirstItems(left, 3)}.
        </p>
      )}
      <section className="visitor-changes" aria-label="What visitors will notice">
        <h3>What visitors will notice</h3>
        <NoticedList changes={noticed} />
      </section>
      <details open={length < files.length || files.some(({ author }) => author === 'upload')}>
        <summary>
          {length === files.length
            ? 'Everything that is saved goes along'
            : `${length} of ${formatCount(files.length, 'file')} ${length === 1 ? 'goes' : 'go'} along`}
        </summary>
        <fieldset>
          <legend>What goes along</legend>
          {files.map((each) => {
            const { file, diff, author } = each
            return (
              <div key={file} className="choice">
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(each)}
                    onChange={() => onToggle(file)}
                  />
                  <span>
                    <FileName file={each} />
                    {authorNotes[author] !== '' && (
                      <span className="help">{authorNotes[author]}</span>
                    )}
                  </span>
                </label>
                {diff !== undefined && (
                  <details>
                    <summary>
                      Lines of the file<span className="visually-hidden"> {file}</span>
                    </summary>
                    <Diff text={diff} />
                  </details>
                )}
              </div>
            )
          })}
        </fieldset>
        <p className="help">
          For your developer: a commit on{' '}
          {isPublished ? (
            <>
              the branch <code>{plan.current}</code>
            </>
          ) : (
            'a new branch, named as the sentence above'
          )}
          {remote === undefined
            ? ', where the studio runs: there is no remote to send it to.'
            : `, sent to ${remote}.`}
        </p>
      </details>
    </div>
  )
}

/** A file, by the pages that the author has changed in it. */
function FileName({ file: { file, pages = [] } }: { file: ProposedFile }) {
  const all = useStudio((state) => state.pageList.pages)
  const getName = usePageNames()
  const names = pages.map((route) => {
    const page = all.find((each) => each.route === route)
    return page ? getName(page) : route
  })
  if (names.length === 0) return file
  return (
    <>
      {formatFirstItems(names, 3)} <span className="help">in {file}</span>
    </>
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
function usePublication(commit: string): Publication | undefined {
  const [turn, setTurn] = useState(0)
  const ask = () => askServer('publication', { commit }).catch(() => undefined)
  const publication = useAnswer(ask, [commit, turn], turn === 0 ? 0 : followMs)
  useEffect(() => {
    if (publication && ['waiting', 'running'].includes(publication.state))
      setTurn((last) => last + 1)
  }, [publication])
  return publication
}

const publicationStates: Record<Publication['state'], string> = {
  unknown:
    'The host builds it now, if it is set up to do so. The published site does not say whether it is live.',
  waiting: 'Not live yet: the published site has the earlier version. The studio asks again…',
  live: 'It is live: the published site has your changes.',
  running: 'The host is building it…',
  done: 'The host has built it: it is published.',
  failed: 'The host could not build it. The published site stays as it was.',
}

/** What the host makes of what was published. */
function PublicationState({ commit }: { commit: string }) {
  const publication = usePublication(commit)
  return (
    <p role="status">
      {publicationStates[publication?.state ?? 'waiting']}{' '}
      {publication?.url !== undefined && (
        <a href={publication.url} target="_blank" rel="noreferrer">
          Open its page
        </a>
      )}
    </p>
  )
}

type ProposalResultProps = { proposal: Proposal; isPublished: boolean }

/** What became of the changes. */
function ProposalResult({ proposal, isPublished }: ProposalResultProps) {
  const { branch, commit, pushed, message, note } = proposal
  const sent = isPublished
    ? 'Your changes were sent.'
    : 'Your changes were sent, so that others can look at them.'
  const kept = isPublished
    ? 'Your changes are recorded, and were not sent.'
    : 'Your changes are set apart, so that others can look at them. They were not sent.'
  return (
    <>
      <p>{pushed ? sent : kept}</p>
      <p className="help">
        For your developer: the commit <code>{commit.slice(0, 7)}</code> on the branch{' '}
        <code>{branch}</code>.
      </p>
      {message !== undefined && <p className="set-note">It was not sent. Git says: {message}</p>}
      {note !== undefined && <p className="set-note">{note}</p>}
      {!isPublished && <NextSteps proposal={proposal} />}
      {isPublished && pushed && <PublicationState commit={commit} />}
    </>
  )
}

/** What the author does next. */
function NextSteps({ proposal }: Pick<ProposalResultProps, 'proposal'>) {
  const { branch, pushed, url } = proposal
  return (
    <>
      <h3>What to do next</h3>
      <ol className="steps">
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
          You can go on: what you change from now on is a proposal of its own. <em>Publish</em> says
          what became of this one.
        </li>
      </ol>
    </>
  )
}
