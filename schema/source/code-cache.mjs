/**
 * Runs a script with what V8 compiled of it at an earlier time. Of a program of a megabyte, each start would compile for a tenth of a second and more, in each
 * thread. (From Node 22 on, `module.enableCompileCache` does so for modules.)
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { threadId } from 'node:worker_threads'

/** Compiled code is good for the same runtimeHash with the same options alone. */
const runtimeHash = createHash('sha256')
  .update([process.version, process.arch, ...process.execArgv, process.env.NODE_OPTIONS].join('\n'))
  .digest('hex')
  .slice(0, 8)

/**
 * @param {string} source an expression. @param {string} filename where it is said to stand, for traces.
 * @param {string} kept where compiled code is kept, without an extension: a name that follows from the source, since V8 compares no more than lengths.
 * @returns {any} its value.
 */
export function runWithCodeCache(source, filename, kept) {
  const file = `${kept}.${runtimeHash}.bin`
  const cachedData = readCodeCache(file)
  const script = new Script(source, { filename, cachedData })
  if (cachedData === undefined || script.cachedDataRejected) saveCodeCacheAtExit(script, file)
  return script.runInThisContext()
}

/** @param {string} file */
function readCodeCache(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** By a rename, so that a process that is killed leaves no half file. @param {string} file @param {string | Uint8Array} content */
export function writeFileAtomicSync(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  const making = `${file}-${process.pid}-${threadId}.tmp`
  writeFileSync(making, content)
  renameSync(making, file)
}

/** @type {{ script: Script, file: string }[]} */
const pendingScripts = []

/** At the end, when all that is needed has been compiled. @param {Script} script @param {string} file */
function saveCodeCacheAtExit(script, file) {
  if (pendingScripts.length === 0) {
    // What is used at the start alone would be forgotten by then.
    setFlagsFromString('--no-flush-bytecode')
    process.once('exit', saveCodeCaches)
  }
  pendingScripts.push({ script, file })
}

function saveCodeCaches() {
  // As it was: the options are part of what is compared.
  setFlagsFromString('--flush-bytecode')
  for (const { script, file } of pendingScripts) {
    try {
      writeFileAtomicSync(file, script.createCachedData())
    } catch {
      // Where nothing may be written, each start compiles.
    }
  }
}
