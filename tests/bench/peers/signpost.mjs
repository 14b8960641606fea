/**
 * The adapter of this project for the peer benchmark: the generator with the blocks, the shell and
 * the structured data of the benchmark's site. `run.ts` registers it. The benchmark documents the
 * fields of an adapter.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../../', import.meta.url))
const overlay = fileURLToPath(new URL('signpost/', import.meta.url))

/** Files that belong to this repository's site, not to the generator. */
const siteSpecificFiles =
  /^(blocks\/(?!shared\/)|pages|public\/|tests\/|(dates|addresses)\.gen\.json|README\.md|\.ci\/|\.vscode\/)/
/** Entries of the work folder that are kept from one benchmark size to the next. */
const keptEntries = new Set(['node_modules', 'dist', '.tmp'])

/**
 * @param tools of the benchmark: `load` parses YAML, `toYaml` writes it as the benchmark does, and
 *   `editYaml` and `versionOf` are from its lib/site.mjs.
 */
export function createSignpost({ load, toYaml, editYaml, versionOf }) {
  let folder
  return {
    name: 'signpost',
    prepare({ dataDir, workDir, node }) {
      folder = workDir
      copyGenerator(workDir)
      linkPackages(workDir)
      writePeerSite(dataDir, workDir, { load, toYaml })
      const [command, ...args] = getPeerCommand(node, 'generate')
      execFileSync(command, args, {
        cwd: workDir,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...this.env },
      })
    },
    build: ({ node }) => getPeerCommand(node, 'build'),
    output: 'dist',
    // Deleted before each cold build, with the output: the bundled blocks, the cache of the site, and
    // what tsx compiles into the system's temporary folder, here .tmp. What remains is the rest of
    // node_modules/.signpost: the compiled commands, as the programs of other peers are installed
    // compiled, and also the compiled validators of the block schemas.
    caches: ['node_modules/.cache', 'node_modules/.vite', 'node_modules/.signpost/bundles', '.tmp'],
    get env() {
      return { TMPDIR: join(folder, '.tmp') }
    },
    edit: editYaml('pages'),
    watch: ({ node }) => [...getPeerCommand(node, 'build'), '--watch'],
    version: ({ workDir }) =>
      `${versionOf(workDir, 'react')} (React), ${versionOf(workDir, 'vite')} (Vite)`,
  }
}

/** Returns the command that an npm script runs. */
function getPeerCommand(node, name) {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  return [node, ...scripts[name].split(' ').slice(1)]
}

/** Copies the generator from the working tree, and the overlay of the peer over it. */
function copyGenerator(workDir) {
  mkdirSync(workDir, { recursive: true })
  for (const name of readdirSync(workDir))
    if (!keptEntries.has(name)) rmSync(join(workDir, name), { recursive: true })
  const list = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: project, encoding: 'utf8' },
  )
  for (const file of list.split('\0')) {
    if (
      file === '' ||
      siteSpecificFiles.test(file) ||
      file === 'node_modules' ||
      !existsSync(join(project, file))
    )
      continue
    mkdirSync(join(workDir, dirname(file)), { recursive: true })
    cpSync(join(project, file), join(workDir, file))
  }
  cpSync(overlay, workDir, { recursive: true })
}

/**
 * Creates node_modules as a folder of links, so that its caches are separate from the project's.
 * Installs the packages if the project has none.
 */
function linkPackages(workDir) {
  const [from, to] = [join(project, 'node_modules'), join(workDir, 'node_modules')]
  if (existsSync(to)) return
  if (!existsSync(from)) {
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: workDir,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return
  }
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!/^\.(cache|vite|signpost)/.test(name)) symlinkSync(join(from, name), join(to, name))
}

/** Writes the benchmark's data as a site of this project: the same texts, with pages by route. */
function writePeerSite(dataDir, workDir, { load, toYaml }) {
  const read = (name) => load(readFileSync(join(dataDir, name), 'utf8'))
  const site = read('site.yaml')
  const files = readdirSync(dataDir)
    .filter((name) => name.startsWith('pages-'))
    .sort()
  const externalPaths = new Set(
    [...site.header.menus, ...site.footer.columns].flatMap(({ links }) =>
      links.map(({ href }) => toRoutePath(href)),
    ),
  )
  mkdirSync(join(workDir, 'pages'))
  for (const name of files) {
    const pages = {}
    for (const { route, title, description, blocks, jsonLd: _, ...others } of read(name).pages) {
      if (Object.keys(others).length > 0)
        throw new Error(`${route} has ${Object.keys(others)}, which this adapter does not know`)
      for (const action of listActions(blocks))
        if (action.href.startsWith('/')) externalPaths.add(toRoutePath(action.href))
      pages[route] = {
        kind: 'landing',
        title,
        description,
        service: { name: title },
        blocks: blocks.map(addPricesAnchor),
      }
    }
    writeFileSync(join(workDir, 'pages', name), toYaml({ pages }))
  }
  writeFileSync(
    join(workDir, 'pages.yaml'),
    toYaml(createSiteSettings(site, [...externalPaths].sort())),
  )
}

/** Returns the path of an address without query and trailing slash. */
const toRoutePath = (href) => href.split('?')[0].replace(/(?<=[^/])\/$/, '')
const listActions = (blocks) =>
  blocks.flatMap(({ action, actions = [], cards = [] }) => [
    ...(action ? [action] : []),
    ...actions,
    ...cards.map((card) => card.action),
  ])
/** Adds the anchor that the button "See prices" links to. */
const addPricesAnchor = ({ type, ...block }) =>
  type === 'prices' ? { type, id: 'prices', ...block } : { type, ...block }

/** @param externalPaths the linked paths that have no pages in the data. */
function createSiteSettings({ name, url, language, crumb, header, footer }, externalPaths) {
  const createFallbackBlocks = (heading) => [
    {
      type: 'hero',
      heading,
      text: 'There is nothing here.',
      actions: [{ label: name, href: '/' }],
      badges: [name],
    },
  ]
  return {
    site: {
      name,
      language,
      origin: url,
      application: false,
      trailingSlash: true,
      shareImages: 'none',
      icons: 'none',
      sharedTitles: true,
      externalPaths,
      logo: { text: name },
      phone: { number: '+1 432-555-0100', placeholder: true },
      email: { address: 'mail@example.com', placeholder: true },
      business: { type: 'Organization', locality: 'Example', region: 'Example', country: 'US' },
      notFound: {
        title: 'Not found',
        description: 'There is no page at this address.',
        blocks: createFallbackBlocks('Not found'),
      },
      planned: {
        title: '${page.label}',
        description: '${page.label}, soon.',
        blocks: createFallbackBlocks('${page.label}'),
      },
    },
    navigation: {
      header: { menus: header.menus.map(({ label, links }) => ({ label, items: links })) },
      footer: {
        groups: footer.columns.map(({ title, links }) => ({ heading: title, items: links })),
        legal: footer.note,
      },
    },
    include: ['pages/*.yaml'],
    planned: { [toRoutePath(crumb.href)]: crumb.label },
    // The benchmark's sitemap has only the pages of the data, so the home page is not listed.
    pages: {
      '/': {
        kind: 'home',
        title: name,
        description: 'The home page.',
        label: name,
        noindex: true,
        blocks: createFallbackBlocks(name),
      },
    },
  }
}
