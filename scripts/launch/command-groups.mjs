/**
 * The commands by what they are for, each with what it does: in `npm run help`, and as the first line
 * of `--help`.
 */
export const commandGroups = {
  'See the site': {
    'npm run dev': 'Show the site, and every save immediately.',
    'npm start': 'Build the site and serve it as a host does.',
    'npm run serve': 'Serve the last build.',
    'npm run catalogue': 'Build a page that shows every block with its examples.',
  },
  'Write pages': {
    'npm run new': 'Write a new page, block, site or CI configuration.',
    'npm run rename': 'Move a page to another address; the old one redirects.',
    'npm run where': 'Find the file and line that an address comes from.',
    'npm run studio': 'Edit pages in the browser, by pointing at them.',
    'npm run dates': 'Record the dates and addresses of changed pages.',
  },
  'Check before publishing': {
    'npm run check':
      'Report every mistake; --fix corrects some, --launch lists what is still missing.',
    'npm run changes': 'Compare the site with an earlier version: prices, claims, addresses.',
    'npm run facts': 'List prices and claims, where they are printed, and their evidence.',
    'npm run pages': 'List the pages, all or those with some words.',
    'npm run routes': 'List addresses with titles and descriptions, as search engines read them.',
    'npm run links': 'Check that links to other sites still work.',
    'npm run page-weight': 'Show what a visitor downloads for each page, and check the budgets.',
    'npm run lighthouse': 'Measure pages with Lighthouse.',
    'npm run shots': 'Take screenshots, and compare them.',
  },
  Publish: {
    'npm run build': 'Build the site; --watch keeps it up to date.',
    'npm run merge': 'Join the shards of a site that was built on several machines.',
  },
  'Work on Signpost': {
    'npm run generate': 'Write the generated files: schema, types, fonts.',
    'npm run format': 'Format the code.',
    'npm run lint': 'Report suspicious code.',
    'npm test': 'Run every check and every test.',
    'npm run test:hosts': 'Test the files for hosts against installed servers.',
    'npm run vocabulary': 'Update the schema.org terms that Signpost knows.',
  },
}
