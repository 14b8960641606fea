import type { TariffChoice } from '../../../schema/types.gen.ts'
import { appendQuery } from '../links/append-query.ts'

/** The parameter of an address with what a visitor asks for, from which a total is computed. */
export const choiceParameter = 'choice'

/** Adds what is asked for to the address of a page with a schedule or a quote. */
export const appendChoice = (href: string, choice: TariffChoice | undefined): string =>
  choice
    ? appendQuery(href, String(new URLSearchParams({ [choiceParameter]: JSON.stringify(choice) })))
    : href
