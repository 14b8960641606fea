/**
 * Finds what a text states about prices without a figure that the check sees: a figure in words, one
 * without a currency, and what is free or half the price. A person may mean something else, such as a
 * weight, so that only an assistant cites them. In English, German and Spanish.
 */

/** Matches one of several words. @param options the words, as patterns, separated by spaces */
const anyOf = (options: string): string => `(?:${options.replaceAll(' ', '|')})`

const numberWord = anyOf(
  'one two three four five six seven eight nine ten eleven twelve dozen hundred thousand million' +
    ' (?:thir|four|fif|six|seven|eigh|nine)teen (?:twen|thir|for|fif|six|seven|eigh|nine)ty' +
    ' zwei drei vier fünf sechs sieben acht neun zehn elf zwölf \\p{L}*zehn \\p{L}*dreißig' +
    ' \\p{L}*(?:zwan|vier|fünf|sech|sieb|acht|neun)zig \\p{L}*hundert \\p{L}*tausend' +
    ' dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieci\\p{L}+' +
    ' veinti?\\p{L}+ treinta cuarenta cincuenta sesenta setenta ochenta noventa cien(?:to)? mil' +
    ' \\p{L}*cient[oa]s quinient[oa]s',
)
const unitWord = anyOf(
  'one two three four five six seven eight nine ten eleven twelve zwei drei vier fünf sechs sieben acht neun dos tres cuatro cinco seis siete ocho nueve',
)
const tensWord = anyOf(
  '(?:twen|thir|for|fif|six|seven|eigh|nine)ty (?:zwan|vier|fünf|sech|sieb|acht|neun)zig dreißig veinte treinta (?:cuar|cincu|ses|set|och|nov)enta',
)
const numberWords = `\\b${numberWord}(?:[\\s-]+(?:(?:and|und|y)\\s+)?${numberWord}){0,9}`
const afterYear = anyOf('in since until of from ab seit desde en')
const number = `(?:(?!(?<=\\b${afterYear} )(?:19|20)\\d\\d\\b)\\d[\\d.,]*|${numberWords})`
const money = anyOf(
  'pounds? quid sterling smackers pence dollars? dólares bucks cents? euros? francs? franken pesos? per\\s?cent prozent por\\s?ciento pct',
)
/** What is counted beside a price: pay within 30 days. */
const notMoney = anyOf(
  "days? hours? minutes? mins? weeks? months? years? times people o'clock [ap]m km miles? st nd rd th" +
    ' tage?n? stunden? minuten? wochen? monate?n? días? horas? minutos? semanas? meses',
)
const priceWord = anyOf(
  'costs? prices? priced charges? charged fees? pays? paid kostet kosten preise? gebühr(?:en)? cuestan? costar precios? valen? tarifas? sav(?:es?|ings?) discount instead sparen rabatt statt ahorr\\p{L}+ descuento',
)
/** Words between one of them and its figure. */
const between = `(?:[\\s:–—-]+${anyOf('is are was only just of about around roughly from at up to no not more less than under over you us now of for as little low between starts? starting an? nur ab etwa rund circa ist sind solo sólo desde unos unas de es son la lo el')})*[\\s:–—-]+`
const patterns = [
  `(?:\\d|${numberWords})\\s?-?(?:%|${money}\\b)`,
  // In any currency, whichever the site has.
  '\\p{Sc}\\s?\\d|\\d\\s?(?:\\p{Sc}|p\\b)',
  `\\b${priceWord}(?:[^.!?\\d]{0,40}\\b${anyOf('is are was ist sind es son')})?${between}${number}(?![\\d.,\\s-]*(?:${numberWord}[\\s-]+)*${notMoney}\\b)`,
  // Two decimals are a price unless they are a weight or the like.
  `(?<![\\d.,·/])\\d{1,4}[.,·]\\d\\d(?![\\d.,·/]|\\s?(?:${notMoney}|[kcm]?[gml]|°)\\b)`,
  '(?<![\\d.,/])\\d{1,4}(?:[.,][-–]|/\\d0\\b(?!/))',
  `\\p{Sc}\\s?${numberWord}\\b|\\b${numberWord}\\s?\\p{Sc}|\\b${numberWord}[\\s-]p\\b|\\b(?:rs|kr|fr)\\.?\\s?\\d|\\d\\s?‰`,
  // Four twenty is a price, or a time.
  `\\b${unitWord}\\s(?:con\\s)?${tensWord}\\b`,
  '\\b(?:fiver|tenner|bogof|\\p{L}+pence)s?\\b|★★|(?<![\\d/])\\d(?:\\.\\d)?\\s?/\\s?(?:5|10)\\b(?!/)',
  '\\bhal(?:f|ve|ben)[\\s-](?:the[\\s-])?(?:\\p{L}+\\s)?(?:price|preis|off)\\b|\\b1/2 (?:price|off)\\b|\\bmitad de precio\\b|\\bmedio precio\\b',
  `\\b(?:third|quarter|fifth|tenth|${number})\\s+off\\b|\\bbuy\\s+(?:one|1|two|2)\\b|\\b(?:two|three|2|3)[\\s-]for[\\s-](?:one|two|1|2|the price)\\b`,
  `(?:\\d|\\b${numberWord})[\\s-]?(?:stars?\\b|★|(?:out )?of (?:5|five)\\b)`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** What costs nothing, unlike what is gluten-free, free-range, or free on Monday. */
const freePattern = new RegExp(
  `(?<!\\p{L}-|\\b${anyOf('feel set gluten sugar dairy hands toll')} )\\bfree\\b(?!-|\\s+${anyOf('from range time to hand will standing form slots? hours? days? weekends? mornings? afternoons? evenings?')}\\b|\\s+of\\s+(?!charge|cost))` +
    `|\\b${anyOf('kostenlos\\p{L}* kostenfrei\\p{L}* umsonst gratis gratuit[oa]s? complimentary')}\\b|\\b(?:no|without|at no)\\s+(?:extra\\s+)?(?:charge|cost|fee)s?\\b|\\bon the house\\b|\\b(?:is|are) on us\\b|\\b(?:costs?|charge) nothing\\b(?!\\s+to\\b)`,
  'iu',
)

/** A number of Rome, which has more than one sign. */
const romanNumber =
  /\b(?=[MDCLXVI]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b/g

/** @param plain as `toPlainCharacters` returns it */
export function statesFigure(plain: string): boolean {
  const text = plain.replaceAll(romanNumber, '9')
  // What is free may be what a fact says that is cited beside it.
  return (
    patterns.some((pattern) => pattern.test(text)) ||
    (!text.includes('${') && freePattern.test(text))
  )
}
