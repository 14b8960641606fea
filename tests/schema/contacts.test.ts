/** One number or address is the source of what pages show and of what links dial. */
import { expect, it } from 'vitest'
import { toContactLink, type Contacts } from '../../schema/resolve/text/contact-links.ts'
import { checkContacts } from '../../schema/resolve/text/check-contacts.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { getValidator } from '../../schema/validate/validate-file.ts'
import type { Problem } from '../../schema/problems/problem.ts'

it.each([
  ['+1 (432) 555-0142', '(432) 555-0142', 'tel:+14325550142'],
  ['+1-432-555-0142', '432-555-0142', 'tel:+14325550142'],
  ['+44 113 496 0100', '0113 496 0100', 'tel:+441134960100'],
  ['+44 (113) 496 0100', '(0113) 496 0100', 'tel:+441134960100'],
  ['+353 91 570 100', '091 570 100', 'tel:+35391570100'],
  ['+39 06 1234 5678', '06 1234 5678', 'tel:+390612345678'],
  ['+1 (432) 555-0142 ext. 5', '(432) 555-0142 ext. 5', 'tel:+14325550142;ext=5'],
  ['+44 113 496 0100 x12', '0113 496 0100 x12', 'tel:+441134960100;ext=12'],
  ['+1 800 FLOWERS', '800 FLOWERS', 'tel:+18003569377'],
  ['+55 11 5550-0142', '11 5550-0142', 'tel:+551155500142'],
  ['+7 912 345 67 89', '8 (912) 345-67-89', 'tel:+79123456789'],
])('%s is shown as %s and dialed as %s', (number, text, href) => {
  expect(toContactLink({ number })).toEqual({ text, href })
  expect(toContactLink({ number, international: true })).toEqual({ text: number, href })
})

it.each([
  ['+14325550142', '(432) 555-0142', '+1 (432) 555-0142', 'tel:+14325550142'],
  ['+1(432)555-0142', '(432)555-0142', '+1(432)555-0142', 'tel:+14325550142'],
  ['+441134960100', '0113 496 0100', '+44 113 496 0100', 'tel:+441134960100'],
  ['+35391570100', '(091) 570 100', '+353 91 570 100', 'tel:+35391570100'],
  ['+6561234567', '6123 4567', '+65 6123 4567', 'tel:+6561234567'],
])('%s, as phones write it, is shown as %s and %s', (number, text, international, href) => {
  expect(toContactLink({ number })).toEqual({ text, href })
  expect(toContactLink({ number, international: true })).toEqual({ text: international, href })
})

it('an email address is written once, too', () => {
  const address = 'hello@example.com'
  const link = { text: address, href: 'mailto:hello@example.com', placeholder: true }
  expect(toContactLink({ address, placeholder: true })).toEqual(link)
})

function listTextCodes(text: string, contacts: Contacts): string[] {
  const source = parseFile('page.yaml', Buffer.from(`text: ${JSON.stringify(text)}`))
  const problems: Problem[] = []
  checkContacts(text, { source, path: ['text'] }, contacts, problems)
  return problems.map(({ code }) => code)
}

it('numbers and addresses of others are allowed where the site lists them', () => {
  const listCodes = (others?: string[]) => {
    const contacts: Contacts = { phone: toContactLink({ number: '+1 432-555-0142' }), others }
    const text = 'Call (432) 221-1111 or +1 432 221 1111, or write to Records@hospital.test.'
    return listTextCodes(text, contacts)
  }
  expect(listCodes()).toEqual(['UNKNOWN_CONTACT', 'UNKNOWN_CONTACT', 'UNKNOWN_CONTACT'])
  expect(listCodes(['+1 (432) 221-1111', 'records@hospital.test'])).toEqual([])
})

it.each([
  '0221/987654N',
  '(0221) / 9 87 65 4N',
  '0049 221 987654N',
  '0049221987654N',
  '+49 (0)221 987654N',
  '0049(0)221/987654N',
])('%s is not taken for the number of the site', (written) => {
  const listCodes = (digit: string) => {
    const contacts: Contacts = { phone: toContactLink({ number: '+49 221 9876543' }) }
    const text = `Since 01/02/2024, call ${written.replace('N', digit)} or 04/2024 12.`
    return listTextCodes(text, contacts)
  }
  expect(listCodes('3')).toEqual(['WRITTEN_OUT_CONTACT'])
  expect(listCodes('4')).toEqual(['SIMILAR_CONTACT'])
})

it.each([
  ['DE', '030 1234567', '+49 30 1234567'],
  ['IT', '06 1234 5678', '+39 06 1234 5678'],
  ['NL', '020 123 4567', '+31 20 123 4567'],
  ['US', '432-555-0100', '+1 (432) 555-0100'],
  ['FR', '0049 (0)30/1234567', '+49 30 1234567'],
  ['ES', '+34 (0) 961 23 45 67', '+34 961 23 45 67'],
  ['IT', '+39 (0)6 1234 5678', '+39 06 1234 5678'],
  // Contacts of phones have marks for the direction of the text.
  ['ES', '\u202a+34 961 23 45 67\u202c', '+34 961 23 45 67'],
  ['ES', '961 23 45\u200e 67', '+34 961 23 45 67'],
  ['US', '030 1234567', undefined],
])('in %s, %s is proposed with the code of its country', (country, number, expected) => {
  const text = `site: { phone: { number: ${number} }, business: { country: ${country} } }`
  const problems = getValidator(loadSchema())(parseFile('pages.yaml', Buffer.from(text)))
  const found = problems.find(({ code }) => code === 'INVALID_FORMAT')
  expect(found).toMatchObject({ found: number })
  expect(found!.suggestion).toBe(expected)
})
