/**
 * Each syntax mistake is reported once, on its own line, with a correction that makes the file
 * parse.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSplices } from '../../schema/problems/correction.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { spliceText } from '../../schema/util/splice-text.ts'
import { root } from '../helpers/run-npm-script.ts'
import { mistakes as rows } from '../../schema/source/syntax/mistakes.ts'
import { mistakes, rareMistakes, type Mistake } from './mistakes.ts'
import type { Problem } from '../../schema/problems/problem.ts'

const page = readFileSync(join(root, 'tests/syntax/repairs.yaml'), 'utf8')
const parse = (text: string) => parseFile('repairs.yaml', Buffer.from(text))
const makeMistake = ({ right, wrong }: Mistake, text = page) => text.replace(right, () => wrong)
const correct = (text: string, problems: Problem[]) =>
  spliceText(
    text,
    problems.flatMap(({ correction }) => (correction ? toSplices(text, correction) : [])),
  )

it('there are at least 60 mistakes, each made in one place', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(60)
  expect(mistakes.filter(({ right }) => page.split(right).length !== 2)).toEqual([])
  expect(new Set(mistakes.map(({ name }) => name)).size).toBe(mistakes.length)
})

describe.each(mistakes)('$name', (mistake) => {
  const { right, corrected = right, line = 0, isGuess = false } = mistake
  const { code = 'YAML_SYNTAX' } = mistake

  const check = (adapt: (text: string) => string) => {
    const original = adapt(page)
    const text = original.replace(adapt(right), () => adapt(mistake.wrong))
    const { problems } = parse(text)
    expect(problems).toMatchObject([{ code, correction: { isSure: !isGuess } }])
    const firstLine = page.slice(0, page.indexOf(right)).split('\n').length
    expect(problems[0]!.line).toBe(firstLine + line)
    const result = correct(text, problems)
    expect(result).toBe(original.replace(adapt(right), () => adapt(corrected)))
    expect(parse(result).problems).toEqual([])
  }

  it('is reported and corrected', () => check((text) => text))
  if (corrected.includes('\n'))
    it('is corrected with Windows line endings', () =>
      check((text) => text.replaceAll('\n', '\r\n')))
})

it.each(rareMistakes)('$name is located, and not corrected for sure', (mistake) => {
  const { problems } = parse(makeMistake(mistake))
  const start = page.slice(0, page.indexOf(mistake.right)).split('\n').length
  const lines = mistake.wrong.split('\n').length
  expect(problems[0]!.code).toBe('YAML_SYNTAX')
  // The parser may notice it at the line before or after.
  expect(problems[0]!.line).toBeGreaterThanOrEqual(start - 1)
  expect(problems[0]!.line).toBeLessThanOrEqual(start + lines)
  expect(problems.filter(({ correction }) => correction?.isSure)).toEqual([])
})

it.each(rows.map(({ example }) => example))('the example %j is explained', (wrong, right) => {
  const { problems } = parse(wrong)
  expect(problems).toMatchObject([{ code: 'YAML_SYNTAX', correction: { isSure: true } }])
  expect(correct(wrong, problems)).toBe(right)
})

it('each row of the table has words of its own', () => {
  const words = rows.map(({ example: [wrong] }) => parse(wrong).problems[0]!.message)
  expect(words.filter((message) => /not valid YAML|\{\}/.test(message))).toEqual([])
  expect(new Set(words).size).toBe(rows.length)
})

it('mistakes in two pages are reported together', () => {
  const [quote, brace] = ['single quote never closed', 'quote never closed at the end'].map(
    (name) => mistakes.find((mistake) => mistake.name.startsWith(name)),
  )
  const text = makeMistake(brace!, makeMistake(quote!))
  const { problems } = parse(text)
  expect(problems.map(({ line }) => line)).toEqual([25, 45])
  expect(parse(correct(text, problems)).problems).toEqual([])
})

it('two mistakes in one page are reported together', () => {
  const text = page
    .replace('title: Bike repairs', 'title:Bike repairs')
    .replace('heading: What we fix', 'heading: "What we fix')
  const { problems } = parse(text)
  expect(problems.map(({ line }) => line)).toEqual([5, 25])
  expect(parse(correct(text, problems)).problems).toEqual([])
})

it('the report shows the corrected line', () => {
  const text = page.replace('heading: What we fix', 'heading: "What we fix')
  expect(formatProblems(parse(text).problems)).toBe(
    [
      'repairs.yaml:25:18 error YAML_SYNTAX',
      '  This quote is never closed.',
      '     25 |         heading: "What we fix',
      '        |                  ^',
      '  fix:      Close it at the end of the text:',
      '     25 |         heading: "What we fix"',
    ].join('\n'),
  )
})

it('old Mac line endings are replaced', () => {
  const text = page.replaceAll('\n', '\r')
  const { problems } = parse(text)
  expect(problems).toMatchObject([{ message: 'This file uses old Mac line endings (CR).' }])
  expect(correct(text, problems)).toBe(page)
})

it('whatever is written, corrections fit the file and make it parse', () => {
  const pieces = ['"', "'", '[', ']', '{', '}', ':', ': ', ' #', ',', '-', '- ', '*', '&', '|', ' ']
  const damage = fc.tuple(
    fc.nat(page.length - 1),
    fc.nat(3),
    fc.oneof(fc.constantFrom(...pieces, '\t', '\n', '\u00a0'), fc.constant('')),
  )
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 2 }), (damages) => {
      let text = page
      for (const [at, removed, added] of damages)
        text = text.slice(0, at) + added + text.slice(at + removed)
      const { problems } = parse(text)
      const syntax = problems.filter(({ code }) => code === 'YAML_SYNTAX')
      if (syntax.length === 0 || !syntax.every(({ correction }) => correction)) return
      const after = parse(correct(text, syntax)).problems
      expect(after.filter(({ code }) => code === 'YAML_SYNTAX')).toEqual([])
    }),
    { numRuns: 20 },
  )
})
