/**
 * One writer at a time for a folder, in this process and in others. A lock is a folder with one
 * file, which names the process that holds it. Taking it over from a dead process deletes that file
 * by its name, so nobody can delete the lock of a process that was faster.
 */
import { memoizeByText } from '../../schema/util/memoize.ts'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { isProcessRunning, listAbandoned } from '../launch/old-folders.mjs'
import { locateState, toRealFolder } from './state-folder.ts'

/** The names of the locks that this process holds. */
const held = new Set<string>()
let count = 0

/** @returns releases the lock; undefined if somebody else has it */
export function tryLockFolder(folder: string): (() => void) | undefined {
  const lock = locateState(folder, 'lock')
  const name = `${process.pid}-${readStartTime(process.pid)}-${++count}`
  const own = `${lock}-${name}`
  mkdirSync(own)
  writeFileSync(join(own, name), '')
  for (;;) {
    if (moveTo(own, lock)) {
      held.add(name)
      return () => {
        held.delete(name)
        rmSync(join(lock, name), { force: true })
        removeIfEmpty(lock)
      }
    }
    const holders = readHolders(lock)
    if (holders.some(isAlive)) {
      rmSync(own, { recursive: true })
      return undefined
    }
    for (const holder of holders) rmSync(join(lock, holder), { force: true })
    for (const folder of listAbandoned(dirname(lock), /-lock-(?<pid>\d+)-\d*-\d+$/))
      if (folder !== own) rmSync(folder, { recursive: true, force: true })
    // Windows moves no folder over another one, even if that is empty.
    removeIfEmpty(lock)
  }
}

/** Waits until nobody else writes a folder. @param onWait called once, if somebody does */
export async function lockFolder(folder: string, onWait?: () => void): Promise<() => void> {
  for (let round = 0; ; round++) {
    const release = tryLockFolder(folder)
    if (release) return release
    if (round === 0) onWait?.()
    // Several processes that wait should not ask at the same moments.
    await pause(5 + Math.random() * Math.min(95, 5 * round))
  }
}

const getQueue = memoizeByText((_folder) => pLimit(1))

/** Runs one action at a time that writes a folder, in the order in which they were asked for. */
export function withFolderLock<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const real = toRealFolder(folder)
  return getQueue(real)(async () => {
    const release = await lockFolder(real)
    try {
      return await run()
    } finally {
      release()
    }
  })
}

/** @returns whether it was moved; not while another folder with a file is there */
function moveTo(own: string, lock: string): boolean {
  try {
    renameSync(own, lock)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // On Windows, the same error has many causes.
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || existsSync(lock)) return false
    throw error
  }
}

function readHolders(lock: string): string[] {
  try {
    return readdirSync(lock)
  } catch {
    return []
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody has it now, or has removed it.
  }
}

function isAlive(name: string): boolean {
  const [pid = '', started] = name.split('-')
  if (Number(pid) === process.pid) return held.has(name)
  return isProcessRunning(Number(pid)) && readStartTime(Number(pid)) === started
}

/** Tells a process from a later one with the same ID, where the system says so. */
function readStartTime(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ')[20] ?? ''
  } catch {
    return ''
  }
}
