import { error, note, warning } from './define-code.ts'

/** Problems that search engines and the public would see. */
export const publishingCodes = {
  SPARSE_STRUCTURED_DATA: note(
    'The settings leave out something that Google recommends to say about a business.',
    'Add the values that are known to site.business.',
    'derived-data',
  ),
  UNPRINTED_STRUCTURED_DATA: warning(
    'Structured data says something that its page does not print.',
    'Print it on the page, use words that the page prints, or delete the value.',
    'derived-data',
  ),
  UNDRAWABLE_LETTERS: warning(
    'A share image or an icon leaves out letters that its fonts lack. They have the Latin, Cyrillic and Greek ones.',
    'Draw the image yourself: put it into public/ and name it under shareImages, or icons as favicon.svg there. Or set shareImages or icons to none.',
  ),
  ADDRESS_GONE: error(
    'An address that was published does not exist on this site anymore.',
    'Add it to the aliases of the page that replaces it.',
    'secondary',
    'missing-page',
    'gone-address',
  ),
  ANCHOR_GONE: warning(
    'An anchor that other pages have linked to is gone.',
    'Give the block its old id, such as id: prices.',
    'gone-address',
  ),
  ALIAS_OF_UNLISTED_PAGE: warning(
    'An alias redirects to a page that search engines must not list.',
    'Move the alias to a page that they may list, or delete it.',
  ),
  INVALID_ADDRESSES_FILE: error(
    'addresses.gen.json, which holds the published addresses, cannot be read.',
    'Restore the file from version control.',
  ),
  BROKEN_PROMISE: warning(
    'The text of a link names a price, a time or a place, but the page that it leads to has a different one.',
    'Cite the same fact on both pages, or link to the page that says it.',
  ),
  UNSETTLED_PROMISE: note(
    'Pages that link to each other print different readings of a fact.',
    'Ask the owner which reading is right, then write settled: and its name in the fact.',
  ),
  UNSETTLED_TOTAL: note(
    'Pages print another total than the tariff gives for the same errand.',
    'Ask the owner which is right: npm run facts -- --worksheet has a question for each.',
  ),
  UNSETTLED_FACT: note(
    'A page prints a fact whose readings differ, and the owner has not settled which is right.',
    'Ask the owner, then add settled: to the fact, with the name of the right reading.',
  ),
  MISSING_EVIDENCE: note(
    'A page prints a claim that has no evidence.',
    'Add evidence: { source, checked } to the fact or the reading, or delete the claim.',
  ),
  EVIDENCE_EXPIRING: warning(
    'The evidence for a fact expires within 30 days.',
    'Check it again, then update checked and until.',
  ),
  EVIDENCE_EXPIRED: warning(
    'The evidence for a fact has expired.',
    'Check it again, then update checked and until, or correct the value.',
  ),
  FORBIDDEN_STATEMENT: error(
    'A text has words that the statements of the site forbid.',
    'Reword it.',
  ),
  MISSING_STATEMENT: error(
    'A page does not show a text that the statements of the site require.',
    'Add the text to the page, or to the footer of all pages.',
  ),
  INVALID_PATTERN: error(
    'A pattern of a forbidden statement is not valid.',
    'Write whole words, or a regular expression between slashes: /cheap(er|est)?/.',
  ),
  STATEMENT_WITHOUT_PAGES: warning(
    'A required statement applies to no page.',
    'Check the kinds and addresses, or delete the statement.',
  ),
  LOW_CONTRAST: warning(
    'On the ground of the theme, only black or only white can be read, so that links have no color.',
    'Choose a lighter or a darker ground.',
  ),
  LATER_ARTICLE: note(
    'An article is published on a day to come, and hidden until then.',
    'To show it now, write an earlier day. To build the site of that day, use --now.',
  ),
  UNFILLED_PLACEHOLDER: error(
    'Something is marked as a placeholder, and the published site is not complete without it.',
    'Type the real content and delete placeholder: true.',
  ),
  UNAPPROVED: note(
    'A fact or a statement asks for an approval that its value does not have.',
    'Send the file that npm run facts -- --review writes, and take the answer back with --answers.',
  ),
  REJECTED: warning(
    'Somebody has rejected the value of a fact, or a statement.',
    'Change it as the comment says, and ask again.',
  ),
  UNPROVEN_REVIEW: note(
    'The published site leaves out a review, since nothing proves it.',
    'Fill in permission, checked, and source or address, or delete the row.',
  ),
  PLACEHOLDER: note(
    'Something is marked as a placeholder.',
    'Type the real content and delete placeholder: true.',
  ),
}
