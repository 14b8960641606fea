import type { MadePages } from '../prerender/make/made-pages.ts'
import type { PagePlan } from '../prerender/make/plan-pages.ts'
import type { SiteInput } from '../prerender/read/site-input.ts'
import type { Session } from '../prerender/session/session.ts'
import { createWorkerPool, type WorkerPool } from '../prerender/workers/worker-pool.ts'

/**
 * Up to this many changed pages are checked before they are shown; more are checked afterwards, in
 * threads.
 */
const maxEagerPages = 100

type OnMade = (made: MadePages) => void

/** Makes the changed pages, unless they are many. */
export async function makePagesIfFew(
  session: Session,
  read: SiteInput,
  pool: WorkerPool,
  onMade: OnMade,
): Promise<MadePages | undefined> {
  const plan = session.plan(read)
  return plan.keys.size > maxEagerPages
    ? undefined
    : makePlannedPages(session, read, plan, pool, onMade)
}

/** @returns undefined when a file was saved meanwhile: the next round handles it. */
export async function makePagesInWorkers(
  session: Session,
  read: SiteInput,
  onMade: OnMade,
): Promise<MadePages | undefined> {
  // A pool of its own, so that this process can read the next change immediately.
  const pool = createWorkerPool()
  let isWhole = true
  const make: WorkerPool['make'] = (order) =>
    pool.make(order).catch(() => {
      isWhole = false
      return { outcomes: [] }
    })
  try {
    const made = await makePlannedPages(
      session,
      read,
      session.plan(read),
      { ...pool, make },
      onMade,
    )
    return isWhole ? made : undefined
  } finally {
    await pool.close()
  }
}

async function makePlannedPages(
  session: Session,
  read: SiteInput,
  plan: PagePlan,
  pool: WorkerPool,
  onMade: OnMade,
): Promise<MadePages> {
  const made = await session.make(read, plan, { pool })
  onMade(made)
  session.accept(read, made)
  return made
}
