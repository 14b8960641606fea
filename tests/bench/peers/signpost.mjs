/**
 * This project as a peer of the neutral benchmark: its engine with the blocks, the shell and the structured data of the
 * benchmark's site. `run.ts` adds it to the list of adapters; what an adapter's fields mean is explained there.
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

/** What is of the first site, and not of the engine. */
const siteSpecificFiles =
  /^(blocks\/(?!shared\/)|pages|public\/|tests\/|dates\.gen\.json|README\.md|\.ci\/|\.vscode\/)/
/** What stays in the work folder from one size to the next. */
const keptEntries = new Set(['node_modules', 'dist', '.tmp'])

/**
 * @param tools of the benchmark: `load` (YAML to data), `toYaml` (data to YAML as it writes its own), `editYaml` and
 * `versionOf` from its lib/site.mjs.
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
    // The program stays compiled (node_modules/.signpost), as the other peers' programs are; blocks are bundled anew. tsx keeps what it has
    // compiled in the system's temporary folder, which is .tmp here.
    caches: ['node_modules/.cache', 'node_modules/.vite', '.tmp'],
    get env() {
      return { TMPDIR: join(folder, '.tmp') }
    },
    edit: editYaml('pages'),
    watch: ({ node }) => [...getPeerCommand(node, 'build'), '--watch'],
    version: ({ workDir }) =>
      `${versionOf(workDir, 'react')} (React), ${versionOf(workDir, 'vite')} (Vite)`,
  }
}

/** What the npm script of that name does. */
function getPeerCommand(node, name) {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  return [node, ...scripts[name].split(' ').slice(1)]
}

/** The files of the engine as they are in the working tree, and the peer's own laid over them. */
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

/** A folder of links, so that caches in it are the peer's own; the project's packages, or new ones where it has none. */
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

/** The data in the form that an author of this project writes: the same texts, the pages in a map by their route. */
function writePeerSite(dataDir, workDir, { load, toYaml }) {
  const read = (name) => load(readFileSync(join(dataDir, name), 'utf8'))
  const site = read('site.yaml')
  const files = readdirSync(dataDir)
    .filter((name) => name.startsWith('pages-'))
    .sort()
  const elsewhere = new Set(
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
        if (action.href.startsWith('/')) elsewhere.add(toRoutePath(action.href))
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
    toYaml(createSiteSettings(site, [...elsewhere].sort())),
  )
}

/** The path of an address, without query and slash at its end. */
const toRoutePath = (href) => href.split('?')[0].replace(/(?<=[^/])\/$/, '')
const listActions = (blocks) =>
  blocks.flatMap(({ action, actions = [], cards = [] }) => [
    ...(action ? [action] : []),
    ...actions,
    ...cards.map((card) => card.action),
  ])
/** The button "See prices" leads to this block. */
const addPricesAnchor = ({ type, ...block }) =>
  type === 'prices' ? { type, id: 'prices', ...block } : { type, ...block }

/** @param elsewhere the paths that the data links and has no pages for. */
function createSiteSettings({ name, url, language, crumb, header, footer }, elsewhere) {
  const small = (heading) => [
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
      elsewhere,
      logo: { text: name },
      phone: { text: '+1 555 0100', href: 'tel:+15550100', placeholder: true },
      email: { text: 'mail@example.com', href: 'mailto:mail@example.com', placeholder: true },
      business: { type: 'Organization', locality: 'Example', region: 'Example', country: 'US' },
      notFound: {
        title: 'Not found',
        description: 'There is no page at this address.',
        blocks: small('Not found'),
      },
      planned: {
        title: '${page.label}',
        description: '${page.label}, soon.',
        blocks: small('${page.label}'),
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
    // The benchmark's sitemap has the pages of the data alone.
    pages: {
      '/': {
        kind: 'home',
        title: name,
        description: 'The home page.',
        label: name,
        noindex: true,
        blocks: small(name),
      },
    },
  }
}
