/**
 * Which ranges in a text are kept on one line. The text itself is unchanged, so that searching,
 * copying and screen readers still work.
 */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DataTable } from '../../blocks/shared/data-table.tsx'
import { preventRangeBreaks } from '../../blocks/shared/text/prevent-range-breaks.tsx'

const listKeptRanges = (text: string) => {
  const html = renderToStaticMarkup(preventRangeBreaks(text))
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
  return [...html.matchAll(/<span class="range">([^<]*)<\/span>/g)].map(([, range]) => range)
}

it.each([
  ['There within 1–2 hours, typically', ['1–2 hours']],
  ['$5–$10 an act', ['$5–$10 an']],
  ['Saturday 8 AM–8 PM · Sunday 10 AM–4 PM', ['8 AM–8 PM', '10 AM–4 PM']],
  ['Open 5–9 AM.', ['5–9 AM']],
  ['Most come to $60–$100+', ['$60–$100+']],
  ['(30–60 minutes)', ['(30–60 minutes']],
  ['Zwischen 1.000–2.000 € im Jahr', ['1.000–2.000']],
  ['Notary near me – Midland', []],
  ['Two hours', []],
  ['Call by 6 PM, signed today', ['6 PM']],
  ['Or online within 15 minutes for $35 flat', ['15 minutes']],
  ['A PDF under 25 MB, at 2.5 Mbps', ['25 MB', '2.5 Mbps']],
  ['$60 for the first, 500+ of them', []],
  ['Add 2 notarizations to it', []],
  ['ul. Długa 5, 31-147 Kraków', ['31-147']],
  ['Call 432-555-0142.', ['432-555-0142']],
  ['Notary-near-me 24-hour', []],
  ['We open at 9, with 12 loaves.', ['12 loaves']],
])('%s', (text, ranges) => {
  expect(listKeptRanges(text)).toEqual(ranges)
})

it('a table cell with a range is a single grid item on a phone', () => {
  const columns = ['what', 'online', 'visit'].map((key) => ({ key, label: key }))
  const rows = [{ what: 'Arrival', online: 'at once', visit: 'typically in 2–4 hours' }]
  const html = renderToStaticMarkup(
    <DataTable caption="Compared" columns={columns} rows={rows} rowHeader="what" />,
  )
  expect(html).toContain('<span>typically in <span class="range">2–4 hours</span></span></td>')
  expect(html).toContain('>at once</td>')
})
