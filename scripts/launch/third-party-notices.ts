import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const noticesFile = 'THIRD-PARTY-NOTICES'

type PackageInfo = { name: string; version: string; license?: string; author?: unknown }

/**
 * Renders the licenses of the packages that a bundle contains, which must accompany it.
 * @param files the files in the bundle, as absolute paths
 */
export function renderNotices(files: Iterable<string>): string {
  const folders = new Set([...files].flatMap((file) => findPackage(file) ?? []))
  const notices = new Map<string, string>()
  for (const folder of folders) {
    const info = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageInfo
    const { name, version, license = 'unknown license' } = info
    notices.set(
      `${name} ${version}`,
      `${name} ${version} (${license})\n\n${readTexts(folder, info)}`,
    )
  }
  const all = [...notices].sort(([one], [other]) => (one < other ? -1 : 1))
  const title = 'The commands and the studio of Signpost contain parts of these packages.'
  return `${[title, ...all.map(([, notice]) => notice.trimEnd())].join(separator)}\n`
}

const separator = `\n\n${'-'.repeat(80)}\n\n`

/** Finds the folder of the package that a file belongs to. Packages may contain packages. */
function findPackage(file: string): string | undefined {
  const [, folder] =
    /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/')) ?? []
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined
}

/** Some packages only name their license. */
function readTexts(folder: string, { author }: PackageInfo): string {
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(entry.name),
  )
  if (names.length > 0)
    return names.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
  const named =
    typeof author === 'object' && author !== null && 'name' in author ? author.name : author
  return named === undefined ? 'It has no text of its license.' : `Copyright ${String(named)}`
}
