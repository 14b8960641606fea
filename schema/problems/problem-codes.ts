/** Every problem the stages can report: how grave it is, why it arises and how it is mended. */
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
  FILE_MISSING: error(
    'The folder has no pages.yaml.',
    'Check the folder given with --site, or create pages.yaml there.',
  ),
  FILE_UNREADABLE: error(
    'A file exists but cannot be read.',
    'Check that it is a file and that you may read it.',
  ),
  FILE_TOO_LARGE: error(
    'A file is over 1 MiB.',
    'Split it: put some pages into another file and include that.',
  ),
  NOT_UTF8: error(
    'A file holds bytes that are not UTF-8.',
    'Save it again with the encoding UTF-8.',
  ),
  YAML_SYNTAX: error(
    'The file is not valid YAML.',
    'Mend the line shown: indentation, quotes and colons are the usual causes.',
  ),
  EMPTY_FILE: warning('A file holds nothing, or remarks alone.', 'Write into it, or delete it.'),
  TEXT_CUT: error(
    'A sign that was meant to be printed is read by YAML as its own: a # after a space, a & or ! at the beginning.',
    'Put quotes around the text, or | before a text of several lines. If it is a remark, put a space behind the #.',
  ),
  NOT_INCLUDED: warning(
    'A YAML file in pages/ is included by no other.',
    'Include it in pages.yaml; patterns such as pages/*.yaml take files that end in .yaml.',
  ),
  TOO_MANY_ALIASES: error(
    'YAML aliases (*name) repeat so much data that the file could exhaust memory.',
    'Write the data out, or share less of it by alias.',
  ),
  DUPLICATE_KEY: error('A property is given twice in the same place.', 'Keep one of the two.'),
  DUPLICATE_ROUTE: error(
    'Two entries have the same route.',
    'Delete one, or give it another path.',
  ),
  DUPLICATE_FACT: error(
    'Two files define the same fact.',
    'Keep one; put the other value under its readings.',
  ),
  INCLUDE_MISSING: error(
    'An include names a file that does not exist.',
    'Correct the name, or delete the line.',
  ),
  INCLUDE_CYCLE: error(
    'A file includes itself, directly or through others.',
    'Delete the include that leads back.',
  ),
  INCLUDE_OUTSIDE: error(
    'An include, or the rows of a set, lead outside the site folder.',
    "Move the file into the site's folder.",
  ),
  ROWS_MISSING: error(
    'A set names a file of rows that does not exist.',
    "Correct the name. It is looked for below the site's folder: data/towns.csv.",
  ),
  ROWS_UNREADABLE: error(
    'A file of rows is of a sort that cannot be read, or holds no list of rows.',
    'Save the table as CSV (UTF-8), or write a list in YAML or JSON.',
  ),
  CSV_QUOTES: error(
    'The quotes in a CSV file do not match.',
    'Close the quote. A quote inside a quoted cell is written twice: "12"" wheel".',
  ),
  ROW_CELLS: error(
    'A row of a CSV file has more or fewer cells than there are headings.',
    'Put quotes around a cell that holds a comma, or add the cells that are missing.',
  ),
  COLUMN_NAME: error(
    'A column has no heading, or the heading of another.',
    'Give every column a heading of its own.',
  ),
  // Shape
  UNKNOWN_BLOCK: error('A block has a type that does not exist.', 'Use one of the block types.'),
  UNKNOWN_PROPERTY: error(
    'A property that is not allowed here.',
    'Correct its name, or delete it.',
  ),
  UNKNOWN_KIND: error('A page has a kind that does not exist.', 'Use one of the kinds.'),
  UNKNOWN_ICON: error('An icon that does not exist.', 'Use one of the icons.'),
  UNKNOWN_VALUE: error(
    'A value that is not one of those allowed.',
    'Use one of the allowed values.',
  ),
  MISSING_PROPERTY: error('A property that must be there is not.', 'Add it.'),
  WRONG_TYPE: error(
    'A value is of the wrong sort, for instance a number where text is expected.',
    'Write it as expected; put quotes around a number that is meant as text.',
  ),
  BAD_FORMAT: error(
    'A value does not have the form that is needed.',
    'Write it in the form shown.',
  ),
  BAD_ROUTE: error(
    'A path is not written as a route.',
    'Use lower-case letters, digits and hyphens; begin with / and do not end with one.',
  ),
  OUT_OF_RANGE: error(
    'A number is too small or too large.',
    'Use a number within the limits shown.',
  ),
  EMPTY_BLOCKS: error('A page has no blocks.', 'Give it at least one block.'),
  EMPTY_LIST: error('A list has too few entries.', 'Add an entry, or delete the list.'),
  TOO_MANY_ENTRIES: error('A list has too many entries.', 'Delete some.'),
  WRONG_COUNT: error(
    'A list must have as many entries as another, such as the cells of a row and the columns.',
    'Add what is missing, or delete what is too much.',
  ),
  EMPTY_TEXT: error('A text is empty.', 'Write it, or delete the property.'),
  MISSING_SETTINGS: error('pages.yaml has no site or no navigation.', 'Add it.'),
  MISPLACED_SETTINGS: error('An included file holds site or navigation.', 'Move it to pages.yaml.'),
  // Meaning
  UNKNOWN_FACT: error(
    'A fact is cited that is not in the ledger.',
    'Correct the name, or add the fact under facts.',
  ),
  UNKNOWN_READING: error(
    'A reading is named that the fact does not have.',
    'Use one of its readings.',
  ),
  BAD_CITATION: error(
    'A citation cannot be read.',
    'Write ${name}, ${name.reading} or ${name|number}.',
  ),
  UNKNOWN_BLANK: error(
    'A text leaves a blank in braces that nothing fills in.',
    'Use a name that the property lists, or leave the braces away.',
  ),
  FACT_WITHOUT_VALUE: error(
    'A fact has neither a value nor readings, or has both.',
    'Give it one of the two.',
  ),
  MARKDOWN_IN_TEXT: warning(
    'Stars or a link in a text that is printed as it is.',
    'Leave the signs away, or use a property that holds markdown.',
  ),
  BAD_MARKDOWN: error(
    'Text uses Markdown that is not allowed here: HTML, pictures, code, quotes or headings.',
    'Use paragraphs, emphasis, links and lists only.',
  ),
  PICTURE_MISSING: error(
    'A picture is named that is not in public/.',
    'Put the file into public/, or correct its name.',
  ),
  PICTURE_BROKEN: error(
    'A file is named as a picture, and is none that can be read.',
    'Save it again as JPEG, PNG, WebP or SVG.',
  ),
  UNSAFE_URL: error(
    'A link could run a program or reads data other than a page.',
    'Link to a path, https:, tel: or mailto:.',
  ),
  BAD_LINK: error(
    'A link is neither a path, an anchor nor a full address.',
    'Begin it with /, # or https://.',
  ),
  BROKEN_LINK: error(
    'A link leads to a page or file that does not exist.',
    'Correct the path; if the page comes later, list it under planned.',
  ),
  BROKEN_ANCHOR: error(
    'A link ends in an #anchor that the page does not have.',
    'Correct it, or give the block that id.',
  ),
  DUPLICATE_ANCHOR: error('Two places on one page have the same id.', 'Rename one.'),
  ALIAS_COLLISION: error(
    'An alias is also a page, a planned route or another alias.',
    'Delete the alias or the other.',
  ),
  PLANNED_COLLISION: error('A route is planned and also written.', 'Delete it from planned.'),
  PUBLIC_COLLISION: error('A file in public/ would overwrite a generated one.', 'Rename it.'),
  DATES_BROKEN: error(
    'dates.gen.json is not as npm run dates writes it.',
    'Restore it from version control. Deleting it gives every page a new date.',
  ),
  HOME_KIND: error(
    'The page / is not of kind home, or another page is.',
    'Give / the kind home, and only /.',
  ),
  WRONG_UNIT: error(
    'A fact is cited where another unit is needed, such as months for a price.',
    'Cite a fact of the right unit.',
  ),
  RESERVED_NAME: error(
    'A fact or a route has a name that the generator uses itself.',
    'Choose another name.',
  ),
  NO_AREA: error(
    'The setting location, or a map, needs the area that is served, and business holds no place or no radius.',
    'Give business a latitude, a longitude and areaServed with a radius, or leave location out.',
  ),
  NO_PLANNED_PAGE: error(
    'Routes are planned, and nothing says what they show.',
    'Write planned: under site, with a title, a description and blocks.',
  ),
  IMPOSSIBLE_DATE: error(
    'A date that no calendar has, such as February 30.',
    'Correct the day or the month.',
  ),
  UPDATED_TOO_EARLY: error(
    'An article was updated before it was published.',
    'Correct one of the two dates.',
  ),
  UNKNOWN_CATEGORY: error(
    'An article has a category that the list above it does not have.',
    'Use one of the categories of the list, or add it there.',
  ),
  NO_ARTICLE: error(
    'A page of another kind has what belongs to an article.',
    'Give the page the kind article, or delete article.',
  ),
  NO_HOME_PAGE: error('The site has no page /.', 'Add a page with the path /.'),
  DUPLICATE_TITLE: error(
    'Two pages have the same title.',
    'Say in each title what only that page offers. Where thousands of pages cannot help it, set sharedTitles: true under site.',
  ),
  DUPLICATE_DESCRIPTION: error('Two pages have the same description.', 'Write one for each page.'),
  H1_COUNT: error('A page has no main heading (h1), or several.', 'Give it exactly one hero.'),
  PPC_WITHOUT_CALL: error(
    'A ppc page does not open with a hero that has a call button.',
    'Make a hero the first block, with an action whose href is tel:.',
  ),
  NEEDS_APPLICATION: error(
    'The site loads no script (application: false), and has a block or a setting that needs one.',
    'Take it out, or delete application: false under site.',
  ),
  // Sets
  UNKNOWN_COLUMN: error(
    'A set names a column that its rows do not have.',
    'Correct the name, or add the column to the table.',
  ),
  BAD_COLUMN: error(
    'A column in braces cannot be read.',
    'Write {{column}} in texts, {{column?}} where the cell may be empty, and {column} in the route.',
  ),
  EMPTY_CELL: error(
    'A cell is empty, and the template prints it.',
    'Fill it in; or write {{column?}} in the template, or leave the row out with where or except.',
  ),
  BAD_CELL: error(
    'A cell holds something else than its place takes, such as words for a number.',
    'Correct the cell.',
  ),
  UNKNOWN_OVERRIDE: error(
    'An override is for a page or a block that the set does not have.',
    'Correct its name, or delete it.',
  ),
  EMPTY_SET: warning(
    'A set makes no page: it has no rows, or its filters leave none.',
    'Add rows, or change where and except.',
  ),
  // Advice
  TITLE_LONG: warning(
    'A title is over 60 characters and will be cut in search results.',
    'Shorten it.',
  ),
  DESCRIPTION_LONG: warning(
    'A description is over 155 characters and will be cut in search results.',
    'Shorten it.',
  ),
  UNCITED_FIGURE: warning(
    'A price or share is typed straight into a text.',
    'Put it into facts and cite it as ${name}.',
  ),
  PICTURE_SMALL: warning(
    'A picture has fewer pixels than its place is wide, and would be blurred.',
    'Use a larger one; twice as wide as its place is best.',
  ),
  UNLISTED_ARTICLE: warning(
    'An article is in no list: no page above its address has a block of type posts.',
    'Give it an address below that of the list, such as /blog/my-article.',
  ),
  VAGUE_LINK: warning(
    'The words of a link do not say where it leads, and it may be read alone.',
    'Name what the visitor finds there: wills and trusts, all prices.',
  ),
  ALIAS_LINK: warning(
    'A link leads to an alias and so takes a redirect.',
    "Link to the page's own path.",
  ),
  ALIKE: warning(
    'Two pages say nearly the same, names of places aside.',
    'Tell on each what is true of it alone, or make one page of the two.',
  ),
  UNDATED_CHANGE: warning(
    'Pages have changed since their dates were recorded, so the sitemap gives no date for them.',
    'Run npm run dates.',
  ),
  SHARED_TITLE: warning(
    'Two pages have the same title, and the site allows that (sharedTitles).',
    'Say in each title what only that page offers.',
  ),
  LESS_WITHOUT_APPLICATION: warning(
    'A block shows more once a script runs, and the site loads none (application: false).',
    'Nothing need be done where what it shows is enough.',
  ),
  PLANNED_ROUTE: note(
    'Links lead to a route that is planned and not written; visitors get a short page there.',
    'Write the page, then delete it from planned.',
  ),
  PLACEHOLDER: note('Something stands in for the real thing.', 'Replace it before publishing.'),
} satisfies Record<string, ProblemCodeEntry>

export type ProblemCode = keyof typeof problemCodes
