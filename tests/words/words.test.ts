/** Every word that a visitor reads is in a file of words, in English and Spanish. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { createWords, listMissingWords } from '../../schema/words/create-words.ts'
import { parseWords } from '../../schema/block-types/read-words.ts'
import { root } from '../helpers/run-npm-script.ts'
import { findVisibleTexts } from './find-visible-texts.ts'

const find = (code: string) => findVisibleTexts('a.tsx', code).map(({ text }) => text)

describe('texts in code', () => {
  it.each([
    ['<p>Load more</p>', 'Load more'],
    ['<p>{isOpen ? "Close" : null}</p>', 'Close'],
    ['<p>{count} articles</p>', 'articles'],
    ['<button aria-label="close" />', 'close'],
    ['<img alt={name ?? "portrait"} />', 'portrait'],
    ['<Table columns={[{ label: "Details" }]} />', 'Details'],
    ['notify("The text is copied.")', 'The text is copied.'],
    ['const text = `${shown} of ${total}`', 'of'],
    ['function f(action = "Send") {}', 'Send'],
  ])('finds the one in %s', (code, text) => expect(find(code)).toEqual([text]))

  it.each([
    '<p className="note by">{text}</p>',
    'throw new Error("There is no such page.")',
    'console.warn("Failed to get location")',
    'element?.querySelector<HTMLElement>("main h1")',
    'type Kind = "Large one"',
  ])('ignores %s', (code) => expect(find(code)).toEqual([]))
})

/** Strings that look like visible texts, but are not. */
const invisibleStrings = new Set([
  // Keys, and lists of names
  'Escape',
  'Tab',
  // Classes
  'card post',
  'icon',
  'checklist-items mark-',
  'data-table compact',
  'portrait seal',
  // Names
  'Vimeo',
  // For the console
  'There is no answer.',
  'The position is no place on earth.',
  'cannot be loaded',
  'seconds',
  'shows nothing after',
])

it('no text is written in the code of the shell or of blocks', () => {
  const files = globSync('{renderer,blocks}/**/*.{ts,tsx}', {
    cwd: root,
    // Texts for developers, types of schema.org, and lists of HTML elements.
    ignore: ['**/*.gen.ts', 'renderer/{dev,vike,json-ld,fast}/**', 'renderer/example-frame.ts'],
  })
  expect(files.length).toBeGreaterThan(100)
  const texts = files.flatMap((file) =>
    findVisibleTexts(file, readFileSync(join(root, file), 'utf8'))
      .filter(({ text }) => !invisibleStrings.has(text))
      .map(({ line, text }) => `${file}:${line} ${text}`),
  )
  expect(texts).toEqual([])
})

describe('files of words', () => {
  const files = globSync(['schema/words/*.yaml', 'blocks/*/words.yaml'], { cwd: root })

  it.each(files)('%s is complete in English and Spanish', (file) => {
    const table = parseWords(file, readFileSync(join(root, file)))
    expect(Object.keys(table)).toEqual(['en', 'es'])
  })

  it('all of them are found', () => {
    expect(files.length).toBeGreaterThanOrEqual(readdirSync(join(root, 'schema/words')).length / 3)
  })

  it.each([
    ['en: { a: A }\nes: {}', 'es has no word "a"'],
    ['en: { a: A }\nes: { a: A, b: B }', 'en has no word "b"'],
    ['en: { a: "{n} of" }\nes: { a: de }', '"a" must have the same names in braces in en and es'],
    ['en: { a: { one: A, other: As } }\nes: { a: A }', '"a" must have plural forms in en and es'],
    ['en: { a: { other: As } }', '"a" in en has no text for one'],
    ['[]', 'there must be words by language'],
  ])('says what is wrong with %j', (text, message) =>
    expect(() => parseWords('words.yaml', Buffer.from(text))).toThrow(message),
  )
})

describe('the words of a site', () => {
  const schema = loadSchema()

  it('are those of its language, whatever the country', () => {
    expect(createWords(schema, 'es-MX', undefined).get('shell')?.menu).toBe('Menú')
    expect(createWords(schema, 'en-GB', undefined).get('shell')?.menu).toBe('Menu')
  })

  it('can be replaced one by one', () => {
    const words = createWords(schema, 'es', { shell: { menu: 'Páginas' } })
    expect(words.get('shell')).toMatchObject({ menu: 'Páginas', skip: 'Ir al contenido' })
  })

  it('are English in other languages, which is reported until the site has its own', () => {
    expect(createWords(schema, 'fr', undefined).get('page')?.home).toBe('Home')
    expect(listMissingWords(schema, 'fr', { page: { home: 'Accueil' } }, [])).not.toContain(
      'page.home',
    )
    expect(listMissingWords(schema, 'fr', {}, [])).toContain('page.home')
    expect(listMissingWords(schema, 'fr', {}, [])).not.toContain('tabs.item')
    const posts = [{ blockTypes: ['posts'] }]
    const polish = { posts: { shown: { one: 'a', few: 'b', other: 'c' } } }
    expect(listMissingWords(schema, 'pl', polish, posts)).toContain('posts.shown.many')
    expect(listMissingWords(schema, 'fr', polish, posts)).not.toContain('posts.shown.many')
    expect(listMissingWords(schema, 'es-MX', {}, [])).toEqual([])
  })
})
