import type { PublicPictures } from '../../source/pictures.ts'
import { asText, asTexts } from '../../util/as-text.ts'
import type { createCountFacts } from '../counts/count-facts.ts'
import type { Site } from '../../merge/merge-sources.ts'
import { resolvePlainText } from '../resolve-text.ts'
import { findSupportedLanguage } from '../../util/supported-language.ts'
import { listLocationContacts } from './locations.ts'
import { type Contacts, toContactLink } from '../text/contact-links.ts'
import type { TextContext } from '../text/findings.ts'

/**
 * Creates the context for resolving the texts of a site.
 * @param counts the counts that texts can cite
 */
export function createSiteText(
  { main, settings, facts, possiblyDefined }: Site,
  counts: ReturnType<typeof createCountFacts>,
  pictures: PublicPictures,
) {
  const contact: Contacts = {
    phone: toContactLink(settings.phone),
    email: toContactLink(settings.email),
    others: [...asTexts(settings.otherContacts), ...listLocationContacts(settings.locations)],
  }
  const text: TextContext = {
    facts: new Map([...facts, ...counts]),
    possiblyDefined,
    language: resolveLanguage(settings),
    contact,
    settings: new Map(),
    pictures,
    readings: new Map(),
  }
  // Settings can cite facts, and pages can cite settings.
  text.settings
    .set(
      'site.name',
      resolvePlainText(asText(settings.name), { source: main, path: ['site'] }, text),
    )
    .set('site.phone', contact.phone?.text ?? '')
    .set('site.email', contact.email?.text ?? '')
  return { ...text, contact }
}

/** Falls back to en-US if the language is invalid or unsupported, which is reported elsewhere. */
export const resolveLanguage = ({ language }: { language?: unknown }): string =>
  // For an unsupported language, Intl would use the locale of the machine.
  findSupportedLanguage(asText(language)) ?? 'en-US'
