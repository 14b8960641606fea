export const isEmptyCell = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Formats a cell as text. Lists and objects become JSON, since an object may define `toString`. */
export const formatCellValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Matches what spreadsheets in English, German, Spanish and French write instead of a result. */
const formulaErrorPattern =
  /#(?:N\/[AD]|NV|[¡¿]?(?:REF|VALUE|VALEUR|VALOR|WERT|BEZUG|NAME|NOM|NOMBRE|DIV\/0|NUM|ZAHL|NULL|NULO|NUL|SPILL|CALC|FIELD)[!?])|^#{3,}$/
/** Matches a large number as spreadsheets round it: 1.00E+03. */
const roundedNumberPattern = /(?<![\w.,])\d(?:[.,]\d+)?E\+\d{2,}(?!\w)/
/** Matches a cell in which a program has written that it had no value. */
const programWordPattern = /^(?:NaN|null|NULL|undefined|\[object Object\])$/

/** Explains a word that a spreadsheet or a program has written instead of a value. */
export function explainSpreadsheetWord(
  value: unknown,
): { message: string; found: string; fix?: string } | undefined {
  if (typeof value !== 'string') return undefined
  const rounded = roundedNumberPattern.exec(value)?.[0]
  if (rounded !== undefined)
    return {
      message: `"${rounded}" is a number that a spreadsheet has rounded.`,
      found: rounded,
      fix: 'Format the column as text in the spreadsheet, type the number again, and save the table again.',
    }
  const found = (formulaErrorPattern.exec(value.trim()) ??
    programWordPattern.exec(value.trim()))?.[0]
  return found === undefined
    ? undefined
    : {
        message: `"${found}" is what spreadsheets and programs write when a value is missing.`,
        found,
      }
}
