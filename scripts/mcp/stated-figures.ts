/**
 * Finds what a text states that only people know: numbers, in digits or words, what something costs,
 * and how to pay. Whether it is true, or no claim at all, cannot be told from the words. So an
 * assistant states what the site states already, and cites everything else.
 */
import { toPlainCharacters } from '../../schema/util/plain-characters.ts'

/** @property after the words that follow it @property before the word before it */
export type StatedFigure = { written: string; value: string; after: string[]; before?: string }

/**
 * The words that others are made of: ninety-nine, fünfundzwanzig. English, German, Spanish, French,
 * Portuguese, Italian, Dutch, Polish, Swedish, Turkish and Russian, without accents, and without those
 * that are ordinary words elsewhere: once, due, sept.
 */
const numberParts = [
  'zero two three four five six seven eight nine ten eleven twelve hundred thousand million billion dozen score decade',
  '(?:thir|four|fif|six|seven|eigh|nine)teen (?:twen|thir|for|fif|six|seven|eigh|nine)ty',
  'zwei zwo drei vier funf sechs sieben acht neun zehn elf zwolf sech sieb und hundert tausend dutzend hunderte tausende dutzende',
  '(?:ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)(?:und|hundert|tausend) (?:zwan|vier|funf|sech|sieb|acht|neun)zig dreißig',
  'dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince dieci veinte veinti treinta',
  '(?:cuar|cincu|ses|set|och|nov)enta cien ciento cientos (?:dosc|tresc|seisc|novec|setec|quin)ient[oa]s mil docena',
  'deux trois quatre cinq huit neuf dix onze douze treize quatorze quinze seize vingts? trente quarante cinquante soixante cents mille douzaine centaine millier',
  'dois duas quatro sete oito nove dez onze doze treze vinte trinta quarenta sessenta setenta oitenta cem cento duzia centena milhare',
  'tre quattro cinque dieci undici dodici venti trenta quaranta cinquanta sessanta settanta ottanta novanta centinaia migliaia',
  'twee drie vijf zes zeven negen tien twaalf en? twintig dertig veertig (?:vijf|zes|zeven|negen)tig tachtig honderd duizend honderden duizenden',
  'dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec (?:piec|szesc|siedem|osiem|dziewiec)dziesiat dwadziescia sto tysiac',
  'fyra sju atta nio tio tjugo trettio fyrtio femtio hundra hundre tusen uc dort bes yedi sekiz dokuz yirmi otuz kırk doksan yuz',
  'два три четыре пять шесть семь восемь девять десять двадцать тридцать сорок пятьдесят сто двести тысяч',
].flatMap((line) => line.split(' '))
const joins = new Set(['und', 'en?', 'sech', 'sieb', 'dieci', 'veinti'])
const parts = numberParts.join('|')
const wholeParts = numberParts.filter((part) => !joins.has(part)).join('|')

/** What is paid without a number: a pound, half price, free, on the house, by bank transfer. */
const priceWords = [
  '(?:smackers|quid|sterling|pounds?|pence|penn(?:y|ies)|shillings?|nickels?|dimes?|dollar(?:s|es)?|bucks?|euros?|francs?|pesos?|fivers?|tenners?|\\p{L}+(?:pence|penny)|pct|per\\s?cent|prozent|por\\s?ciento|bogof?)',
  'hal(?:f|ve|ben)[\\s-](?:the[\\s-])?(?:\\p{L}+\\s)?(?:price|cost|preis|prijs|off)|(?:mitad de|medio) precio|(?:moitié|demi)[\\s-](?:prix|tarif)|metade do preço|metà prezzo',
  '(?:half|third|quarter|fifth|tenth)[\\s-](?:off|of|price|cheaper|less|more)|buy\\s+one|one[\\s-]for[\\s-]one|one[\\s-](?:hour|minute|day|week|month|year|mile|star)s?',
  '\\p{L}*kosten(?:los|frei)\\p{L}*|frei haus|umsonst|gratis|gratuit[oaei]?s?|offert[es]?|(?:ohne|sin|sans|senza|sem|zonder) (?:aufpreis|(?:re)?cargo|(?:kosten?|cost[eio]?|custo|frai)s?)|complimentary|freebies?|(?:no|without|at no)\\s+(?:extra\\s+)?(?:charge|cost|fee)s?|on the house|(?:is|are) on us|(?:for|(?:costs?|charge|pay)(?: you)?) nothing(?!\\s+to\\b)|nowt|nil for|(?:cuesta|paga) nada|(?:kostet|für|kost|voor) (?:nix|nichts|niks|niets)|at our expense',
  // Not gluten-free, free from nuts, free to ask.
  '(?<!\\p{L}-|\\b(?:feel|set|gluten|sugar|dairy|hands|toll) )free(?!-|\\s+(?:from|range|time|to|hand|will|standing|form|slots?|hours?|days?|weekends?|mornings?|afternoons?|evenings?)\\b|\\s+of\\s+(?!charge|cost))',
  'złot\\p{L}*|рубл\\p{L}*|гривен\\p{L}*|kron(?:or|er|e)|lira\\p{L}*|forint\\p{L}*|rupees?|रुपये|đồng|دولار|ريال|درهم',
  'twice|thrice|(?:double|triple) the|century|centuries|centenary|fortnight\\p{L}*|umpteen\\p{L}*|(?:in|by) (?:a )?half|half the|a couple of|around the clock|day (?:and|or) night',
  'pay(?:able|ments?)?\\s(?:by|with|via|through|using)|cash (?:only|on delivery)',
  'klarna|(?:apple|google|samsung) pay|pix|venmo|zelle|pay\\s?pal|cash\\s?app|western union|moneygram|bitcoins?|crypto\\p{L}*|gift cards?|(?:wire|bank) transfers?|iban|bizum|überweis\\p{L}*',
].join('|')

