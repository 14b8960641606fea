// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether this is the installed package, whose commands are bundled already, and not the repository
 * of Signpost.
 */
export const isPackage = !existsSync(join(import.meta.dirname, 'bundle-commands.mjs'))

/**
 * @param {string} program the folder of a copy of Signpost
 * @returns {string} its version, such as 0.2.0
 */
export const readVersion = (program) =>
  JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')).version

/**
 * The commands by what they are for, each with what it does. Each is the module `scripts/NAME.ts`.
 */
const commandGroups = {
  'See the site': {
    dev: 'Show the site, and every save immediately.',
    start: 'Build the site and serve it as a host does.',
    serve: 'Serve the last build.',
    catalogue: 'Build a page that shows every block with its examples.',
  },
  'Write pages': {
    new: 'Write a new page, block, site or CI configuration.',
    import: 'Write an old site as a new one, with all of its addresses.',
    rename: 'Move a page to another address; the old one redirects.',
    delete: 'Delete a page; its address redirects, or is gone for good.',
    studio: 'Edit pages in the browser, by pointing at them.',
    mcp: 'Let an assistant edit the site: every edit is checked first.',
    reviews: 'Add reviews from Google or a spreadsheet to those of the site.',
    sheet: 'Write facts, titles or rows as a spreadsheet, and take back what was changed.',
  },
  'Check before publishing': {
    check: 'Report every mistake; --fix corrects some, --launch lists what is still missing.',
    changes: 'Compare the site with an earlier version: prices, claims, addresses.',
    facts: 'List prices and claims, where they are printed, and their evidence.',
    pages: 'List pages as search engines find them, or say where an address comes from.',
    links: 'Check that links to other sites still work.',
  },
  Publish: {
    build: 'Build the site; --watch keeps it up to date.',
    merge: 'Join the shards of a site that was built on several machines.',
  },
  'Keep it current': {
    upgrade: 'Install another version, and move the site to it.',
    fleet: 'Check several sites, or run another command on all.',
  },
  'Work on Signpost': {
    generate: 'Write the generated files: schema, types, fonts.',
    test: 'Run every check and every test.',
  },
}

/** Commands that only the repository has. */
const repositoryCommands = ['test']

/** Scripts in package.json that start other programs. */
const otherScripts = {
  'test:hosts': 'Test the files for hosts against installed servers.',
  vocabulary: 'Update the terms of schema.org that the tests know.',
  format: 'Format the code.',
  lint: 'Report suspicious code.',
}

/** @type {Record<string, string>} The commands of the package, each with what it does. */
export const packageCommands = Object.fromEntries(
  Object.values(commandGroups)
    .flatMap((group) => Object.entries(group))
    .filter(([name]) => !repositoryCommands.includes(name)),
)

/** @type {Record<string, string>} The commands, each with what it does. */
export const commands = isPackage
  ? packageCommands
  : Object.assign({}, ...Object.values(commandGroups))

/**
 * How a person starts a command here: `npm run check -- --launch` in the repository of Signpost,
 * `npx signpost check --launch` in a site. Every message and help text gets it from here.
 * @param {string} name
 * @param {string[]} [args]
 * @param {boolean} [inPackage] Where the person is. By default, where this code is.
 */
export function formatCommand(name, args = [], inPackage = isPackage) {
  const quoted = args.map(quoteArgument)
  if (inPackage) return ['npx signpost', name, ...quoted].join(' ')
  const start = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
  return [start, ...(quoted.length > 0 ? ['--'] : []), ...quoted].join(' ')
}

/**
 * Quotes an argument for a shell, if it has to be.
 * @param {string} arg
 */
export const quoteArgument = (arg) =>
  /^[\w./:@%+=,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`

/**
 * Replaces the commands in a text, which are written as in the repository of Signpost, by those that
 * work here.
 * @param {string} text
 * @param {string[]} [args] Added to each command, such as the site.
 * @param {boolean} [inPackage] See `formatCommand`.
 */
export const localizeCommands = (text, args = [], inPackage = isPackage) =>
  !inPackage && args.length === 0
    ? text
    : text.replace(
        /\bnpm (?:run ([a-z]+(?:-[a-z]+)*)(?!:)|(start))\b( --(?= ))?/g,
        (written, name = 'start') =>
          name in packageCommands ? formatCommand(name, args, inPackage) : written,
      )

/** What `npm run help` prints. Each command explains itself with `--help`. */
export function formatCommandList() {
  const groups = Object.entries(commandGroups).map(([title, group]) => {
    const others = title === 'Work on Signpost' && !isPackage ? otherScripts : {}
    const known = Object.entries(group).filter(([name]) => name in commands)
    return { title, rows: [...known, ...Object.entries(others)] }
  })
  const names = groups.flatMap(({ rows }) => rows.map(([name]) => formatCommand(name)))
  const width = Math.max(...names.map((name) => name.length))
  const sections = groups.map(({ title, rows }) => {
    const lines = rows.map(
      ([name, summary]) => `  ${formatCommand(name).padEnd(width)}  ${localizeCommands(summary)}`,
    )
    return [`${title}:`, ...lines, ''].join('\n')
  })
  const help = formatCommand('check', ['--help'])
  const documents = isPackage ? ['', 'Documents: node_modules/signpost/docs'] : []
  return [...sections, `More about a command, with examples: ${help}`, ...documents].join('\n')
}
