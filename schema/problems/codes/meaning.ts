import { error, warning } from './define-code.ts'

/** Entries that the schema allows, but that cannot be right. */
export const meaningCodes = {
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
    'A number has two meanings, such as 1.250 in a language that separates thousands with dots.',
    'Write the number without separators of thousands.',
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
  DUPLICATE_FIELD: error(
    'Two answers of a form, or two choices of the tariff, have the same name, so one of them may be lost.',
    'Change its label, or give it a name of its own: name: second-name.',
  ),
  OVERLAPPING_HOURS: error(
    'Two entries of the opening hours are for the same time.',
    'Correct the days or the times of one of them. A break is two ranges: 08:00-12:00, 13:00-17:00.',
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
    'Write settled: computed in the fact, so that it is always the sum of its parts. Or correct it, or one of them.',
  ),
  WRONG_TOTAL: error(
    'A fact is settled on another total than the tariff gives for the same errand.',
    'Write settled: computed in the fact, or change the amounts of the tariff.',
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
    'Write a unique description for each page.',
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
}
