/**
 * `npm run import`: writes an old site as a new one. Every old address becomes a page, a redirect
 * or a deliberate 410, and the report lists what could not be taken.
 */
import { join } from 'node:path'
import { explainUnbuilt, formatImport } from './import/format-import.ts'
import { assertNoFolder, importSite, reportFile } from './import/import-site.ts'
import { useBuiltSite } from './import/proof/built-site.ts'
import { formatProof } from './import/proof/format-proof.ts'
import { proveImport, toProofSource } from './import/proof/prove-import.ts'
import { readSource } from './import/sources/read-source.ts'
import { withProgress } from './prerender/run/show-progress.ts'
import { siteOptions } from './shared/options.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { printText } from './report/print-report.ts'
import { UserError } from './shared/user-error.ts'

export const command = defineCommand({
  name: 'import',
  forms: ['SOURCE DIR', '--check SOURCE'],
  arguments: {
    SOURCE: 'A folder of HTML files, the address of a running site, or an export of WordPress.',
    DIR: 'The folder of the new site, which does not exist yet.',
  },
  options: {
    check: {
      value: 'SOURCE',
      help: 'Write nothing, and compare the site with the old one again.',
    },
    site: siteOptions.site,
    limit: {
      value: 'NUMBER',
      help: 'How many addresses of a running site are read.',
      default: '2000',
      parse: parseLimit,
    },
    language: {
      value: 'TAG',
      help: 'The language of the site, such as de or en-GB. Derived from the old site by default.',
    },
    country: {
      value: 'CODE',
      help: 'The country of the site, such as GB, for its phone numbers and prices. Derived by default.',
    },
    uploads: {
      value: 'FOLDER',
      help: 'The copy of wp-content/uploads of a WordPress site. Default: uploads beside the export.',
    },
  },
  examples: {
    'old-site ../plumber': 'Write the pages of a folder of HTML files as a site.',
    'http://localhost:8080 ../plumber --limit 500':
      'The same for a running site: its sitemap, and all links.',
    'export.xml ../plumber --uploads backup/uploads': 'The same for a WordPress site.',
    'old-site ../plumber --language de --country AT':
      'Say what the old site does not: its language and its country.',
    '--check ../old-site': 'List what is on the old site, and not on the one in this folder.',
  },
  async run({ uploads, limit, check, site, language, country }, [source, dir, ...more]) {
    if (check !== undefined) {
      if (source !== undefined) throw new UsageError('--check takes no other argument')
      const old = await readSource(check, { uploads, limit })
      const proof = await withProgress((onProgress) =>
        useBuiltSite(
          site,
          async (built) => {
            if (!built) throw new UserError(explainUnbuilt(site))
            return proveImport(toProofSource(old, check, uploads), built, onProgress)
          },
          onProgress,
        ),
      )
      printText(formatProof(proof))
      return proof.differences.length === 0 ? 0 : 1
    }
    if (source === undefined || dir === undefined || more.length > 0)
      throw new UsageError('Name the old site and the folder of the new one')
    await assertNoFolder(dir)
    const result = await withProgress(async (onProgress) => {
      onProgress('reading')
      const old = await readSource(source, { uploads, limit })
      const proof = toProofSource(old, source, uploads)
      return importSite(old, { source, proof, language, country, onProgress }, dir)
    })
    printText(formatImport(result, dir, join(dir, reportFile)))
    return result.answers.some(({ isUnanswered }) => isUnanswered) ? 1 : 0
  },
})

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit > 0) return limit
  throw new UsageError(`--limit must be a number such as 5000, not "${text}"`)
}

runCommand(import.meta.url, command)
