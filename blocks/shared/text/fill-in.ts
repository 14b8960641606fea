import type { PluralText } from '../../../schema/types.gen.ts'

/** Fills in the variables of a text: `{shown} of {total}`. Unknown names stay in braces. */
export const fillIn = (word: string, values: Record<string, string | number>): string =>
  word.replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : written,
  )

/** Chooses the form of a word for a number. @param language a BCP 47 tag */
export const choosePlural = (word: PluralText, n: number, language: string): string =>
  word[new Intl.PluralRules(language).select(n) as keyof PluralText] ?? word.other
