/** Texts and links with scripts in the fields of a site, which a build publishes. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { beforeAll, expect } from 'vitest'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { listOutputFiles } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'
import type { Attack } from './attack.ts'

type Site = { main: YamlMap; home: YamlMap; blocks: YamlMap[] }
type Field = (site: Site, value: string) => void

const addBlock =
  (create: (value: string) => YamlMap): Field =>
  ({ blocks }, value) =>
    void blocks.push(create(value))
const item = (value: string) => ({ label: value, href: '/' })

const textFields: Record<string, Field> = {
  'site.name': ({ main }, value) => void (main.site.name = value),
  'site.logo.text': ({ main }, value) => void (main.site.logo.text = value),
  'site.logo.tagline': ({ main }, value) => void (main.site.logo.tagline = value),
  'business.street': ({ main }, value) => void (main.site.business.street = value),
  'business.locality': ({ main }, value) => void (main.site.business.locality = value),
  'notFound.title': ({ main }, value) => void (main.site.notFound.title = value),
  'menu label': ({ main }, value) => void (main.navigation.header.menus[0].label = value),
  'footer heading': ({ main }, value) => void (main.navigation.footer.groups[0].heading = value),
  'footer label': ({ main }, value) =>
    void (main.navigation.footer.groups[0].items[0] = item(value)),
  legal: ({ main }, value) => void (main.navigation.footer.legal = value),
  title: ({ home }, value) => void (home.title = value),
  description: ({ home }, value) => void (home.description = value),
  heading: ({ home }, value) => void (home.blocks[0].heading = value),
  lead: ({ home }, value) => void (home.blocks[0].lead = value),
  'prose.body': addBlock((value) => ({ type: 'prose', body: value })),
  'prose in code': addBlock((value) => ({ type: 'prose', body: `Say \`${value}\`.` })),
  'prose.heading': addBlock((value) => ({ type: 'prose', heading: value, body: 'A text.' })),
  'faq.question': addBlock((value) => ({
    type: 'faq',
    heading: 'Questions',
    items: [{ question: value, answer: 'Yes.' }],
  })),
  'faq.answer': addBlock((value) => ({
    type: 'faq',
    heading: 'More questions',
    items: [{ question: 'Really?', answer: value }],
  })),
  'checklist.item': addBlock((value) => ({
    type: 'checklist',
    heading: 'A list',
    lists: [{ items: [value] }],
  })),
  'notice.text': addBlock((value) => ({ type: 'notice', tone: 'info', text: value })),
  'notice.heading': addBlock((heading) => ({ type: 'notice', tone: 'info', heading, text: 'A.' })),
  'picture.alt': addBlock((value) => ({ type: 'picture', picture: { src: '/a.svg', alt: value } })),
  'fact label': ({ main }, value) => void (main.facts['tune-up'].label = value),
}

const linkFields: Record<string, Field> = {
  'menu link': ({ main }, value) => void (main.navigation.header.menus[0].href = value),
  'footer link': ({ main }, value) => {
    main.navigation.footer.groups[0].items[0] = { label: 'Home', href: value }
  },
  'link in Markdown': addBlock((value) => ({ type: 'prose', body: `A [link](${value}).` })),
  'picture source': addBlock((value) => ({ type: 'picture', picture: { src: value, alt: 'A' } })),
  'button link': addBlock((value) => ({
    type: 'call-to-action',
    heading: 'Go',
    actions: [{ label: 'Go', href: value }],
  })),
  'booking script': ({ main }, value) => void (main.site.booking = { script: value }),
  'form endpoint': ({ main }, value) => void (main.site.form = { endpoint: value }),
  redirect: ({ main }, value) => void (main.site.redirects = { '/elsewhere': value }),
}

const toText = (id: string) =>
  `${id}"'></title></style></script><script>alert(${id})</script><img src=x onerror=alert(${id})>`
const links = [
  (id: string) => `javascript:alert(${id})`,
  (id: string) => `JaVaScRiPt:alert(${id})`,
  (id: string) => `data:text/html,<script>alert(${id})</script>`,
]

const fields = [
  ...Object.entries(textFields).map(([name, set]) => ({ name, set, write: toText })),
  ...Object.entries(linkFields).flatMap(([name, set]) =>
    links.map((write) => ({ name: `${name} (${write('1')})`, set, write })),
  ),
].map((field, index) => ({ ...field, id: `${7000 + index}` }))

/** What came of each field: refused, or the documents that run it. */
const results = new Map<string, string>()

async function writeSite(dir: string, chosen: typeof fields): Promise<void> {
  await cp(join(root, 'tests/base-site'), dir, { recursive: true })
  const main = await readYaml(join(dir, 'pages.yaml'))
  const pages = await readYaml(join(dir, 'pages/home.yaml'))
  const home = pages.pages['/']
  await mkdir(join(dir, 'public'))
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
  await writeFile(join(dir, 'public/a.svg'), drawing)
  Object.assign(main.site, { application: false, icons: 'none', shareImages: 'none' })
  for (const { set, write, id } of chosen) set({ main, home, blocks: home.blocks }, write(id))
  await writeYaml(join(dir, 'pages.yaml'), main)
  await writeYaml(join(dir, 'pages/home.yaml'), pages)
}

beforeAll(async () => {
  expect(listRunning(toText('1'))).toEqual(['1', '1'])
  const work = await mkdtemp(join(tmpdir(), 'signpost-stored-'))
  const accepted: typeof fields = []
  for (const field of fields) {
    const dir = join(work, field.id)
    await writeSite(dir, [field])
    const { problems } = await checkSite(dir)
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) results.set(field.id, `refused: ${errors[0]!.code}`)
    else accepted.push(field)
  }
  expect(accepted.length).toBeGreaterThan(12)
  const [dir, out] = [join(work, 'all'), join(work, 'out')]
  await writeSite(dir, accepted)
  const { code, stderr } = await runInProcess('build', ['--site', dir, '--out', out])
  expect(code, stderr).toBe(0)
  for (const { id } of accepted) results.set(id, 'published as a text')
  for (const file of await listOutputFiles(out))
    if (/\.html$/.test(file))
      for (const id of listRunning(await readFile(join(out, file), 'utf8')))
        results.set(id, `runs in ${file}`)
  await rm(work, { recursive: true })
}, 120_000)

/** The numbers that a browser would run. */
function listRunning(html: string): string[] {
  const found: string[] = []
  const visit = (node: Tree.Node) => {
    if ('childNodes' in node) node.childNodes.forEach(visit)
    if (!defaultTreeAdapter.isElementNode(node)) return
    const type = node.attrs.find(({ name }) => name === 'type')?.value ?? ''
    if (node.tagName === 'script' && !type.includes('json'))
      found.push(...node.childNodes.flatMap((child) => ('value' in child ? child.value : [])))
    for (const { name, value } of node.attrs)
      if (/^on|^srcdoc$/.test(name) || /^\s*(?:javascript|data:text)/i.test(value))
        found.push(value)
  }
  visit(parse(html))
  return found.flatMap((text) => text.match(/(?<=alert\()\d+/g) ?? [])
}

export const storedScripts: Attack[] = fields.map(({ name, id }) => ({
  door: 'build',
  attack: `a script in ${name}`,
  send: async () => results.get(id)!,
  must: /^(?:refused: (?:UNSAFE_URL|INVALID_FORMAT|INVALID_MARKDOWN)|published as a text)$/,
}))
