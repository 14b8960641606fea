/** If an edit changes the built output, the report says so: random edits of whole sites. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, expect, it } from 'vitest'
import { isMap, isScalar, isSeq, parseDocument, visit, type Node, type Pair } from 'yaml'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createRandomSource, type Random } from '../helpers/random-yaml.ts'

const work = mkdtempSync(join(tmpdir(), 'signpost-complete-'))
afterAll(() => rmSync(work, { recursive: true }))

/** Settings that the sites lack, each of which changes what is built. */
const randomSettings = `
  form: { endpoint: 'https://forms.example/a' }
  analytics: { plausible: { domain: shop.example } }
  icons: drawn
  shareImages: none
  trailingSlash: false
`

/** Copies a site into a repository of its own. */
function createSite(name: string, settings = randomSettings): string {
  const site = mkdtempSync(join(work, name))
  cpSync(join(root, 'tests/sites', name), site, { recursive: true })
  const main = join(site, 'pages.yaml')
  const text = readFileSync(main, 'utf8')
  writeFileSync(main, text.replace(/^site:\n/m, `site:${settings}`))
  git(site, 'init', '-q', '-b', 'main')
  git(site, 'add', '-A')
  git(site, 'commit', '-qm', 'A site')
  return site
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd })

/** Builds a site. @returns a hash of all its files; undefined if the site has errors */
async function build(site: string): Promise<string | undefined> {
  const out = `${site}-output`
  const { code } = await runInProcess('build', ['--site', site, '--out', out])
  if (code !== 0) return undefined
  const hash = createHash('sha256')
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' }).sort())
    if (statSync(join(out, file)).isFile()) hash.update(file).update(readFileSync(join(out, file)))
  return hash.digest('hex')
}

/** Makes one random edit in the YAML of a site. @returns what was edited, for the message */
function editRandomly(site: string, random: Random): string {
  const file = random.pick(globSync('{*,*/*}.yaml', { cwd: site }).sort())
  const path = join(site, file)
  const document = parseDocument(readFileSync(path, 'utf8'))
  const edits: (() => string)[] = []
  const name = (node: unknown) => String(node).trim().slice(0, 60)
  visit(document, {
    Pair(_, pair: Pair) {
      edits.push(() => editValue(pair.value as Node, random) && name(pair))
    },
    Node(_, node) {
      if (!isMap(node) && !isSeq(node)) return
      const { items } = node as { items: unknown[] }
      if (isSeq(node))
        for (const item of node.items)
          if (isScalar(item)) edits.push(() => editValue(item, random) && name(item))
      if (items.length < 2) return
      const index = random.below(items.length)
      edits.push(() => `removed ${name(items.splice(index, 1)[0])}`)
      edits.push(() => {
        items.push(...items.splice(index, 1))
        return `moved ${name(items.at(-1))}`
      })
    },
  })
  const what = random.pick(edits)()
  writeFileSync(path, document.toString({ lineWidth: 0 }))
  return `${file}: ${what}`
}

function editValue(node: Node | null, random: Random): string {
  if (!isScalar(node)) return 'nothing'
  const { value } = node
  if (typeof value === 'number') node.value = value + 1
  else if (typeof value === 'boolean') node.value = !value
  else if (typeof value === 'string')
    node.value = random.pick([
      `${value} too`,
      `${value}x`,
      value.replace(/\w+ /, ''),
      `**${value}**`,
    ])
  return 'changed'
}

const count = Number(process.env.RANDOM_EDITS ?? 5)

it.each(['bakery', 'window-cleaning'])(
  'the report of %s misses no edit that changes the output',
  async (name) => {
    const site = createSite(name)
    const random = createRandomSource(Number(process.env.RANDOM_SEED ?? 1))
    const before = await build(site)
    expect(before).toBeDefined()
    const missed: string[] = []
    let changed = 0
    for (let index = 0; index < count; index++) {
      const edit = editRandomly(site, random)
      const after = await build(site)
      if (after !== undefined && after !== before) {
        changed++
        const { code, stdout, stderr } = await runInProcess('changes', ['--site', site])
        if (code !== 0 || /^Nothing has changed/m.test(stdout)) missed.push(`${edit} ${stderr}`)
      }
      git(site, 'checkout', '-q', '--', '.')
    }
    expect(missed).toEqual([])
    expect(changed).toBeGreaterThan(count / 8)
  },
  300_000,
)

/** Where what visitors send goes, and what pages run. */
const services = `
  form: { endpoint: 'https://form.example/a' }
  subscribe: { endpoint: 'https://list.example/a' }
  booking: { script: 'https://book.example/a' }
  location: { detect: button, button: Near me, endpoint: 'https://map.example/a' }
  analytics: { beacon: { endpoint: 'https://count.example/a' }, tagManager: { id: GTM-A1, script: 'https://tags.example/a' } }
  redirects: { /market: 'https://market.example/a' }
  allowOrigins: { scripts: ['https://a.example'], frames: ['https://a.frames.example'] }
  contentPolicy: true
`

it('the report names each setting that decides where data goes or what runs', async () => {
  const site = createSite('bakery', services)
  const main = join(site, 'pages.yaml')
  const text = readFileSync(main, 'utf8')
  const changed = text
    .replaceAll('.example/a', '.example/b')
    .replaceAll('https://a.', 'https://b.')
    .replace('GTM-A1', 'GTM-B1')
    .replace('contentPolicy: true', 'contentPolicy: false')
  writeFileSync(main, changed)
  const { code, stdout } = await runInProcess('changes', ['--site', site])
  expect(code).toBe(0)
  const names = ['form', 'list', 'book', 'map', 'count', 'tags', 'market']
  for (const name of names) expect(stdout).toContain(`https://${name}.example/b`)
  for (const value of ['https://b.example', 'https://b.frames.example', 'GTM-B1', 'contentPolicy'])
    expect(stdout).toContain(value)
})
