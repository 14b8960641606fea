import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright'

/**
 * Features that are off. This list replaces Playwright's, so it repeats what matters to pages. The
 * popups of the address bar load two documents in each new window, which takes much of its time.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'LensOverlay', 'MediaRouter', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/**
 * Flags that let Chromium run as root, without a GPU, and without background network requests, and
 * that lay out text as phones do: the headless shell rounds the widths of letters otherwise.
 */
export const chromiumArgs = [
  '--font-render-hinting=none',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${disabledFeatures.join()}`,
]

/** Names of executables. The headless shell comes first, because it loads pages faster. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** @returns The path of Chromium: from CHROMIUM_PATH, of Playwright, or of the system. */
export function findChromium(): string | undefined {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return configured
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  for (const name of systemNames) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0 && stdout.trim() !== '') return stdout.trim()
  }
  return undefined
}

/** Finds Chromium or installs it, from Playwright or, as root, from Debian. */
export async function ensureChromium(): Promise<string | undefined> {
  const found = findChromium()
  if (found) return found
  const failures: string[] = []
  for (const command of listInstallers()) {
    console.log(`Chromium is missing. Installing it: ${command}`)
    const failure = await runInstaller(command)
    const installed = findChromium()
    if (installed) return installed
    failures.push(`\`${command}\` failed:\n${failure ?? 'It succeeded, but there is no Chromium.'}`)
  }
  console.error(failures.join('\n\n'))
  return undefined
}

function listInstallers(): string[] {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const install = (name: string) => `apt-get install -y ${name}`
  // Older versions of Debian have no headless shell.
  const either = `{ ${install('chromium-headless-shell')} || ${install('chromium')}; }`
  const debian = `apt-get update && ${either}`
  return ['npx playwright install chromium', ...(isDebianRoot ? [debian] : [])]
}

/** Matches messages of apt-get about a lock on dpkg, the package lists or the archives. */
const lockMessage = /could not get lock|unable to (acquire|lock)/i

const execute = promisify(execFile)
type ExecutionError = Error & { stdout?: string; stderr?: string; killed?: boolean }

/**
 * Runs a shell command. While another process has locked Debian's package database, waits and runs
 * it again: apt-get's own `DPkg::Lock::Timeout` covers only one of the three locks.
 * @returns Why the command failed; undefined if it succeeded.
 */
export async function runInstaller(
  command: string,
  { timeoutMs = 5 * 60_000, retryMs = 5_000 } = {},
): Promise<string | undefined> {
  const deadline = Date.now() + timeoutMs
  // In English, so that lockMessage matches.
  const env = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }
  for (let waiting = false; ; waiting = true) {
    const timeout = Math.max(1, deadline - Date.now())
    try {
      await execute('sh', ['-c', command], { env, timeout, maxBuffer: 2 ** 26 })
      return undefined
    } catch (error) {
      const { stdout = '', stderr = '', killed, message } = error as ExecutionError
      if (!killed && lockMessage.test(stderr) && Date.now() + retryMs < deadline) {
        if (!waiting) console.log('The package database is locked by another process; waiting …')
        await sleep(retryMs)
        continue
      }
      if (killed) return `It was stopped after ${Math.round(timeoutMs / 1000)} s.`
      return stderr.trim() || stdout.trim() || message
    }
  }
}
