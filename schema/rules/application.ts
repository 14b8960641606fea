import { findNearestName } from '../validate/nearest-name.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import { resolveSchema } from '../validate/walk-schema.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './index.ts'

/** What needs a script, on a site that loads none. */
function checkAnalyticsScript({ merged: { settings, main } }: SiteRuleContext): Problem[] {
  if (settings.application !== false || settings.measuring === undefined) return []
  const measuring: SourceLocation = { source: main, path: ['site', 'measuring'], target: 'key' }
  return [
    problemAt(
      measuring,
      'NEEDS_APPLICATION',
      'Visits are counted by a script, and the site loads none.',
    ),
  ]
}

const checkScriptedBlocks: PageRule['check'] = (
  { route, data, location: { source, path } },
  { schema, settings },
) => {
  if (settings.application !== false) return []
  return data.blocks.flatMap((block, index) => {
    const { live, eager } = resolveSchema(schema, { $ref: '#/$defs/block' }, block) ?? {}
    const location: SourceLocation = { source, path: [...path, 'blocks', index, 'type'] }
    if (live || (eager && eager.after === undefined))
      return [
        problemAt(
          location,
          'NEEDS_APPLICATION',
          `The block "${block.type}" on ${route} needs a script to be useful, and the site loads none.`,
          { found: block.type },
        ),
      ]
    if (eager)
      return [
        problemAt(
          location,
          'LESS_WITHOUT_APPLICATION',
          `The block "${block.type}" on ${route} shows less on a site without scripts.`,
          { found: block.type },
        ),
      ]
    return []
  })
}

/** One picture for every page has to be there. */
function checkShareImage({ merged: { settings, main }, publicFiles }: SiteRuleContext): Problem[] {
  const { shareImages: file } = settings
  if (typeof file !== 'string' || !file.startsWith('/') || publicFiles.has(file)) return []
  const details = { found: file, suggestion: findNearestName(file, publicFiles) }
  return [
    problemAt(
      { source: main, path: ['site', 'shareImages'] },
      'PICTURE_MISSING',
      `There is no file public${file}.`,
      details,
    ),
  ]
}

export const applicationPageRules: PageRule[] = [
  { name: 'A site without scripts has no block that needs one', check: checkScriptedBlocks },
]

export const applicationRules: SiteRule[] = [
  { name: 'A site without scripts counts no visits', check: checkAnalyticsScript },
  { name: 'The picture of shared pages is there', check: checkShareImage },
]
