import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Flags that let Chromium run as root, without a graphics card and without asking the network for anything. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

const executableNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A Chromium on this machine: CHROMIUM_PATH, Playwright's own, or the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  for (const name of executableNames) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0 && stdout.trim() !== '') return stdout.trim()
  }
  return undefined
}

/** Finds a Chromium, or installs one: Playwright's, else Debian's when running as root. */
export function ensureChromium(): string | undefined {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium found; installing one for the browser tests …')
  for (const command of listInstallCommands()) {
    try {
      execFileSync('sh', ['-c', command], { stdio: 'ignore', timeout: 10 * 60_000 })
    } catch {
      continue
    }
    const installed = findChromium()
    if (installed) return installed
  }
  return undefined
}

function listInstallCommands(): string[] {
  const debianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  return [
    'npx playwright install chromium',
    ...(debianRoot ? ['apt-get update && apt-get install -y chromium'] : []),
  ]
}
