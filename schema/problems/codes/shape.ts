import { error } from './define-code.ts'

/** Entries that the schema does not allow. */
export const shapeCodes = {
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
}
