import { listWrittenBlocks } from '../merge/written-blocks.ts'
import { locateChild, type SourceLocation } from '../problems/location.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { asText } from '../util/as-text.ts'
import { asRecord, type UnknownRecord } from '../util/records.ts'
import type { PageRule, SiteRule } from './types.ts'

/** Reports a person with a drawing for a photo. One that is a placeholder is listed as such. */
function checkPhoto({ photo, placeholder }: UnknownRecord, location: SourceLocation): Problem[] {
  if (placeholder === true || !asText(photo).endsWith('.svg')) return []
  const message = `The photo of a person is a drawing, ${asText(photo)}.`
  return [problemAt(locateChild(location, 'photo'), 'DRAWN_PORTRAIT', message)]
}

export const portraitPageRule: PageRule = (page, { raw }) =>
  listWrittenBlocks(raw, page.location, 'profile').flatMap(({ block, location }) =>
    checkPhoto(block, location),
  )

export const portraitSiteRule: SiteRule = ({ site: { navigation, main } }) =>
  checkPhoto(asRecord(asRecord(asRecord(navigation).footer).profile), {
    source: main,
    path: ['navigation', 'footer', 'profile'],
  })
