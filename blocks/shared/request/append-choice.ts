import type { TariffChoice } from '../../../schema/types.gen.ts'
import { addMissingParameters } from '../links/add-missing-parameters.ts'

/** The parameter of an address with what a visitor asks for, from which a total is computed. */
export const choiceParameter = 'choice'

/** Adds what is asked for to the address of a page with a schedule or a quote. */
export const appendChoice = (href: string, choice: TariffChoice | undefined): string =>
  choice
    ? addMissingParameters(
        href,
        String(new URLSearchParams({ [choiceParameter]: JSON.stringify(choice) })),
      )
    : href
