export type Severity = 'error' | 'warning' | 'note'

/** How a problem relates to others, which decides what is reported first, and what is left out. */
export type Trait =
  /** Often a consequence of another error. A file with only such problems is sorted last. */
  | 'secondary'
  /** The file cannot be read, so what it seems to define is not reported as missing. */
  | 'unreadable-file'
  /** The file is valid, but the site does not use it. */
  | 'unused-file'
  /** A file or table cannot be read, so that the pages it defines are unknown. */
  | 'missing-content'
  /** Something is unused, possibly because what would use it is missing. */
  | 'unused'
  /** Something is missing, possibly because it is in a file that cannot be read. */
  | 'missing-name'
  /** An error about a page that does not exist. */
  | 'missing-page'
  /** An address that was published is missing. */
  | 'gone-address'
  /** An error about a page that could be read. */
  | 'readable-page'
  /** The value of a text differs from what is written, since YAML or a page cannot contain it. */
  | 'damaged-text'
  /** About data that is derived from a page, and that a mistake on the page changes or removes. */
  | 'derived-data'

/** @property fix the usual fix */
type ProblemCodeEntry = { severity: Severity; cause: string; fix: string; traits: Trait[] }

const define =
  (severity: Severity) =>
  (cause: string, fix: string, ...traits: Trait[]): ProblemCodeEntry => ({
    severity,
    cause,
    fix,
    traits,
  })

const error = define('error')
const warning = define('warning')
const note = define('note')

