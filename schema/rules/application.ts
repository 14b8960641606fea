import { suggestName } from '../validate/nearest-name.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { resolveSchema } from '../validate/walk-schema.ts'
import { type SourceLocation, locateChild } from '../problems/location.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'

/** Checks that a site with analytics loads scripts. */
function checkAnalyticsScript({ site: { settings, main } }: SiteRuleContext): Problem[] {
  if (settings.application !== false || settings.analytics === undefined) return []
  const analytics: SourceLocation = { source: main, path: ['site', 'analytics'], target: 'key' }
  const message = 'Counting visits needs a script, but this site has application: false.'
  return [problemAt(analytics, 'NEEDS_JAVASCRIPT', message)]
}

/** Blocks do not need scripts on a site without them. */
const checkScriptedBlocks: PageRule = ({ route, data, location: page }, { schema, settings }) => {
  if (settings.application !== false) return []
  return data.blocks.flatMap((block, index) => {
    const { live, eager } = resolveSchema(schema, 'block', block) ?? {}
    const location = locateChild(page, 'blocks', index, 'type')
    const name = `The block "${block.type}" on ${route}`
    const details = { found: block.type }
    if (live || (eager && eager.after === undefined && !eager.optional)) {
      const message = `${name} needs a script, but this site has application: false.`
      return [problemAt(location, 'NEEDS_JAVASCRIPT', message, details)]
    }
    const message = `${name} shows less without a script.`
    return eager ? [problemAt(location, 'LIMITED_WITHOUT_JAVASCRIPT', message, details)] : []
  })
}

/** Checks that the file named by the setting shareImages exists. */
function checkShareImage({ site: { settings, main }, publicFiles }: SiteRuleContext): Problem[] {
  const { shareImages: file } = settings
  if (typeof file !== 'string' || !file.startsWith('/') || publicFiles.has(file)) return []
  const at = { source: main, path: ['site', 'shareImages'] }
  const details = { found: file, ...suggestName(file, publicFiles) }
  return [problemAt(at, 'PICTURE_NOT_FOUND', `The file public${file} does not exist.`, details)]
}

export const applicationPageRules: PageRule[] = [checkScriptedBlocks]

export const applicationRules: SiteRule[] = [checkAnalyticsScript, checkShareImage]
