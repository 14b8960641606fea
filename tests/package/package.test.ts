/**
 * The package works where nothing of the repository is: installed into an empty folder, it creates
 * a site, and every command of a site's life runs there.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readContents } from '../helpers/output-files.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'

let work: string
/** The folder of the new site. */
let site: string

/** What `npm pack` reads, besides the sources. */
const packedFiles = [
  ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs'],
  ...['vite.config.ts', 'tsconfig.json', 'create-signpost'],
]

// Without what npm and the tests have set in this process.
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_|^(SIGNPOST_CACHE|NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE)$/.test(name),
  ),
)

function run(cwd: string, program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env })
  return { code: status, stdout, stderr }
}

const runSignpost = (...args: string[]) =>
  run(site, join(site, 'node_modules/.bin/signpost'), ...args)

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-package-'))
  // Packing changes the folder for a moment, and other tests read it.
  const copy = join(work, 'repository')
  for (const name of ['blocks', 'renderer', 'schema', 'scripts', ...packedFiles])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const pack = (folder: string) => {
    const { code, stdout, stderr } = run(
      folder,
      'npm',
      'pack',
      '--silent',
      '--pack-destination',
      work,
    )
    expect(code, stderr).toBe(0)
    return join(work, stdout.trim().split('\n').at(-1)!)
  }
  const tarballs = [pack(copy), pack(join(copy, 'create-signpost'))]
  expect(existsSync(join(copy, 'commands'))).toBe(false)
  for (const name of ['README.md', 'docs/authoring/checks.md'])
    expect(readFileSync(join(copy, name), 'utf8')).toBe(readFileSync(join(root, name), 'utf8'))
  const empty = join(work, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{}')
  const install = (mode: string) =>
    run(empty, 'npm', 'install', mode, '--no-audit', '--no-fund', ...tarballs)
  const offline = install('--offline')
  const installed = offline.code === 0 ? offline : install('--prefer-offline')
  expect(installed.code, installed.stderr).toBe(0)

  const creator = join(empty, 'node_modules/.bin/create-signpost')
  expect(run(empty, creator)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name the folder of the new site first'),
  })
  // A fake npm, because the real one takes as long as above: it notes each call and moves the packages.
  const programs = join(work, 'programs')
  mkdirSync(programs)
  writeFileSync(
    join(programs, 'npm'),
    `#!/bin/sh\necho "$@" >> ${work}/npm-calls\nmv ${empty}/node_modules node_modules\n`,
    { mode: 0o755 },
  )
  // The creator moves as well, so that it runs from a copy.
  cpSync(join(empty, 'node_modules/create-signpost'), join(work, 'creator'), { recursive: true })
  const answers = ['--name', 'Rose Plumbing', '--trade', 'plumber', '--town', 'Austin, TX']
  const created = spawnSync(
    process.execPath,
    [
      ...[join(work, 'creator/create.mjs'), 'my-site', ...answers],
      ...['--phone', '(512) 555-0142', '--host', 'netlify'],
    ],
    { cwd: empty, encoding: 'utf8', env: { ...env, PATH: `${programs}:${env.PATH}` } },
  )
  expect(created.status, created.stderr).toBe(0)
  expect(readFileSync(join(work, 'npm-calls'), 'utf8')).toBe('install\n')
  expect(created.stdout).toContain('npx signpost check --launch')
  expect(created.stdout).not.toContain('npm install')
  site = join(empty, 'my-site')
  expect(
    JSON.parse(readFileSync(join(site, 'package.json'), 'utf8')).dependencies.signpost,
  ).toMatch(/^file:.*\/signpost-[\d.]+\.tgz$/)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

it('contains documents whose links lead somewhere', () => {
  const root = join(site, 'node_modules/signpost')
  const links = globSync('**/*.md', { cwd: root, ignore: 'node_modules' }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?![a-z]+:|[/#])([^)#\s]+)/g)].map(
      ([, target]) => ({ file, target: target! }),
    ),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(
    links.filter(({ file, target }) => !existsSync(join(root, dirname(file), target))),
  ).toEqual([])
})

it('contains documents, and no tests, no site and no sources of commands', () => {
  const names = readdirSync(join(site, 'node_modules/signpost'))
  expect(names.sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'THIRD-PARTY-NOTICES'],
    ...[
      'blocks',
      'commands',
      'docs',
      'package.json',
      'renderer',
      'schema',
      'scripts',
      'tsconfig.json',
      'vite.config.ts',
    ],
  ])
  expect(readdirSync(join(site, 'node_modules/signpost/docs'))).toContain('authoring')
  expect(readdirSync(join(site, 'node_modules/signpost/blocks/faq'))).toContain('examples.yaml')
  expect(runSignpost('help').stdout).toContain('Documents: node_modules/signpost/docs\n')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(runSignpost('--version').stdout).toBe(`${version}\n`)
  const readPackaged = (name: string) =>
    readFileSync(join(site, 'node_modules/signpost', name), 'utf8')
  expect(readPackaged('README.md')).toContain('npm create')
  expect(readPackaged('docs/authoring/checks.md')).toContain('npx signpost check --launch')
  expect(readPackaged('schema/errors.gen.md')).toContain('npx signpost delete /ONE --to /OTHER')
  expect(readPackaged('docs/publishing.md')).not.toMatch(/npm (?:run build|start)/)
  for (const name of ['lucide-react', 'playwright', 'react-aria-components', 'typescript'])
    expect(existsSync(join(site, 'node_modules', name)), name).toBe(false)
})

