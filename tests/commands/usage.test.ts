/** Every command has help, and recognizes options that npm keeps for itself. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands as table, formatCommand } from '../../scripts/launch/commands.mjs'
import { explainOptionsTakenByNpm } from '../../scripts/shared/npm-options.ts'
import { formatHelp, type Usage } from '../../scripts/shared/usage.ts'
import { importCommand, runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const execute = promisify(execFile)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** The scripts of package.json, without the benchmarks and what npm runs by itself. */
const listed = Object.keys(scripts).filter((name) => !/^bench|^(pre|post)pack$|^help$/.test(name))
/** Those that explain themselves; Biome explains its own. */
const commands = Object.keys(table)

it('npm run help lists every command', async () => {
  const { stdout } = await execute('npm', ['run', '--silent', 'help'], { cwd: root })
  const shown = [...stdout.matchAll(/^ {2}npm (?:run )?(\S+) +[A-Z].*\.$/gm)].map(
    ([, name]) => name,
  )
  expect(shown.sort()).toEqual(listed.sort())
})

/** Explained in one place, and the same everywhere. */
const sharedOptions = [
  '--help',
  '--site',
  '--cache-dir',
  '--dir',
  '--format',
  '--now',
  '--host',
  '--port',
  '--verbose',
  '--drafts',
  '--launch',
]

describe('--help', () => {
  const help = new Map<string, string>()
  beforeAll(async () => {
    for (const name of commands) {
      const command = await importCommand(name)
      expect(command.name).toBe(name)
      help.set(name, formatHelp(command))
    }
  })

  it('is tested for a plausible number of commands', () => {
    expect(commands.length).toBeGreaterThan(15)
  })

  it('is printed, whatever else is given', async () => {
    const { code, stdout, stderr } = await runInProcess('check', ['--sight', '--help'])
    expect([code, stdout, stderr]).toEqual([0, `${help.get('check')}\n`, ''])
  })

  it.each(commands)('of %s says what it does, explains every option and has examples', (name) => {
    const [summary, synopsis = '', explanations = '', examples = ''] = help.get(name)!.split('\n\n')
    expect(summary).toBe(table[name])
    expect(synopsis).toContain(`Usage: ${formatCommand(name)} `)
    for (const [, option] of explanations.matchAll(/^ {2}(--[a-z-]+)/gm))
      if (!sharedOptions.includes(option!))
        expect(examples).toMatch(new RegExp(`${option}(?![a-z-])`))
    expect(explanations).toMatch(/^ {2}--help +Show this help\.$/m)
    expect(examples).toMatch(new RegExp(`^  npm (run )?${name}\\b.* {2}[A-Z].*\\.$`, 'm'))
  })

  it.each([60, 80, 120])('fits a terminal of %i columns, and says the same', async (columns) => {
    const usage: Usage = {
      name: 'x',
      options: {
        out: {
          value: 'DIR',
          help: 'The folder to write, which is deleted first if an earlier run wrote it.',
        },
        'a-very-long-option-name': 'Do something.',
      },
      examples: { '--out somewhere --format json': 'Write it somewhere, for a program to read.' },
    }
    const text = formatHelp(usage, columns)
    expect(text.split('\n').filter((line) => line.length >= columns)).toEqual([])
    const listWords = (help: string) => help.split(/\s+/)
    expect(listWords(text)).toEqual(listWords(formatHelp(usage)))
  })

  it('shows no option with a value that npm would read as its own', async () => {
    const { stdout } = await execute('npm', ['config', 'list', '--long', '--json'], { cwd: root })
    const settings = JSON.parse(stdout) as Record<string, unknown>
    const npmNames = Object.keys(settings)
    const names = [...help.values()].flatMap((text) =>
      [...text.matchAll(/^ {2}--([a-z-]+) [A-Z]/gm)].map(([, name]) => name!),
    )
    expect(names).toContain('site')
    // npm always passes on a setting that has a default, and never one that was abbreviated.
    const taken = names.filter(
      (name) =>
        (settings[name] ?? null) !== null ||
        (!npmNames.includes(name) && npmNames.filter((own) => own.startsWith(name)).length === 1),
    )
    // npm reads --format as an abbreviation of one of its settings.
    expect([...new Set(taken)].filter((name) => name !== 'format')).toEqual([])
  })
})

describe('options that npm keeps for itself', () => {
  const usage: Usage = {
    name: 'check',
    options: {
      site: { value: 'DIR', help: '' },
      out: { value: 'DIR', help: '' },
      format: { value: 'FORMAT', help: '', choices: ['text', 'json'], default: 'text' },
      port: { value: 'NUMBER', help: '' },
      'cache-dir': { value: 'DIR', help: '' },
      launch: '',
    },
    examples: {},
  }
  const explain = (args: string[], taken: Record<string, string>) => {
    const env = Object.fromEntries(
      Object.entries(taken).map(([name, value]) => [`npm_config_${name}`, value]),
    )
    return explainOptionsTakenByNpm(usage, args, { ...env, npm_lifecycle_event: 'check' })
      ?.split('\n')
      .find((line) => line.startsWith('  '))
      ?.trim()
  }

  it.each<[string, string[], Record<string, string>, string | undefined]>([
    ['--launch', [], { launch: 'true' }, 'npm run check -- --launch'],
    ['--site=shop', [], { site: 'shop' }, 'npm run check -- --site shop'],
    ['--site=a b', [], { site: 'a b' }, "npm run check -- --site 'a b'"],
    ['/x --site', ['/x'], { site: 'true' }, 'npm run check -- /x --site DIR'],
    ['--no-launch', [], { launch: '' }, undefined],
    ['-- --launch', ['--launch'], {}, undefined],
    ['-- --launch, inherited', ['--launch'], { launch: 'true' }, undefined],
    ['npm settings only', ['/x'], { loglevel: 'silent', yes: 'true', color: 'true' }, undefined],
  ])('%s', (_, args, taken, command) => {
    expect(explain(args, taken)).toBe(command)
  })

  it('are found for every option', () => {
    for (const name of Object.keys(usage.options))
      expect(explain([], { [name.replaceAll('-', '_')]: 'true' })).toContain(`-- --${name}`)
  })

  it('do not matter without npm', () => {
    expect(explainOptionsTakenByNpm(usage, [], { npm_config_launch: 'true' })).toBeUndefined()
  })

  it('stop a command that npm runs', async () => {
    const failure = await execute('npm', ['run', 'check', '--launch'], { cwd: root }).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    )
    expect(failure?.code).toBe(2)
    expect(failure?.stderr).toContain('\n  npm run check -- --launch\n')
  })
})
