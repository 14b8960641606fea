/** The severity, cause and usual fix of every problem. Published in errors.gen.md. */
export type Severity = 'error' | 'warning' | 'note'
type ProblemCodeEntry = { severity: Severity; cause: string; fix: string }

const error = (cause: string, fix: string): ProblemCodeEntry => ({ severity: 'error', cause, fix })
const warning = (cause: string, fix: string): ProblemCodeEntry => ({
  severity: 'warning',
  cause,
  fix,
})
const note = (cause: string, fix: string): ProblemCodeEntry => ({ severity: 'note', cause, fix })

export const problemCodes = {
  // Reading
  FILE_NOT_FOUND: error(
    'The site folder has no pages.yaml.',
    'Check the folder passed with --site, or create pages.yaml in it.',
  ),
  FILE_UNREADABLE: error(
    'A file exists but cannot be read.',
    'Check that it is a regular file and that you have permission to read it.',
  ),
  FILE_TOO_LARGE: error(
    'A file is larger than 1 MiB.',
    'Split it: move some pages to another file and include that file.',
  ),
  NOT_UTF8: error(
    'A file contains bytes that are not valid UTF-8.',
    'Save it again with the encoding UTF-8.',
  ),
  YAML_SYNTAX: error(
    'The file is not valid YAML.',
    'Check the line shown. The usual causes are indentation, quotes and colons.',
  ),
  EMPTY_FILE: warning(
    'A file is empty or contains only comments.',
    'Add content, or delete the file.',
  ),
  TRUNCATED_TEXT: error(
    'YAML reads part of a text as syntax: a # after a space, or a & or ! at the start.',
    'Put quotes around the text, or | before text with several lines. If it is a comment, add a space after the #.',
  ),
  CONTROL_CHARACTER: error(
    'A text contains an invisible control character, or half of a character, as it is or escaped ("\\0", "\\uD800").',
    'Delete it. If you do not see it, type the words around it again.',
  ),
  NESTED_TOO_DEEPLY: error(
    'Lists or maps are nested more than 100 levels deep.',
    'Delete the extra brackets or dashes.',
  ),
  NOT_INCLUDED: warning(
    'No file includes a YAML file in pages/.',
    'Include it in pages.yaml. Patterns such as pages/*.yaml only match files that end in .yaml.',
  ),
  INVALID_BLOCK: error(
    "A block in the site's own folder blocks/ is incomplete, its schema is wrong, or Signpost has a block of that name.",
    'Correct it, or start again with `npm run new -- block NAME --site DIR`, which writes a complete block.',
  ),
  TOO_MANY_ALIASES: error(
    'YAML aliases (*name) repeat so much data that the file could exhaust memory.',
    'Write out the data, or use fewer aliases.',
  ),
  DUPLICATE_KEY: error('A property is defined twice.', 'Delete one of the two.'),
  DUPLICATE_ROUTE: error(
    'Two entries have the same route.',
    'Delete one of them, or change its route.',
  ),
  DUPLICATE_FILE: error(
    'Two files define several of the same routes or facts, so one is likely a copy of the other.',
    'Delete one of the files, or rename what it defines.',
  ),
  DUPLICATE_FACT: error(
    'Two files define the same fact.',
    'Delete one of them, or combine them into one fact with two readings.',
  ),
  MISSING_INCLUDE: error(
    'pages.yaml has no pages and includes no file, although there are files in pages/.',
    'Add include: [pages/*.yaml].',
  ),
  INCLUDE_NOT_FOUND: error(
    'An included file does not exist.',
    'Correct the name, or delete the line.',
  ),
  INCLUDE_CYCLE: error(
    'A file includes itself, directly or through other files.',
    'Delete one of the includes in the cycle.',
  ),
  INCLUDE_OUTSIDE: error(
    'An included file or a file of rows is outside the site folder.',
    "Move the file into the site's folder.",
  ),
  ROWS_NOT_FOUND: error(
    'The file with the rows of a set does not exist.',
    "Correct the name. It is relative to the site's folder: data/towns.csv.",
  ),
  ROWS_UNREADABLE: error(
    'A file of rows has an unsupported format, or is not a list of rows.',
    'Save the table as CSV (UTF-8), or write a list in YAML or JSON.',
  ),
  UNMATCHED_CSV_QUOTE: error(
    'The quotes in a CSV file do not match.',
    'Close the quote. Inside a quoted cell, write quotes twice: "12"" wheel".',
  ),
  CELL_COUNT_MISMATCH: error(
    'A row of a CSV file does not have one cell for each heading.',
    'Put quotes around a cell that contains a comma, or add the missing cells.',
  ),
  INVALID_COLUMN_NAME: error(
    'A column has no heading, or the same heading as another column.',
    'Give every column a unique heading.',
  ),
  // Shape
  UNKNOWN_BLOCK: error(
    'A block has a type that does not exist.',
    'Use one of the block types. If you have just added the block, run npm run generate.',
  ),
  UNKNOWN_PROPERTY: error('A property is not allowed here.', 'Correct its name, or delete it.'),
  UNKNOWN_KIND: error('A page has a kind that does not exist.', 'Use one of the kinds.'),
  UNKNOWN_ICON: error('An icon does not exist.', 'Use one of the icons.'),
  UNKNOWN_VALUE: error(
    'A value is not one of the allowed values.',
    'Use one of the allowed values.',
  ),
  MISSING_PROPERTY: error('A required property is missing.', 'Add it.'),
  WRONG_TYPE: error(
    'A value has the wrong type, for example a number instead of text.',
    'Write a value of the expected type. Put quotes around a number that is meant as text.',
  ),
  INVALID_FORMAT: error(
    'A value does not have the required format.',
    'Write it in the format shown.',
  ),
  INVALID_ROUTE: error(
    'A path is not a valid route.',
    'Start with /, do not end with /, and use lowercase letters, digits and hyphens.',
  ),
  OUT_OF_RANGE: error(
    'A number is too small or too large.',
    'Use a number within the limits shown.',
  ),
  EMPTY_BLOCKS: error('A page has no blocks.', 'Add at least one block.'),
  LIST_TOO_SHORT: error('A list has too few entries.', 'Add an entry, or delete the list.'),
  LIST_TOO_LONG: error('A list has too many entries.', 'Delete some of them.'),
  LENGTH_MISMATCH: error(
    'A list must be as long as another list, for example a row with one cell per column.',
    'Add the missing entries, or delete the extra ones.',
  ),
  EMPTY_TEXT: error('A text is empty.', 'Write the text, or delete the property.'),
  MISSING_SETTINGS: error('pages.yaml has no site or no navigation.', 'Add it.'),
  MISPLACED_SETTINGS: error(
    'An included file contains site or navigation.',
    'Move it to pages.yaml.',
  ),
  // Meaning
  UNKNOWN_FACT: error(
    'A cited fact is not in the ledger.',
    'Correct the name, or add the fact under facts.',
  ),
  UNKNOWN_COUNT: error(
    'A text counts a table, a list or an address that does not exist.',
    'Write ${count:towns} for data/towns.csv, ${count:/towns} for the pages below an address, ${count:#id} for the list in a block of this page, or ${count:this} for the one in the same block.',
  ),
  UNKNOWN_READING: error('A fact does not have this reading.', 'Use one of its readings.'),
  INVALID_CITATION: error(
    'A citation has the wrong format.',
    'Write ${name}, ${name.reading}, ${name|number}, ${name|words} or ${count:name}.',
  ),
  DOUBLED_UNIT: warning(
    'A unit is written beside a fact that prints it, as in $${price} or ${time} hours.',
    'Delete the unit beside the fact, or write ${name|number}.',
  ),
  UNKNOWN_VARIABLE: error(
    'A text contains an unknown variable in braces.',
    'Use one of the variables of the property, or remove the braces.',
  ),
  FACT_VALUE_OR_READINGS: error(
    'A fact has neither a value nor readings, or has both.',
    'Give it either a value or readings.',
  ),
  MARKDOWN_IN_TEXT: warning(
    'A plain text contains Markdown, which appears on the page literally.',
    'Remove the Markdown, or use a property that supports it.',
  ),
  HTML_IN_TEXT: warning(
    'A plain text contains HTML, such as &amp; or <br>, which appears on the page literally.',
    'Write the character itself, such as &, and delete tags.',
  ),
  MALFORMED_MARKDOWN: error(
    'A text has Markdown with a mistake, such as [text] (/path) or ** strong**, which appears on the page literally.',
    'Write [text](/path) without a space between the brackets, and **strong** without spaces inside the asterisks.',
  ),
  INVALID_MARKDOWN: error(
    'A text uses Markdown that is not supported here: HTML, pictures, code, quotes or headings.',
    'Use only paragraphs, emphasis, links and lists.',
  ),
  PICTURE_NOT_FOUND: error(
    'A picture is not in public/.',
    'Add the file to public/, or correct its name.',
  ),
  INVALID_PICTURE: error(
    'A file is not a valid picture.',
    'Save it again as JPEG, PNG, WebP or SVG.',
  ),
  UNSAFE_URL: error(
    'A link could run a script or open something other than a page.',
    'Link to a path, https:, tel: or mailto:.',
  ),
  INVALID_LINK: error(
    'A link is not a path, an anchor or a full URL.',
    'Start it with /, # or https://.',
  ),
  BROKEN_LINK: error(
    'A link leads to a page or file that does not exist.',
    'Correct the path. If you will write the page later, list it under planned.',
  ),
  BROKEN_ANCHOR: error(
    'A link ends with an #anchor that the page does not have.',
    'Correct it, or add the id to a block.',
  ),
  DUPLICATE_ANCHOR: error('An id is used twice on a page.', 'Rename one of them.'),
  ALIAS_COLLISION: error(
    'An alias would overwrite something else of the site, at least on some disks or hosts.',
    'Delete the alias, or rename the other one.',
  ),
  PLANNED_COLLISION: error('A planned route already has a page.', 'Delete it from planned.'),
  PUBLIC_COLLISION: error(
    'A file in public/ would overwrite something else of the site, at least on some disks or hosts.',
    'Rename it, or delete it.',
  ),
  SECRET_FILE: error(
    'A file in public/ seems to hold passwords, keys, a database or the history of a repository.',
    'Move it out of public/. If it was ever published, replace its passwords and keys. If visitors should have it, put it into a .zip file.',
  ),
  LINK_OUTSIDE: error(
    "A symbolic link in public/ leads out of the site's folder.",
    'Copy what should be published into public/, and delete the link.',
  ),
  INVALID_FILE_NAME: error(
    'A file in public/ has a name that no address can have.',
    'Rename it: use letters, digits, hyphens and dots.',
  ),
  HIDDEN_FILE: warning(
    'Files or folders in public/ whose names start with a dot are not published, except /.well-known.',
    'Delete them, or rename those that visitors should have.',
  ),
  INVALID_DATES_FILE: error(
    'dates.gen.json is not valid.',
    'Restore it from version control. If you delete it, every page gets a new date.',
  ),
  WRONG_HOME_KIND: error(
    'The page / is not of kind home, or another page is.',
    'Use kind: home for the page / and no other page.',
  ),
  WRONG_UNIT: error(
    'A fact has the wrong unit for this property, such as months for a price.',
    'Cite a fact with the right unit.',
  ),
  RESERVED_NAME: error('A fact or a route has a reserved name.', 'Choose another name.'),
  MISSING_SERVICE_AREA: error(
    'The setting location, or a map, needs a service area, but business has no position or radius.',
    'Add latitude, longitude and areaServed with a radius to business, or delete location.',
  ),
  MISSING_PLANNED_PAGE: error(
    'There are planned routes, but no content for them.',
    'Add planned: under site, with a title, a description and blocks.',
  ),
  IMPOSSIBLE_DATE: error(
    'A date does not exist, such as February 30.',
    'Correct the day or the month.',
  ),
  UPDATED_BEFORE_PUBLISHED: error(
    'An article was updated before it was published.',
    'Correct one of the two dates.',
  ),
  UNKNOWN_CATEGORY: error(
    'An article has a category that its posts block does not have.',
    'Use one of the categories of the posts block, or add the category there.',
  ),
  NOT_AN_ARTICLE: error(
    'A page has the property article, but is of another kind.',
    'Use kind: article, or delete the property article.',
  ),
  NO_ARTICLES: error(
    'A posts block has no articles to list.',
    'Add a page of kind article below the page, add announced posts, or delete the block.',
  ),
  MISSING_HOME_PAGE: error('The site has no home page.', 'Add a page with the route /.'),
  DUPLICATE_TITLE: error(
    'Two pages have the same title.',
    'Write titles that say what is unique to each page. To allow duplicates on a large site, set sharedTitles: true under site.',
  ),
  DUPLICATE_DESCRIPTION: error(
    'Two pages have the same description.',
    'Write a unique description for each page.',
  ),
  MAIN_HEADING_COUNT: error(
    'A page does not have exactly one main heading (h1).',
    'Use exactly one hero.',
  ),
  PPC_WITHOUT_CALL_BUTTON: error(
    'A ppc page does not start with a hero that has a call button.',
    'Start the page with a hero that has an action with href: tel:.',
  ),
  INDEXED_PPC_PAGE: error(
    'A ppc page has noindex: false, but search engines never list pages of this kind.',
    'Delete noindex, or use kind: landing for a page that search engines may list.',
  ),
  NEEDS_JAVASCRIPT: error(
    'A block or a setting needs a script, but the site loads none (application: false).',
    'Remove it, or delete application: false under site.',
  ),
  // Sets
  UNKNOWN_COLUMN: error(
    'A set uses a column that its rows do not have.',
    'Correct the name, or add the column to the table.',
  ),
  INVALID_COLUMN: error(
    'A column in braces has the wrong format.',
    'Write {{column}} in texts, {{column?}} if the cell may be empty, and {column} in the route.',
  ),
  EMPTY_CELL: error(
    'The template uses a cell that is empty.',
    'Fill it in, write {{column?}} in the template, or exclude the row with where or except.',
  ),
  INVALID_CELL: error(
    'A cell has the wrong type for its property, such as text instead of a number.',
    'Correct the cell.',
  ),
  UNKNOWN_OVERRIDE: error(
    'An override is for a page or a block that does not exist in the set.',
    'Correct its name, or delete it.',
  ),
  SET_WITHOUT_PAGES: warning(
    'A set has no pages: it has no rows, or its filters remove all of them.',
    'Add rows, or change where and except.',
  ),
  // Advice
  TITLE_TOO_LONG: warning(
    'A title is longer than 60 characters. Search engines will truncate it.',
    'Shorten it.',
  ),
  DESCRIPTION_TOO_LONG: warning(
    'A description is longer than 155 characters. Search engines will truncate it.',
    'Shorten it.',
  ),
  DESCRIPTION_WITHOUT_BUSINESS: warning(
    'A description does not say who offers what, or where: it has no word of the names of the business and the service, and no place.',
    'Name the service, the town or the business in it.',
  ),
  GARBLED_TEXT: warning(
    'A text contains characters that a wrong encoding has made of others (\u00c3\u00a9 for \u00e9), or invisible ones.',
    'Write the character that was meant, and save the file as UTF-8.',
  ),
  UNFINISHED_TEXT: warning(
    'A text is a reminder or a filler, such as "TODO" or "lorem ipsum", or describes a picture by its file name.',
    'Write the text. If it has to wait, mark the page with placeholder: true.',
  ),
  UNCITED_FIGURE: warning(
    'A price or percentage is typed into a text.',
    'Add it to facts and cite it as ${name}.',
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
  UNLISTED_ARTICLE: warning(
    'No page lists an article: no page above its route has a block of type posts.',
    'Move it below the page that lists articles, for example to /blog/my-article.',
  ),
  UNLINKED_PAGE: warning(
    'Nothing that search engines follow links to a page that they are asked to list: no other listed page, no menu, not the footer.',
    'Link to it. If only the people who get its address should find it, add noindex: true.',
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
    'A page that was in the sitemap when its date was recorded is not to be listed any more (noindex or ppc).',
    'Delete noindex. If search engines should forget the page, run npm run dates.',
  ),
  NOINDEX_IN_MENU: warning(
    'The header leads to a page that search engines must not list (noindex).',
    'Delete noindex, or take the page out of the menu.',
  ),
  LINK_WITH_OWN_ORIGIN: warning(
    "A link to this site is written with the site's origin, so that nobody checks whether its target exists.",
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
  UNDATED_CHANGE: warning(
    'Pages have changed since their dates were recorded, so the sitemap has no dates for them.',
    'Run npm run dates.',
  ),
  REPEATED_TITLE: warning(
    'Two pages have the same title, which the site allows (sharedTitles).',
    'Write titles that say what is unique to each page.',
  ),
  REPEATED_HEADING: warning(
    'Two pages that search engines may list have the same main heading, so that they compete for the same searches.',
    'Write headings that say what is unique to each page, or merge the pages.',
  ),
  LIMITED_WITHOUT_JAVASCRIPT: warning(
    'A block shows more with a script, but the site loads none (application: false).',
    'Nothing, if what the block shows without a script is enough.',
  ),
  PLANNED_ROUTE: note(
    'Links lead to a planned route. Until you write the page, visitors see a short message there.',
    'Write the page, then delete it from planned.',
  ),
  INVALID_STRUCTURED_DATA: error(
    'Structured data breaks the vocabulary of schema.org, or what Google requires.',
    'Correct the setting that the message names, such as site.business.type.',
  ),
  SPARSE_STRUCTURED_DATA: note(
    'Structured data lacks a property that Google recommends.',
    'Add the value if it is known, such as site.business.hours.',
  ),
  UNPRINTED_STRUCTURED_DATA: warning(
    'Structured data says something that its page does not print.',
    'Print it on the page, or use words that the page prints, or delete the value.',
  ),
  ADDRESS_GONE: error(
    'An address that has been published is no longer an address of this site.',
    'Add it to the aliases of the page that replaces it.',
  ),
  ANCHOR_GONE: warning(
    'An anchor that other pages have linked to is gone.',
    'Give the block its old id, such as id: prices.',
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
    'The text of a link names a price, a time or a place, and the page it leads to says another one.',
    'Cite the same fact on both pages, or link to the page that says it.',
  ),
  UNSETTLED_PROMISE: note(
    'Pages that link to each other print different readings of a fact.',
    'Ask the owner which reading is right, then write settled: and its name in the fact.',
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
    'Write it in other words.',
  ),
  MISSING_STATEMENT: error(
    'A page does not show a text that the statements of the site require.',
    'Add the text to the page, or to the footer of all pages.',
  ),
  INVALID_PATTERN: error(
    'A pattern of a forbidden statement cannot be used.',
    'Write whole words, or a regular expression between slashes: /cheap(er|est)?/.',
  ),
  STATEMENT_WITHOUT_PAGES: warning(
    'A required statement concerns no page.',
    'Check the kinds and addresses, or delete the statement.',
  ),
  UNFILLED_PLACEHOLDER: error(
    'Something is marked as a placeholder, and the published site is not complete without it.',
    'Type the real content and delete placeholder: true.',
  ),
  PLACEHOLDER: note(
    'Something is marked as a placeholder.',
    'Type the real content and delete placeholder: true.',
  ),
} satisfies Record<string, ProblemCodeEntry>

export type ProblemCode = keyof typeof problemCodes
