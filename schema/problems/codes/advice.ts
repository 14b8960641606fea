import { error, note, warning } from './define-code.ts'

/** Pages that can be built, but would serve visitors or search engines badly. */
export const adviceCodes = {
  TITLE_TOO_LONG: warning(
    'A title is longer than 60 characters. Search engines will truncate it.',
    'Shorten it.',
  ),
  DESCRIPTION_TOO_LONG: warning(
    'A description is longer than 155 characters. Search engines will truncate it.',
    'Shorten it.',
  ),
  DESCRIPTION_WITHOUT_BUSINESS: warning(
    'A description does not say who offers what, or where: it names neither the business nor the service nor a place.',
    'Name the service, the town or the business in it.',
  ),
  GARBLED_TEXT: warning(
    'A text contains characters that were garbled by a wrong encoding (\u00c3\u00a9 instead of \u00e9), or invisible ones.',
    'Write the character that was meant, and save the file as UTF-8.',
  ),
  UNFINISHED_TEXT: warning(
    'A text is a reminder or filler, such as "TODO" or "lorem ipsum", or a picture is described by its file name.',
    'Write the text. If it has to wait, mark the page with placeholder: true.',
  ),
  MISSING_WORDS: warning(
    'Signpost has no words for the header, the footer and the buttons of blocks in the language of the site, or the tariff has none in the language of a page.',
    'Write them under words in the settings. Until then, visitors read them in English.',
  ),
  MISSING_TRANSLATION: warning(
    'A page has no translation into another language of the site.',
    'Translate it. If only some pages need a translation, list them under pages: of that language.',
  ),
  UNTRANSLATED_TABLE: warning(
    'A page in another language prints a table of prices whose headings or names are in the language of the site.',
    'Add them to the fact under tableWords, by language.',
  ),
  OUTDATED_TRANSLATION: warning(
    'The original of a translation has changed since it was translated, or there is no record of the original.',
    'Compare the two, change the translation, and run: npm run check -- --accept-translation all.',
  ),
  UNCITED_FIGURE: warning(
    'A price or percentage is typed into a text.',
    'Add it to facts and cite it as ${name}.',
  ),
  UNSTATED_HOLIDAY: warning(
    'The settings have opening hours, but do not say whether they hold on a public holiday in the next 60 days.',
    'Add it under specialDays in site.business, or one entry for all public holidays.',
  ),
  CONTRADICTED_HOURS: warning(
    'A text or a fact states other opening hours than business.hours.',
    'Correct one of them. If it is about something else, such as emergencies or booking online, say so in the text or in its label.',
  ),
  SIMILAR_CONTACT: error(
    "A phone number or email address differs from the site's own in a character or two.",
    "Write ${site.phone}, ${site.email}, tel: or mailto: for the site's own.",
  ),
  WRITTEN_OUT_CONTACT: warning(
    "The site's phone number or email address is typed into a text or a link.",
    'Write ${site.phone}, ${site.email}, tel: or mailto: instead.',
  ),
  UNKNOWN_CONTACT: warning(
    "A phone number or email address is not the site's own, and may be an old one.",
    "Cite the site's own. List those of others in otherContacts under site.",
  ),
  PICTURE_TOO_SMALL: warning(
    'A picture is smaller than its display size and would look blurry.',
    'Use a larger picture, ideally twice the display width.',
  ),
  UNDESCRIBED_PICTURE: error(
    'A picture has no description for people who cannot see it, or a decorative picture has one.',
    'Write in alt what the picture shows. If it only decorates, write decorative: true and an empty alt.',
  ),
  UNLISTED_ARTICLE: warning(
    'No page lists an article: no page above its route has a block of type posts.',
    'Move it below the page that lists articles, for example to /blog/my-article.',
    'unused',
    'missing-name',
  ),
  UNLINKED_PAGE: warning(
    'Search engines may list a page, but no link leads them there: none on another listed page, in the header or in the footer.',
    'Link to it. If only people who have its address should find it, add noindex: true.',
  ),
  VAGUE_LINK: warning(
    'The text of a link does not say where it goes. Screen readers read links without their context.',
    'Name what the visitor finds there, such as "wills and trusts" or "all prices".',
  ),
  LISTED_PPC_PAGE: warning(
    'The header or the footer links to a ppc page, which only paid ads should lead to.',
    'Link to another page, such as a landing page about the same service.',
  ),
  NOINDEX_IN_SITEMAP: warning(
    'The sitemap listed a page when its date was recorded, but now noindex or kind: ppc keeps search engines from listing it.',
    'Delete noindex, or use another kind. If search engines should forget the page, run npm run check -- --record.',
  ),
  NOINDEX_IN_MENU: warning(
    'The header leads to a page that search engines must not list (noindex).',
    'Delete noindex, or take the page out of the menu.',
  ),
  LINK_WITH_OWN_ORIGIN: warning(
    "A link to this site is written with the site's origin, so its target is not checked.",
    'Write only the path.',
  ),
  LINK_TO_ALIAS: warning(
    'A link leads to an alias, which redirects.',
    'Link to the route of the page.',
  ),
  NEAR_DUPLICATE: warning(
    'Two pages have nearly the same text, not counting place names.',
    'Write what is unique to each page, or merge the two pages.',
  ),
  THIN_PAGE: note(
    'At least half of a page for searches is on other pages, too: one that offers a service, is about a town, or comes from a set. Search engines leave such pages out.',
    'Write what holds for this page alone: a case, a place, a question, facts of its own. Or merge it with another page: npm run delete -- /THIS --to /OTHER.',
  ),
  COMPETING_PAGES: note(
    'Pages that search engines may list offer the same service in the same language and towns, so they compete for the same searches.',
    'Merge them: npm run delete -- /ONE --to /OTHER makes the address an alias and moves every link. Or say in service: what is different.',
  ),
  UNDATED_CHANGE: warning(
    'Pages have changed since their dates were recorded, so the sitemap has no dates for them.',
    'Run npm run check -- --record.',
  ),
  REPEATED_TITLE: warning(
    'Two pages have the same title, which the site allows (sharedTitles).',
    'Write titles that say what is unique to each page.',
  ),
  REPEATED_HEADING: warning(
    'Two pages that search engines may list have the same main heading, so they compete for the same searches.',
    'Write headings that say what is unique to each page, or merge the pages.',
  ),
  LIMITED_WITHOUT_JAVASCRIPT: warning(
    'A block shows more with a script, but the site loads none (application: false).',
    'Ignore this if what the block shows without a script is enough. Otherwise, delete application: false.',
  ),
  TAG_CONTAINER: note(
    'A container of Google Tag Manager loads what others put into it. Pages allow Google Analytics and Google Ads, and no scripts that are written in a tag (Custom HTML).',
    'Under allowOrigins, list the origins that its other tags load from, or scripts: [] if there are none.',
  ),
  PLANNED_ROUTE: note(
    'Links lead to a planned route. Until you write the page, visitors see a short message there.',
    'Write the page, then delete it from planned.',
  ),
}
