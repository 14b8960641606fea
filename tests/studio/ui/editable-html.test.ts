/** A text that is edited in the page comes back as it was written, except for what was edited. */
import { expect, it } from 'vitest'
import { toEditableText } from '../../../scripts/studio/ui/form/editable-html.ts'
import { convertEdited } from '../../../scripts/studio/ui/form/paste-html.ts'

const options = { isMarkdown: true, headings: true, isInline: false }

/** Prepares a text, and prints its citations as the page does. */
function prepare(written: string): string {
  const text = toEditableText(written, options)
  if (typeof text === 'string') throw new Error(`${text}: ${written}`)
  return text.html.replaceAll(/>[^<>]+<\/span>/g, '>£4.20</span>')
}

const texts = [
  'A loaf is **${loaf}**, and a *long* one ${loaf.long}.',
  'Lines that end\nin the **file\nonly** stay.\n\nAnother paragraph.',
  'Corner Bike Shop\\\nMain Street',
  '## 1. The name\n\nText.\n\n### More\n\n- One\n- Two\n  - Three\n\n1. First\n2. Second\n   line',
  'See [our bread](/bread), [the hours](#hours), [us](tel:${site.phone}) and https://example.com/a_b.',
  'A ${course|number}-hour course, ~~not~~ 2 × 3 & <3.',
  'We come to {{town}} on **{{day}}**.',
  'Pour 5\u00a0pains\u00a0: ${loaf}\u00a0!',
]

it.each(texts)('an unedited text is unchanged: %j', (written) => {
  expect(convertEdited(prepare(written), options)).toEqual({ text: written, dropped: [] })
})

it('an edited word is the only difference, and breaks at the ends of paragraphs are left out', () => {
  const html = prepare(texts[1]!).replace('file', 'page').replace('</p><p>', '<br></p><p>')
  expect(convertEdited(html, options).text).toBe(texts[1]!.replace('file', 'page'))
  const typed = '<p>New&nbsp; <b>bold</b>&nbsp;text</p><p><ul><li>One<br></li></ul></p><p><br></p>'
  expect(convertEdited(typed, options).text).toBe('New **bold** text\n\n- One')
})

it('a text that would be written in another way is not edited in the page', () => {
  const refused = [
    'With _underscores_.',
    '* One\n* Two',
    '![A loaf](/loaf.jpg)',
    'A [link](/a "title").',
  ]
  for (const written of refused) expect(toEditableText(written, options)).toBeTypeOf('string')
  expect(toEditableText('A <b>tag</b>.', options)).toBe('HTML')
  expect(toEditableText('One.\n\nTwo.', { ...options, isInline: true })).toMatch(/^several/)
})

it('what the page prints is compared with the text, and says what citations print', () => {
  const text = toEditableText('A loaf is **${loaf}**.\n\n- From ${rise}', options)
  if (typeof text === 'string') throw new Error(text)
  expect(text.printed.exec('A loaf is £4.20.From 18 hours')?.slice(1)).toEqual([
    '£4.20',
    '18 hours',
  ])
  expect(text.printed.test('A roll is £4.20.From 18 hours')).toBe(false)
})

it('a form keeps the pictures of an article', () => {
  const written = '![A loaf](/loaf.jpg)\n\nOurs.\n\n![Rolls](/rolls.jpg "From today")'
  const text = toEditableText(written, { ...options, hasPictures: true })
  if (typeof text === 'string') throw new Error(text)
  expect(convertEdited(text.html, options).text).toBe(written)
})

it('a text of one line keeps its spaces, or is edited as it is written', () => {
  const plain = { isMarkdown: false, headings: false, isInline: true }
  expect(toEditableText('Prix\u00a0: ${loaf}\n', plain)).toMatchObject({ isInline: true })
  expect(toEditableText('Two  spaces', plain)).toBeTypeOf('string')
  expect(toEditableText(' At its beginning', plain)).toBeTypeOf('string')
})
