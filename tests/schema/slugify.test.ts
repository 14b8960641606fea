/** The addresses that names become. */
import { expect, it } from 'vitest'
import { slugify } from '../../schema/util/slugify.ts'

it.each([
  ['Legal Updates', 'legal-updates'],
  ['Café Zürich?', 'cafe-zurich'],
  ['Straßburg', 'strassburg'],
  ['Łódź', 'lodz'],
  ['Tromsø', 'tromso'],
  ['Ærø', 'aero'],
  ['Þingvellir', 'thingvellir'],
  ['Đà Nẵng', 'da-nang'],
  ['Sửa xe đạp', 'sua-xe-dap'],
  ['Diyarbakır', 'diyarbakir'],
  ["Joe's Corner", 'joes-corner'],
  ['Joe’s Corner', 'joes-corner'],
  ["Don't worry", 'dont-worry'],
  ["O'Fallon", 'o-fallon'],
  ['Москва', 'москва'],
])('%s → %s', (name, slug) => expect(slugify(name)).toBe(slug))
