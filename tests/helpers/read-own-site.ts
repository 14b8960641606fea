import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from './run-npm-script.ts'

let read: Promise<WholeSite> | undefined

/** Reads this repository's site once for all tests of a process, none of which may change it. */
export const readOwnSite = (): Promise<WholeSite> => (read ??= readWholeSite(root))
