import { error, warning } from './define-code.ts'

/** Sets and their rows. */
export const setsCodes = {
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
}
