import { toTimes } from '../../../../schema/times/written-hours.ts'
import { findLanguageTag } from '../../../../schema/util/supported-language.ts'

/**
 * What people type as files have it, if they must: 09:00-17:30 for 9am-5:30pm, pl for Polish.
 * @param language of the site
 */
export function toWritten(text: string, pattern: string | undefined, language: string): string {
  const isValid = (each: string) => new RegExp(pattern ?? '', 'u').test(each)
  if (isValid(text)) return text
  const written = (isValid('en-US') && findLanguageTag(text, language)) || toTimes(text)
  return isValid(written) ? written : text
}
