/** The characters that HTML and Markdown can also write by name, if a figure may have them. */
const named: Record<string, string> = {
  dollar: '$',
  euro: '€',
  pound: '£',
  percnt: '%',
  num: '#',
  nbsp: ' ',
  thinsp: ' ',
  period: '.',
  comma: ',',
}

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{3,6}));/gi
/** Characters that nobody sees, such as a zero-width space. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const markdownMarks = /[*_`~\\[\]]/g

/** Most texts have none of what is replaced. */
const mayBeReplaced = /[&*_`~\\[\]]|[^\x00-\x7f]/

/**
 * A text as somebody reads it, for what looks for figures in it: full-width and other digits as `0` to
 * `9`, entities decoded, without Markdown's marks and invisible characters.
 */
export function toPlainCharacters(text: string): string {
  if (!mayBeReplaced.test(text)) return text
  return (
    text
      .replace(entity, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole
        const code = Number.parseInt(hexadecimal ?? decimal!, hexadecimal === undefined ? 10 : 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
      // Some are one letter: Ⅴ.
      .replace(/\p{Nl}/gu, '1')
      .normalize('NFKC')
      .replace(invisible, '')
      .replace(markdownMarks, '')
      .replace(/(?![0-9])\p{Nd}/gu, toDigit)
  )
}

/** Digits of every script follow each other from zero to nine. */
function toDigit(letter: string): string {
  const code = letter.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}
