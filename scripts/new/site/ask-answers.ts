import { createInterface } from 'node:readline/promises'
import { UserError } from '../../shared/user-error.ts'
import { ciHosts } from '../ci-template.ts'
import { findTrade } from './find-trade.ts'
import {
  InvalidAnswer,
  parseHost,
  parseColors,
  parseName,
  parseNearby,
  readPhoneAnswer,
  parseTown,
  parseTrade,
  type SiteAnswers,
} from './site-answers.ts'

/** A question about a new site. The same text answers it as an option or in a terminal. */
type Prompt = {
  option: keyof SiteAnswers
  /** The question as a terminal shows it. */
  prompt(answers: SiteAnswers): string
  /** @throws InvalidAnswer */
  parse(text: string, answers: SiteAnswers): SiteAnswers[keyof SiteAnswers]
  /** Whether the question may be left unanswered. */
  isOptional?: boolean
}

/** In the order in which they are asked. An answer may depend on those before it. */
const questions: Prompt[] = [
  { option: 'name', prompt: () => 'Name of the business', parse: parseName },
  {
    option: 'trade',
    prompt: () => 'Trade, such as plumber, dentist or food truck',
    parse: parseTrade,
  },
  {
    option: 'town',
    prompt: () => 'Town and state, such as Austin, TX, or town and country',
    parse: parseTown,
  },
  {
    option: 'phone',
    prompt: () => 'Phone number, such as (432) 555-0142',
    parse: (text, { town }) => readPhoneAnswer(text, town.country),
  },
  {
    option: 'colors',
    prompt: ({ trade }) =>
      `Main color, such as navy or #1d4ed8 (Enter for ${findTrade(trade).theme.accent})`,
    parse: parseColors,
    isOptional: true,
  },
  {
    option: 'nearby',
    prompt: () => 'Two towns nearby, such as Round Rock, Buda (Enter to name them later)',
    parse: parseNearby,
    isOptional: true,
  },
  {
    option: 'host',
    prompt: () => `Where will it be published: ${ciHosts.join(', ')} (Enter for github)`,
    parse: parseHost,
    isOptional: true,
  },
]

/**
 * Collects the answers from options, and asks for those that are missing if `ask` is given.
 * @param options The texts of the options that are set.
 * @throws InvalidAnswer if an option cannot be used or one is missing.
 */
export async function collectAnswers(
  options: Partial<Record<keyof SiteAnswers, string>>,
  ask?: (prompt: string) => Promise<string>,
): Promise<SiteAnswers> {
  const answers = { colors: {}, nearby: [], host: 'github' } as unknown as SiteAnswers
  const set = (question: Prompt, text: string) =>
    Object.assign(answers, { [question.option]: question.parse(text, answers) })
  for (const question of questions) {
    const { option, isOptional = false } = question
    const text = options[option]
    if (text !== undefined) set(question, text)
    else if (ask) await askUntilValid(question, answers, ask, set)
    else if (!isOptional)
      throw new InvalidAnswer(`--${option} is missing. In a terminal, the command asks for it.`)
  }
  return answers
}

async function askUntilValid(
  question: Prompt,
  answers: SiteAnswers,
  ask: (prompt: string) => Promise<string>,
  set: (question: Prompt, text: string) => void,
): Promise<void> {
  for (;;) {
    const text = await ask(`${question.prompt(answers)}: `)
    if (text.trim() === '' && question.isOptional) return
    try {
      return set(question, text)
    } catch (error) {
      if (!(error instanceof InvalidAnswer)) throw error
      console.log(error.message)
    }
  }
}

/**
 * Collects the answers, and asks for those that are missing if a person is at a terminal.
 * @throws UserError when the person cancels.
 */
export async function collectAnswersInTerminal(
  options: Parameters<typeof collectAnswers>[0],
): Promise<SiteAnswers> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return collectAnswers(options)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closing = new AbortController()
  terminal.once('close', () => closing.abort())
  try {
    return await collectAnswers(options, (prompt) =>
      terminal.question(prompt, { signal: closing.signal }),
    )
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw new UserError('\nNothing was written.')
    throw error
  } finally {
    terminal.close()
  }
}
