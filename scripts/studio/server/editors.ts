import { createHash } from 'node:crypto'
import { getOwnState, runWithOwnState } from '../../../schema/util/own-state.ts'
import { DevSession } from '../../dev/dev-session.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import type { WindowEdit } from '../../edit/draft/draft-state.ts'
import { openStudio, type Studio, type StudioOptions } from './studio.ts'
import type { Person } from './people.ts'

/** Each person has the site in memory, with their own edits. */
const maxPeople = 12
const idleMinutes = 15

/**
 * What one person edits.
 * @property states of everything that runs for this person
 * @property opening resolves once the site is shown
 * @property edited where this person edits, as others were told last
 */
type OpenEditor = {
  person: Person
  states: Map<string, unknown>
  opening: Promise<Studio>
  usedAt: number
  studio?: Studio
  edited?: string
}

type EditorsOptions = Omit<StudioOptions, 'session'> & {
  onError: (error: Error) => void
  /** Called with who has saved or published what. */
  onAct: (text: string) => void
}

/**
 * The people who edit a site at the same time, each with a draft and a session of their own. What
 * one of them saves is, for the others, a file that another program has changed. Who has closed the
 * studio is forgotten after a while; unsaved steps stay on the disk.
 */
export class Editors {
  readonly #options: EditorsOptions
  readonly #open = new Map<string, OpenEditor>()

  readonly #limit: number

  constructor(options: EditorsOptions, limit = maxPeople) {
    this.#options = options
    this.#limit = limit
  }

  /** Runs a function for somebody, as are the functions that it starts. @throws RequestFailure */
  async run(person: Person, act: () => void, now = Date.now()): Promise<void> {
    this.#closeUnused(now)
    const known = this.#open.get(person.id)
    const isSame = known && JSON.stringify(known.person) === JSON.stringify(person)
    // Another role counts from the next request.
    if (known && !isSame) this.#close(known)
    const open = isSame ? known : this.#start(person, now)
    open.usedAt = now
    await open.opening
    runWithOwnState(open.states, act)
  }

  /** The studio of the one for whom this runs; undefined for a program that belongs to nobody. */
  get current(): Studio | undefined {
    return getOwnState<{ studio?: Studio }>('studio', () => ({})).studio
  }

  get all(): Studio[] {
    return [...this.#open.values()].flatMap(({ studio }) => studio ?? [])
  }

  #start(person: Person, now: number): OpenEditor {
    if (this.#open.size >= this.#limit)
      throw new RequestFailure(
        'refused',
        `${this.#limit} people edit now, which is the most that this server holds. A place is free ${idleMinutes} minutes after somebody has closed the studio.`,
      )
    const states = new Map<string, unknown>()
    const open: OpenEditor = { person, states, usedAt: now, opening: Promise.reject() }
    open.opening.catch(() => {})
    this.#open.set(person.id, open)
    open.opening = runWithOwnState(states, () => this.#read(open)).catch((error: Error) => {
      this.#close(open)
      throw error
    })
    return open
  }

  async #read(open: OpenEditor): Promise<Studio> {
    const { person, states } = open
    const session = new DevSession(this.#options.site)
    const studio = openStudio(
      { ...this.#options, session },
      {
        person,
        log: (act) =>
          this.#options.onAct(
            `${new Date().toISOString()} ${person.name} <${person.email}> ${act}`,
          ),
        store: `studio-${createHash('sha256').update(person.id).digest('hex').slice(0, 16)}`,
        listOthers: () => this.#listOthers(open),
        onEdited: () => this.#tellOthers(open),
      },
    )
    states.set('studio', { studio })
    session.observe({ onError: this.#options.onError })
    await session.start()
    // This server has put them aside. If their files are gone, the studio offers them.
    if (studio.draft.state.recovered) await studio.draft.recover('restore').catch(() => {})
    open.studio = studio
    return studio
  }

  #listOthers(open: OpenEditor): WindowEdit[] {
    return [...this.#open.values()]
      .filter((each) => each !== open)
      .flatMap(({ studio, person }) =>
        (studio?.draft.editors ?? []).map((edit) => ({ ...edit, person: person.name })),
      )
  }

  /** Tells the others where somebody edits, unless they know it. */
  #tellOthers(open: OpenEditor): void {
    const edited = JSON.stringify(open.studio?.draft.editors)
    if (edited === open.edited) return
    open.edited = edited
    for (const studio of this.all) if (studio !== open.studio) studio.sendChanged()
  }

  #closeUnused(now: number): void {
    for (const open of this.#open.values()) {
      if (open.studio && open.studio.events.size > 0) open.usedAt = now
      if (now - open.usedAt > idleMinutes * 60_000) this.#close(open)
    }
  }

  #close(open: OpenEditor): void {
    if (this.#open.get(open.person.id) === open) this.#open.delete(open.person.id)
    open.studio?.session.close()
    open.studio?.events.end()
  }
}
