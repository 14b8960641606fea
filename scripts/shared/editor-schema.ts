import { localizeCommands } from '../launch/commands.mjs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { buildEditorSchema } from '../../schema/editor/build-editor-schema.ts'
import { collectSiteValues } from '../../schema/editor/collect-site-values.ts'
import { writeFileAtomicSync } from '../../schema/util/file-cache.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import type { ReadSite } from '../prerender/run/run.ts'
import { pathExists } from './path-exists.ts'

/** The schema that editors read, in a site's folder. */
const editorSchemaFile = '.signpost/editor.json'

/** The first line of a site's file, which tells editors where the schema is. */
export const formatSchemaLine = (file: string): string =>
  `# yaml-language-server: $schema=${relative(dirname(file), editorSchemaFile).replaceAll('\\', '/')}`

/** What this process wrote last. Most saves do not change it. */
let last: { path: string; schema: Schema; values: string } | undefined

/**
 * Writes the schema that editors read into a site's folder, if it is not up to date there.
 * @param checked left out if the site has not been read. What editors already know about it is
 *   kept.
 */
export async function writeEditorSchema(site: string, checked?: ReadSite): Promise<void> {
  const path = join(site, editorSchemaFile)
  const exists = await pathExists(path)
  // Without pages.yaml, nothing else is known about the site.
  const isReadable = checked?.resolved.site.main.value !== undefined
  if (exists && !isReadable) return
  const schema = isReadable ? checked.resolved.schema : loadSchema()
  const known = isReadable ? collectSiteValues(checked) : undefined
  const values = JSON.stringify(known)
  if (exists && last?.path === path && last.schema === schema && last.values === values) return
  const text = JSON.stringify(buildEditorSchema(schema, known))
  await replaceFile(path, `${localizeCommands(text)}\n`)
  last = { path, schema, values }
}

async function replaceFile(path: string, text: string): Promise<void> {
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return
    await mkdir(dirname(path), { recursive: true })
    // Never replaces a .gitignore: the folder may have other files.
    await writeFile(join(dirname(path), '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {})
    writeFileAtomicSync(path, text)
  } catch {
    // The schema is an aid: a site in a read-only folder can still be checked.
  }
}