it('contains the licenses of what its bundles contain, and of its fonts', () => {
  const folder = join(site, 'node_modules/signpost')
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES'), 'utf8')
  // Of the commands, of the studio, and what one of them needs itself.
  for (const name of ['yaml', 'saxes', 'react-aria-components', '@codemirror/view', 'xmlchars'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  expect(notices).toContain('Permission is hereby granted')
  expect(notices).toContain('Apache License')
  const fonts = readdirSync(join(folder, 'blocks/shared/fonts'))
  for (const font of fonts.filter((name) => name.endsWith('.woff2')))
    expect(fonts).toContain(font.replace(/woff2$/, 'license.txt'))
})

it('checks and builds a site with a block and a font of its own, like the repository', async () => {
  expect(runSignpost('new', 'block', 'van-map')).toMatchObject({ code: 0, stderr: '' })
  const page = join(site, 'pages/contact.yaml')
  const block = '      - { type: van-map, heading: Where our van is, text: See **here**. }\n'
  writeFileSync(page, `${readFileSync(page, 'utf8').trimEnd()}\n${block}`)
  const settings = join(site, 'pages.yaml')
  const font = "headingFont: '@fontsource-variable/figtree'"
  // The icons need the same packages as share images.
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8')
      .replace(/fonts: \w+/, `$&, ${font}`)
      .replace('\nsite:\n', "\nsite:\n  shareImages: 'none'\n"),
  )
  const checked = runSignpost('check')
  expect([checked.code, checked.stderr]).toEqual([0, ''])
  expect(checked.stdout).toContain('Next: npx signpost build')
  const built = runSignpost('build')
  expect(built.code, built.stderr).toBe(0)
  expect(readFileSync(join(site, 'dist/contact/index.html'), 'utf8')).toContain('Where our van is')
  expect(readdirSync(join(site, 'dist/assets/fonts'))).toEqual([
    expect.stringMatching(/^figtree-latin-wght-normal-.{8}\.woff2$/),
  ])
  expect(existsSync(join(site, 'node_modules/.cache/signpost'))).toBe(true)
  const out = join(work, 'by-repository')
  const { code, stderr } = runNpmScript('build', ['--site', site, '--out', out])
  expect(code, stderr).toBe(0)
  const [own, others] = [await readContents(join(site, 'dist')), await readContents(out)]
  expect([...own.keys()]).toEqual([...others.keys()])
  expect([...own.keys()].filter((file) => own.get(file) !== others.get(file))).toEqual([])
})

it('prints commands that work in the site', () => {
  const { code, stdout } = runSignpost('check', '--help')
  expect([code, stdout.match(/npm run|npm start/)]).toEqual([0, null])
  expect(stdout).toContain('Usage: npx signpost check')
  const schema = readFileSync(join(site, '.signpost/editor.json'), 'utf8')
  expect(schema).toContain('npx signpost check')
  expect(schema).not.toContain('npm run')
})

it('writes a sheet, and answers an assistant', async () => {
  expect(runSignpost('sheet', 'export', 'facts', 'facts.xlsx')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Next: npx signpost sheet import facts.xlsx'),
  })
  const client = new Client({ name: 'scripted', version: '1.0.0' })
  const command = join(site, 'node_modules/.bin/signpost')
  const transport = new StdioClientTransport({
    command,
    args: ['mcp'],
    cwd: site,
    env: env as Record<string, string>,
  })
  await client.connect(transport)
  const list = await client.callTool({ name: 'list_pages', arguments: {} })
  expect(JSON.stringify(list)).toContain('/contact | kind: ')
  await client.close()
})

it('serves a page with the development server, and opens the studio', async () => {
  const server = spawn(join(site, 'node_modules/.bin/signpost'), ['dev', '--port', '5391'], {
    cwd: site,
    env,
  })
  const closed = new Promise((done) => server.once('close', done))
  try {
    const studio = new URL(await waitForAddress(server)).host
    for (const [host, path, text] of [
      ['localhost:5391', '/contact', 'Where our van is'],
      [studio, '/__studio/', '/__studio/assets/studio-'],
    ] as const) {
      expect(await getPage(host, path)).toEqual([200, expect.stringContaining(text)])
    }
  } finally {
    server.kill('SIGKILL')
    await closed
  }
})

/** Unlike browsers, Node does not find the name of the studio by itself. */
const getPage = (host: string, path: string) =>
  new Promise<[status: number | undefined, text: string]>((found, fail) => {
    const options = { host: 'localhost', port: 5391, path, headers: { host } }
    get(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => void (text += part))
      answer.on('end', () => found([answer.statusCode, text]))
    }).on('error', fail)
  })

/** Waits for the address with the token, which is printed once the server listens. */
const waitForAddress = (server: ChildProcess) =>
  new Promise<string>((found, fail) => {
    let output = ''
    for (const stream of [server.stdout!, server.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const address = /http\S+\?token=\S+/.exec(output)?.[0]
        if (address) found(address)
      })
    server.once('exit', () => fail(new Error(`The server stopped:\n${output}`)))
  })

it('upgrades a site, and checks it', () => {
  const file = join(site, 'pages.yaml')
  const current = readFileSync(file, 'utf8')
  const old = current.replace(/^spec: .*$/m, 'spec: 1').replace(/\bfonts: slab/, 'heading: slab')
  expect(old).toContain('heading: slab')
  writeFileSync(file, old)
  const { code, stdout, stderr } = runSignpost('upgrade', '--installed', '--yes')
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain('6: site.theme.heading is called fonts')
  expect(stdout).toContain('+  theme: ')
  expect(stdout).toMatch(/Wrote pages\.yaml\..*Checking the site\..*6 pages: /s)
  expect(readFileSync(file, 'utf8')).toBe(current)
})
