import { findNearest } from '../nearest-name.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import { resolveSchema } from '../schema-walk.ts'
import type { PageRule, Rule, RuleContext } from './index.ts'

/** What needs a script, on a site that loads none. */
function checkSettings({ merged: { settings, main } }: RuleContext): Problem[] {
  if (settings.application !== false || settings.measuring === undefined) return []
  const measuring: Place = { source: main, path: ['site', 'measuring'], part: 'key' }
  return [
    problemAt(
      measuring,
      'NEEDS_APPLICATION',
      'Visits are counted by a script, and the site loads none.',
    ),
  ]
}

const checkBlocks: PageRule['check'] = (
  { route, data, place: { source, path } },
  { schema, settings },
) => {
  if (settings.application !== false) return []
  return data.blocks.flatMap((block, index) => {
    const { live, early } = resolveSchema(schema, { $ref: '#/$defs/block' }, block) ?? {}
    const place: Place = { source, path: [...path, 'blocks', index, 'type'] }
    if (live || (early && early.after === undefined))
      return [
        problemAt(
          place,
          'NEEDS_APPLICATION',
          `The block "${block.type}" on ${route} needs a script to be useful, and the site loads none.`,
          { found: block.type },
        ),
      ]
    if (early)
      return [
        problemAt(
          place,
          'LESS_WITHOUT_APPLICATION',
          `The block "${block.type}" on ${route} shows less on a site without scripts.`,
          { found: block.type },
        ),
      ]
    return []
  })
}

/** One picture for every page has to be there. */
function checkShareImage({ merged: { settings, main }, publicFiles }: RuleContext): Problem[] {
  const { shareImages: file } = settings
  if (typeof file !== 'string' || !file.startsWith('/') || publicFiles.has(file)) return []
  const details = { found: file, suggestion: findNearest(file, publicFiles) }
  return [
    problemAt(
      { source: main, path: ['site', 'shareImages'] },
      'PICTURE_MISSING',
      `There is no file public${file}.`,
      details,
    ),
  ]
}

export const ownApplicationRules: PageRule[] = [
  { name: 'A site without scripts has no block that needs one', check: checkBlocks },
]

export const applicationRules: Rule[] = [
  { name: 'A site without scripts counts no visits', check: checkSettings },
  { name: 'The picture of shared pages is there', check: checkShareImage },
]
