import { parseDocument, Parser, type CST } from 'yaml'
import { openSource } from '../../schema/source/parse-file.ts'
import { readSiteSources } from '../../schema/source/read-site-sources.ts'
import { specVersion } from '../../schema/validate/spec-version.ts'
import { asRecord } from '../../schema/util/records.ts'
import { readSiteText, type FileChange } from './text-edits.ts'
import { applyOperations } from './apply-operations.ts'
import { UserError } from '../shared/user-error.ts'
import { migrations, type Migration } from './migrations.ts'

export type MigrationPlan = {
  /** The version that the site states; undefined if it states none. */
  from?: number
  changes: FileChange[]
  /** The migrations that change something. */
  applied: Migration[]
  /** Comments that no edit can keep, because what they explain goes. */
  lostComments: { file: string; text: string }[]
  /** What an edit would change elsewhere, too: a sentence each. */
  byHand: string[]
}

/**
 * Plans how a site becomes one of the current version, and writes nothing.
 * @param dir the site's folder
 * @throws UserError if the site is newer than this program, or a file is not valid YAML
 */
export async function planMigration(dir: string): Promise<MigrationPlan> {
  const { sources, problems } = await readSiteSources(dir, async (path, file) =>
    openSource(path, file),
  )
  const [broken] = problems.filter(
    ({ severity, code }) => severity === 'error' && code !== 'DUPLICATE_KEY',
  )
  const [main] = sources
  if (!main) throw new UserError(`There is no pages.yaml in ${dir}.`)
  if (broken)
    throw new UserError(
      `${broken.file}${broken.line === undefined ? '' : `:${broken.line}:${broken.column}`} cannot be read: ${broken.message} Correct it first.`,
    )
  const { spec } = asRecord(main.value)
  const from = typeof spec === 'number' ? spec : undefined
  if (from !== undefined && from > specVersion)
    throw new UserError(
      `The site is written in version ${from} of the spec language, and this Signpost reads version ${specVersion}. Install a newer one: npm install signpost@latest`,
    )
  const due = migrations.filter(({ to }) => to > (from ?? 1))
  const applied = new Set<Migration>()
  const changes: FileChange[] = []
  const byHand: string[] = []
  for (const { file } of sources) {
    const before = await readSiteText(dir, file)
    let after = before
    for (const migration of due) {
      const operations = migration.plan(parseDocument(after).toJS())
      if (operations.length === 0) continue
      try {
        after = applyOperations(file, after, operations)
        applied.add(migration)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        const reason = error.message.replace(' Nothing was written.', '')
        byHand.push(`${reason} Change it yourself: ${migration.summary}`)
      }
    }
    if (file === main.file) after = stateVersion(file, after)
    if (after !== before) changes.push({ file, before, after })
  }
  return {
    from,
    changes,
    applied: migrations.filter((each) => applied.has(each)),
    lostComments: changes.flatMap(listLostComments),
    byHand,
  }
}

function stateVersion(file: string, text: string): string {
  const value = asRecord(parseDocument(text).toJS())
  if (value.spec === specVersion) return text
  const before = Object.keys(value).find((key) => key !== 'spec')
  return applyOperations(file, text, [{ kind: 'set', path: ['spec'], value: specVersion, before }])
}

function listLostComments({ file, before, after }: FileChange): MigrationPlan['lostComments'] {
  const kept = listComments(after)
  return listComments(before).flatMap((text) => {
    const index = kept.indexOf(text)
    if (index === -1) return [{ file, text }]
    kept.splice(index, 1)
    return []
  })
}

/** Lists the comments of a YAML text. */
function listComments(text: string): string[] {
  const found: string[] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, source } = node as CST.SourceToken
    if (type === 'comment') found.push(source)
    for (const each of Object.values(node)) collect(each)
  }
  for (const token of new Parser().parse(text)) collect(token)
  return found
}