/** The severity, cause and usual fix of every problem. Published in errors.gen.md. */
export const problemCodes = {
  // Files, YAML and tables that cannot be read.
  FILE_NOT_FOUND: error(
    'The site folder has no pages.yaml.',
    'Check the folder passed with --site, or create pages.yaml in it.',
  ),
  FILE_UNREADABLE: error(
    'A file exists but cannot be read.',
    'Check that it is a regular file and that you have permission to read it.',
    'unreadable-file',
    'missing-content',
  ),
  FILE_TOO_LARGE: error(
    'A file is larger than 1 MiB.',
    'Split it: move some pages to another file and include that file.',
    'unreadable-file',
  ),
  NOT_UTF8: error(
    'A file contains bytes that are not valid UTF-8.',
    'Save it again with the encoding UTF-8.',
    'unreadable-file',
  ),
  YAML_SYNTAX: error(
    'The file is not valid YAML.',
    'Check the line shown. The usual causes are indentation, quotes and colons.',
    'unreadable-file',
  ),
  EMPTY_FILE: warning(
    'A file is empty or contains only comments.',
    'Add content, or delete the file.',
    'unused-file',
  ),
  TRUNCATED_TEXT: error(
    'YAML reads part of a text as syntax: a # after a space, or a & or ! at the start.',
    'Put quotes around the text, or | before text with several lines. If it is a comment, add a space after the #.',
    'damaged-text',
  ),
  CONTROL_CHARACTER: error(
    'A text contains an invisible control character, or half of a character, typed or escaped ("\\0", "\\uD800").',
    'Delete it. If you cannot see it, retype the words around it.',
    'damaged-text',
  ),
  NESTED_TOO_DEEPLY: error(
    'Lists or maps are nested more than 100 levels deep.',
    'Delete the extra brackets or dashes.',
  ),
  OTHER_SPEC_VERSION: error(
    'The site is written in another version of the spec language than this Signpost reads.',
    'Run npm run upgrade, which shows what it will change in the files of the site.',
  ),
  NOT_INCLUDED: warning(
    'A YAML file in pages/ is not included in the site.',
    'Include it in pages.yaml. Patterns such as pages/*.yaml only match files that end in .yaml.',
    'unused-file',
    'unused',
  ),
  INVALID_BLOCK: error(
    "A block in the site's own folder blocks/ is incomplete, its schema is wrong, or Signpost has a block of that name.",
    'Correct it, or start again with `npm run new -- block NAME`, which writes a complete block.',
  ),
  BLOCK_TYPE_ERROR: error(
    "The component of a block in the site's own folder blocks/ has a type error.",
    'Correct it. The type of a block follows from its schema.json.',
  ),
  TYPESCRIPT_MISSING: note(
    "The types in a site's own folder blocks/ were not checked, because TypeScript is not installed.",
    'Install it: `npm install --save-dev typescript`.',
  ),
  BLOCK_PACKAGE_NOT_FOUND: error(
    'A package in site.blockPackages is not installed, or has no folder blocks/.',
    'Install it with npm install, or correct its name.',
  ),
  TOO_MANY_ALIASES: error(
    'YAML aliases (*name) repeat so much data that the file could exhaust memory.',
    'Write out the data, or use fewer aliases.',
    'unreadable-file',
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
    'missing-content',
  ),
  INCLUDE_NOT_FOUND: error(
    'An included file does not exist.',
    'Correct the name, or delete the line.',
    'missing-content',
  ),
  INCLUDE_CYCLE: error(
    'A file includes itself, directly or through other files.',
    'Delete one of the includes in the cycle.',
    'missing-content',
  ),
  INCLUDE_OUTSIDE: error(
    'An included file or a file of rows is outside the site folder.',
    "Move the file into the site's folder.",
    'missing-content',
  ),
  ROWS_NOT_FOUND: error(
    'The file with the rows of a set, with a table of facts or with reviews does not exist.',
    "Correct the name. It is relative to the site's folder: data/towns.csv.",
    'missing-content',
  ),
  ROWS_UNREADABLE: error(
    'A file of rows has an unsupported format, or is not a list of rows.',
    'Save the table as CSV (UTF-8), or write a list in YAML or JSON.',
    'missing-content',
  ),
  UNMATCHED_CSV_QUOTE: error(
    'The quotes in a CSV file do not match.',
    'Close the quote. Inside a quoted cell, write quotes twice: "12"" wheel".',
    'missing-content',
  ),
  CELL_COUNT_MISMATCH: error(
    'A row of a CSV file does not have one cell for each heading.',
    'Put quotes around a cell that contains a comma, or add the missing cells.',
    'missing-content',
  ),
  INVALID_COLUMN_NAME: error(
    'A column has no heading, or the same heading as another column.',
    'Give every column a unique heading.',
    'missing-content',
  ),

  // Entries that the schema does not allow.
  UNKNOWN_BLOCK: error(
    'A block has a type that does not exist.',
    'Use one of the block types: npm run catalogue shows them all.',
  ),
  UNKNOWN_PROPERTY: error('A property is not allowed here.', 'Correct its name, or delete it.'),
  UNKNOWN_KIND: error('A page has a kind that does not exist.', 'Use one of the expected kinds.'),
  UNKNOWN_ICON: error(
    'An icon does not exist.',
    'Use one of the icons: blocks/reference.gen.md lists them all.',
  ),
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
    'A path is not a valid route, or has more than 200 characters between slashes.',
    'Start with /, do not end with /, and use lowercase letters, digits and single hyphens.',
  ),
  OUT_OF_RANGE: error(
    'A number is too small or too large.',
    'Use a number within the limits shown.',
  ),
  EMPTY_BLOCKS: error('A page has no blocks.', 'Add at least one block.'),
  LIST_TOO_SHORT: error(
    'A list has too few entries.',
    'Add an entry, or delete the list if it is optional.',
  ),
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

  // Entries that the schema allows, but that cannot be right.
  INVALID_TRANSLATION: error(
    'A translated page does not state its language, or its original does not exist or is already translated into that language.',
    'Correct translates and language.',
  ),
  UNKNOWN_FACT: error(
    'A cited fact is not in the ledger.',
    'Correct the name, or add the fact under facts: npm run facts lists all facts with their files.',
    'secondary',
  ),
  UNKNOWN_COUNT: error(
    'A text counts a table, a list or an address that does not exist.',
    'Write ${count:towns} for data/towns.csv, ${count:/towns} for the pages below an address, ${count:#id} for the list in a block of this page, or ${count:this} for the one in the same block.',
  ),
  UNKNOWN_READING: error(
    'A fact does not have this reading.',
    'Use one of its readings, or the fact itself: ${price}.',
    'secondary',
  ),
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
    'A fact has no value, readings or table, or has two of these; or a reading has no value.',
    'Give it a value, readings or a table, and each reading one value.',
  ),
  AMBIGUOUS_NUMBER: error(
    'A number has two meanings, such as 1.250 as a price or in a language that separates thousands with dots, or 1,250 in one with decimal commas.',
    'Write the number without separators of thousands.',
  ),
  TOO_MANY_DECIMALS: warning(
    'A price of 10 or more, or an amount that the tariff adds once, has fractions of the smallest coin, such as 12.5055.',
    'Round it to what can be paid.',
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
  FONT_NOT_FOUND: error(
    "A font of the theme is neither in the site's folder nor in an installed package.",
    "Install the package with npm install, add the file to the site's folder, or correct its name.",
  ),
  INVALID_FONT: error(
    'A file or a package of the theme has no font that can be used for Latin letters.',
    'Choose a font with Latin letters, as .woff2, .woff, .ttf or .otf.',
  ),
  FONT_WITHOUT_WEIGHT: warning(
    'The font for text lacks regular or bold letters, which browsers then imitate.',
    'Name a variable font, or one file for each weight: [fonts/acme-400.woff2, fonts/acme-700.woff2].',
  ),
  UNSAFE_URL: error(
    'A link could run a script or open something that is not a page.',
    'Link to a path, https:, tel: or mailto:.',
  ),
  INVALID_LINK: error(
    'A link is not a path, an anchor or a full URL.',
    'Start it with /, # or https://.',
  ),
  BROKEN_LINK: error(
    'A link leads to a page or file that does not exist.',
    'Correct the path. If you will write the page later, list it under planned.',
    'secondary',
    'missing-page',
  ),
  BROKEN_ANCHOR: error(
    'A link ends with an #anchor that the page does not have.',
    'Correct it, or add the id to a block.',
    'secondary',
  ),
  DUPLICATE_ANCHOR: error('An id is used twice on a page.', 'Rename one of them.'),
  FILE_WITHOUT_SERVICE: error(
    'A form asks for a file, but no service receives the form.',
    'Name a service that takes files under form: in the settings, or ask for the photo by email or text message.',
  ),
  SENT_TO_A_PAGE: error(
    'A form is sent to a page of the site, which keeps nothing.',
    'Write the address that a service for forms has given you: https://… Without one, leave it out: the form then writes an email.',
  ),
  THANKS_WITHOUT_SERVICE: warning(
    'A form has a thank-you page that visitors never see, since an email or a page of its service follows.',
    'Name a service under form: in the settings, or delete thanks: without one, the form opens an email.',
  ),
  DUPLICATE_FIELD: error(
    'Two answers of a form, or two choices of the tariff, have the same name, so one of them may be lost.',
    'Change its label, or give it a name of its own: name: second-name.',
  ),
  OVERLAPPING_HOURS: error(
    'Two entries of the opening hours are for the same time.',
    'Correct the days or the times of one of them. A break is two ranges: 08:00-12:00, 13:00-17:00.',
  ),
  IMPLAUSIBLE_HOURS: warning(
    'Opening hours last until after 8 AM of the next day, or for more than 14 hours of a night, so the two times may be in the wrong order, or seasonal hours apply on days when the business is usually closed, or two seasons overlap.',
    'Correct the times. A night that is meant has two parts: 19:00-24:00, and 00:00-10:00 on the next day.',
  ),
  UNKNOWN_HOLIDAY: error(
    "A special day is neither a date nor a holiday of the business's country.",
    'Write a date such as 2026-12-24, or 12-24 for every year.',
  ),
  UNKNOWN_LOCATION: error(
    'A page names a location that the settings do not have.',
    'Correct the name, or add the location under site.locations.',
  ),
  MISSING_HOURS: error(
    'A block prints opening hours, but the settings have none.',
    'Add hours: under site.business, or delete the block.',
  ),
  MISSING_TARIFF: error(
    'A block prints a quote, but the settings have no tariff.',
    'Add tariff: under site, or delete the block.',
  ),
  UNEVEN_TARIFF: error(
    'The tiers or the times of the tariff overlap, or leave something out.',
    'Let each tier or time begin where another one ends.',
  ),
  ALIAS_COLLISION: error(
    'An alias would overwrite another file of the site, at least on some file systems or hosts.',
    'Delete the alias, or rename the other one.',
  ),
  UNSUPPORTED_REDIRECT: error(
    'A host under site.hosts cannot redirect an address: it ignores queries, or redirects nothing but whole paths.',
    'Delete the alias, or publish the site on another host.',
  ),
  CAMPAIGN_REDIRECT: warning(
    'An address that redirects was copied with what an ad or a newsletter had added to it.',
    'Write it without its query. Visitors keep theirs.',
  ),
  PLANNED_COLLISION: error('A planned route already has a page.', 'Delete it from planned.'),
  PUBLIC_COLLISION: error(
    'A file in public/ would overwrite another file of the site, at least on some file systems or hosts.',
    'Rename it, or delete it.',
  ),
  SECRET_FILE: error(
    'A file in public/ appears to contain passwords, keys, a database or the history of a repository.',
    'Move it out of public/. If it was ever published, replace its passwords and keys. If visitors should have it, put it into a .zip file.',
  ),
  SCRIPT_IN_FILE: error(
    'A page or a drawing in public/ can run a script, or does more than show something.',
    'Delete the script. If it must be published as it is, name the file under site.allowScriptsIn.',
  ),
  LFS_POINTER: error(
    'A file in public/ is a pointer of Git LFS, and not the file itself.',
    'Run git lfs pull, which gets the file. In CI, check out with LFS.',
  ),
  LINK_OUTSIDE: error(
    "A symbolic link in public/ leads out of the site's folder.",
    'Copy what should be published into public/, and delete the link.',
  ),
  INVALID_FILE_NAME: error(
    'A file in public/ has a name that cannot be part of an address, or that Windows does not allow.',
    'Rename it: use letters, digits, hyphens and dots.',
  ),
  HIDDEN_FILE: warning(
    'Files or folders in public/ whose names start with a dot are not published, except /.well-known.',
    'Delete them, or rename those that visitors need.',
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
  WRONG_SUM: error(
    'A fact with sumOf is not what its parts add up to, such as after a part has changed.',
    'Write settled: computed beside the value, so that pages print the sum of the parts. Or correct it, or one of them.',
  ),
  NOT_LESS: error(
    'A fact is not less than the one in its lessThan, such as an urgent visit that comes no sooner.',
    'Settle one of them on another reading, or correct it.',
  ),
  WRONG_TOTAL: error(
    'A fact is settled on another total than the tariff gives for the same errand.',
    'Write settled: computed beside the value, or change the amounts of the tariff.',
  ),
  RESERVED_NAME: error(
    'A fact or a route has a name that Signpost needs for itself.',
    'Choose another name.',
  ),
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
    'A page has the property article or related posts, but its kind is not article.',
    'Use kind: article, or delete what belongs to an article.',
  ),
  NO_ARTICLES: error(
    'A posts block has no articles to list.',
    'Add a page of kind article below the page, add announced posts, or delete the block.',
  ),
  UNKNOWN_REVIEWS: error(
    'A block shows reviews, but there are none like that.',
    'Correct the name, name the file with reviews: in the settings, or delete the block.',
  ),
  DUPLICATE_REVIEW: error(
    'A review is in the file twice, so it would be counted twice.',
    'Delete one of the two rows.',
  ),
  MISSING_HOME_PAGE: error(
    'The site has no home page.',
    'Add a page with the route /.',
    'secondary',
    'missing-name',
  ),
  DUPLICATE_TITLE: error(
    'Two pages have the same title.',
    'Write titles that say what is unique to each page. To allow duplicates on a large site, set sharedTitles: true under site.',
    'readable-page',
  ),
  DUPLICATE_DESCRIPTION: error(
    'Two pages have the same description.',
    'Write a unique description for each page. To allow duplicates on a large site, set sharedTitles: true under site.',
    'readable-page',
  ),
  MAIN_HEADING_COUNT: error(
    'A page does not have exactly one main heading (h1).',
    'Use exactly one hero.',
  ),
  PPC_WITHOUT_CALL_BUTTON: error(
    'A ppc page does not start with a hero that has a call button.',
    'Start the page with a hero that has an action with href: tel:.',
    'secondary',
    'readable-page',
  ),
  INDEXED_PPC_PAGE: error(
    'A ppc page has noindex: false, but search engines never list pages of this kind.',
    'Delete noindex, or use kind: landing for a page that search engines may list.',
    'readable-page',
  ),
  NEEDS_JAVASCRIPT: error(
    'A block or a setting needs a script, but the site loads none (application: false).',
    'Remove it, or delete application: false under site.',
  ),

  // Sets and their rows.
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
  SPREADSHEET_ERROR: warning(
    'A cell has a word that a spreadsheet or a program writes instead of a value, such as #N/A or 1.00E+03.',
    'Correct the cell in the spreadsheet, and save the table again.',
  ),
  UNKNOWN_OVERRIDE: error(
    'An override is for a page or a block that does not exist in the set.',
    'Correct its name, or delete it.',
    'unused',
  ),
  SET_WITHOUT_PAGES: warning(
    'A set has no pages: it has no rows, or its filters remove all of them.',
    'Add rows, or change where and except.',
    'unused',
  ),

  // Problems of content that is shown on certain days only.
  LINK_TO_HIDDEN_PAGE: error(
    'Something public links to a page that the public does not see: a draft, or a page on other days.',
    'Delete draft: true from that page when it is ready, give the link the same days, or delete the link.',
  ),
  MISSING_TIME_ZONE: error(
    'Something is published on certain days, but the settings have no time zone.',
    'Add timeZone: under site in pages.yaml, such as timeZone: America/Chicago.',
  ),
  PLACE_WITHOUT_TIME_ZONE: warning(
    'A location is in another town than the business, and says no time zone.',
    'Add timeZone to the location.',
  ),
  UNKNOWN_TIME_ZONE: error(
    'A name is not the time zone of a place. Abbreviations such as EST have no summer time.',
    'Write the name of a zone in the IANA database, such as America/Chicago or Europe/London.',
  ),
  IMPOSSIBLE_TIME: error(
    'A day or a time does not exist, or occurs twice because clocks are set back.',
    'Write a day such as 2027-01-31, or a day with a time such as 2027-01-31 17:00.',
  ),
  EMPTY_DAYS: error(
    'The day under until: is before the day under from:.',
    'Swap them, or correct the year.',
  ),
  ENDED_MESSAGE: note(
    'The days of a message on every page are over.',
    'Correct the year, or delete the message.',
  ),
  OVERLAPPING_VALUES: error(
    'Two values of a fact apply at the same time.',
    'End the earlier value with until:, on the day before the other begins.',
  ),
  NO_VALUE: error(
    'No value of a fact applies at this time.',
    'Leave out from: in the first value and until: in the last, and leave no gap between the others.',
  ),
  BREAKS_LATER: warning(
    'The site will have an error on a future day, when something begins or ends.',
    'Correct it before that day. npm run check -- --now DAY shows the whole site of that day.',
  ),

  // Pages that can be built, but would serve visitors or search engines badly.
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
    'Write them under words in the settings: npm run new -- words prints them. Until then, visitors read them in English.',
  ),
  MISSING_TRANSLATION: warning(
    'A page has no translation into another language of the site.',
    'Translate it. If only some pages need a translation, list them under pages: of that language.',
  ),
  UNTRANSLATED_FACT: warning(
    'A page in another language prints a word of a fact in the language of the site.',
    'Add its translation where the fact is written.',
  ),
  UNTRANSLATED_TABLE: warning(
    'A page in another language prints a table of prices whose headings, names or words are in the language of the site.',
    'Add them to the fact under tableWords, by language.',
  ),
  OUTDATED_TRANSLATION: warning(
    'The original of a translation has changed since it was translated.',
    'Compare the two, change the translation, and run: npm run check -- --accept-translation all.',
  ),
  UNCONFIRMED_TRANSLATION: warning(
    'Nobody has confirmed yet that a translation says what its original says.',
    'Compare the two, and run: npm run check -- --accept-translation all.',
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
    'Add a block of type posts to the page above it, such as /blog, or move it below one that has it.',
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
  REPEATED_DESCRIPTION: warning(
    'Two pages have the same description, which the site allows (sharedTitles).',
    'Write a unique description for each page.',
  ),
  REPEATED_HEADING: warning(
    'Two pages that search engines may list have the same main heading, so they compete for the same searches.',
    'Write headings that say what is unique to each page, or merge the pages.',
  ),
  DUPLICATE_QUESTION: warning(
    'A page has the same question twice, so search engines find two answers to it.',
    'Delete one of the two, or ask them differently.',
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

  // Problems that search engines and the public would see.
  DRAWN_PORTRAIT: note(
    "The photo of a person is a drawing, so visitors can't see who will come.",
    'Name a photograph in public/, or delete the photo.',
  ),
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
  UNCOMPARED_WORDS: note(
    'Every figure is settled, and the site has subjects to compare: pages can still disagree in words.',
    'Read what each page says, side by side: npm run facts.',
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
  LOCAL_SERVICE: error(
    'A service of the published site is an address of this computer, which no visitor reaches.',
    'Write the address of the service. While you try one, use npm run dev.',
  ),
  UNFILLED_PLACEHOLDER: error(
    'Something is a placeholder, and the published site is not complete without it.',
    'Type the real content and delete placeholder: true.',
  ),
  UNWRITTEN_TEXT: error(
    'A text of the published site is what the studio or a template wrote for something new.',
    'Write the text, or delete what was added.',
  ),
  UNAPPROVED: note(
    'A fact or a statement asks for an approval that its value does not have.',
    'Send the worksheet that npm run facts -- --worksheet writes, and take the answer back with --answers.',
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

export type ProblemCode = keyof typeof problemCodes