/** Signs that count, or stand beside a number. A picture may show one: stars, dice, a clock. */
const signs = '\\p{Sc}|[%‰]|\\p{So}+|\\|{2,}|[二三四五六七八九十百千万萬億零〇两兩円元원]+'
/** Without accents and other marks. */
const toBase = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
const figurePattern = new RegExp(
  toBase(
    [
      "\\p{N}+(?:[.,·:/’'-]?\\p{N}+)*",
      signs,
      `(?<![\\p{L}\\p{N}])(?:(?:${parts})*(?:${wholeParts})(?:s|th|fold|ish)?|${priceWords})(?![\\p{L}\\p{N}])`,
    ].join('|'),
  ),
  'giu',
)
/** A number of a license may be letters alone. */
const codePattern = /\b\p{Lu}{2,}(?:-\p{Lu}{2,})+\b/gu

/** A number of Rome. Two letters may be a size or a degree, unless they are small. */
const romanNumber =
  /\b(?=[IVX]{2}|[MDCLXVI]{3})(?!mix\b)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})\b/g
const smallRomanNumber = new RegExp(romanNumber.source.replace('[IVX]{2}|', ''), 'gi')

/** A word letter by letter. */
const numberWord = new RegExp(wholeParts, 'gi')
const spelledWord = /(?<!\p{L})\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}){2,}(?!\p{L})/gu

/** @param text as a visitor reads it */
export function listFigures(text: string): StatedFigure[] {
  const plain = toBase(
    toPlainCharacters(text).replace(spelledWord, (word) =>
      word.replace(/\P{L}/gu, '').replace(numberWord, ' $& '),
    ),
  )
  const found = [figurePattern, codePattern, romanNumber, smallRomanNumber].flatMap((pattern) => [
    ...plain.matchAll(pattern),
  ])
  const listWords = (part: string) => part.toLowerCase().match(/\p{L}+/gu) ?? []
  return found.flatMap(({ 0: written, index }) => {
    const rest = plain.slice(index + written.length, index + 100)
    // A name counts as one word: 12 Mill Lane.
    const [name = ''] = /^\P{L}*(?:\p{Lu}\p{Ll}+ )+\p{Lu}\p{Ll}+/u.exec(rest) ?? []
    const words = listWords(rest.slice(name.length)).slice(0, 3)
    const after = name === '' ? words : [listWords(name).join(' '), ...words]
    const before = listWords(plain.slice(Math.max(0, index - 50), index)).at(-1)
    return written === '' ? [] : [{ written, value: written.toLowerCase(), after, before }]
  })
}

/** Whether the same is counted. A year, or another number of four digits, is the same anywhere. */
export const statesSame = (one: StatedFigure, other: StatedFigure): boolean => {
  if (one.value !== other.value) return false
  if (/^\d{4,}$/.test(one.value)) return true
  // Short words, such as "of" and "this", follow any number.
  const [next, otherNext] = [one, other].map(({ after: [first = '', second = ''] }) =>
    first.length > 4 ? first : `${first} ${second}`,
  )
  return next === otherNext && (next !== ' ' || one.before === other.before)
}
