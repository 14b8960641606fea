// @ts-check
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
    rename: 'Move a page to another address; the old one redirects.',
    where: 'Find the file and line that an address comes from.',
    studio: 'Edit pages in the browser, by pointing at them.',
    dates: 'Record the dates and addresses of changed pages.',
  },
  'Check before publishing': {
    check: 'Report every mistake; --fix corrects some, --launch lists what is still missing.',
    changes: 'Compare the site with an earlier version: prices, claims, addresses.',
    facts: 'List prices and claims, where they are printed, and their evidence.',
    pages: 'List the pages, all or those with some words.',
    routes: 'List addresses with titles and descriptions, as search engines read them.',
    links: 'Check that links to other sites still work.',
    'page-weight': 'Show what a visitor downloads for each page, and check the budgets.',
    lighthouse: 'Measure pages with Lighthouse.',
    shots: 'Take screenshots, and compare them.',
  },
  Publish: {
    build: 'Build the site; --watch keeps it up to date.',
    merge: 'Join the shards of a site that was built on several machines.',
  },
  'Work on Signpost': {
    generate: 'Write the generated files: schema, types, fonts.',
    vocabulary: 'Update the schema.org terms that Signpost knows.',
    test: 'Run every check and every test.',
  },
}

/** Scripts in package.json that start other programs. */
const otherScripts = {
  'test:hosts': 'Test the files for hosts against installed servers.',
  format: 'Format the code.',
  lint: 'Report suspicious code.',
}

/** @type {Record<string, string>} The commands, each with what it does. */
export const commands = Object.assign({}, ...Object.values(commandGroups))

/**
 * How a person starts a command: `npm run check`.
 * @param {string} name
 */
export const formatCommandName = (name) =>
  ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`

/** What `npm run help` prints. Each command explains itself with `--help`. */
export function formatCommandList() {
  const groups = { ...commandGroups }
  groups['Work on Signpost'] = { ...groups['Work on Signpost'], ...otherScripts }
  const names = Object.values(groups).flatMap((group) => Object.keys(group).map(formatCommandName))
  const width = Math.max(...names.map((name) => name.length))
  const sections = Object.entries(groups).map(([title, group]) => {
    const lines = Object.entries(group).map(
      ([name, summary]) => `  ${formatCommandName(name).padEnd(width)}  ${summary}`,
    )
    return [`${title}:`, ...lines, ''].join('\n')
  })
  return [...sections, 'More about a command, with examples: npm run check -- --help'].join('\n')
}
