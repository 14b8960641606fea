/**
 * Runs scripts with V8's code cache, so that a large bundle need not be compiled at each start of
 * each thread. Node's `module.enableCompileCache` does this for modules, but needs Node 22.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { threadId } from 'node:worker_threads'

/** V8 rejects compiled code from another version of Node or with other options. */
const runtimeHash = createHash('sha256')
  .update([process.version, process.arch, ...process.execArgv, process.env.NODE_OPTIONS].join('\n'))
  .digest('hex')
  .slice(0, 8)

/**
 * Evaluates a script, reading its compiled code from the cache or saving it there at exit.
 * @param {string} source an expression
 * @param {string} filename the file name in stack traces
 * @param {string} cacheFile where to save the compiled code, without extension. The name must
 *   contain a hash of the source, since V8 only compares source lengths.
 * @returns {any} the value of the expression
 */
export function runWithCodeCache(source, filename, cacheFile) {
  const file = `${cacheFile}.${runtimeHash}.bin`
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

/**
 * Writes a temporary file and renames it, so that a killed process leaves no partial file.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
export function writeFileAtomicSync(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  const temporaryFile = `${file}-${process.pid}-${threadId}.tmp`
  writeFileSync(temporaryFile, content)
  renameSync(temporaryFile, file)
}

/** @type {{ script: Script, file: string }[]} */
const pendingScripts = []

/**
 * Saves at exit, when every function that ran has been compiled.
 * @param {Script} script
 * @param {string} file
 */
function saveCodeCacheAtExit(script, file) {
  if (pendingScripts.length === 0) {
    // Otherwise V8 discards the bytecode of functions that only run at startup.
    setFlagsFromString('--no-flush-bytecode')
    process.once('exit', saveCodeCaches)
  }
  pendingScripts.push({ script, file })
}

function saveCodeCaches() {
  const { SIGNPOST_CACHE: folder } = process.env
  // The folder was temporary and has been deleted.
  if (folder !== undefined && !existsSync(folder)) return
  // Restore the default: V8 compares flags when it loads the cache.
  setFlagsFromString('--flush-bytecode')
  for (const { script, file } of pendingScripts) {
    try {
      writeFileAtomicSync(file, script.createCachedData())
    } catch {
      // The file system is read-only, so every start compiles.
    }
  }
}
