import { error, note, warning } from './define-code.ts'

/** Files, YAML and tables that cannot be read. */
export const readingCodes = {
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
}
