/** SVG files that do more than draw, and files of other kinds that run scripts. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { findActiveFiles } from '../../schema/source/active-files/find-active-files.ts'
import { copyFiles } from '../../scripts/import/copy-files.ts'
import { createOldSite } from '../../scripts/import/old-site.ts'
import { savePicture } from '../../scripts/studio/pictures/save-picture.ts'
import type { Attack } from './attack.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const svg = (inner: string, attributes = '') =>
  `<svg xmlns="${svgNamespace}" viewBox="0 0 4 3"${attributes}>${inner}</svg>`
const xhtml = (inner: string) => svg(`<g xmlns:h="http://www.w3.org/1999/xhtml">${inner}</g>`)
const styled = (css: string) => svg(`<style>${css}</style><path d="M0 0h4"/>`)

const [script, handler, link] = ['contains a script', 'runs a script when', 'a link that runs']
const [documents, files, sheet] = ['other documents', 'other files', 'style sheet']

const drawings: [attack: string, content: string | Buffer, must: string][] = [
  ['a script', svg('<script>alert(1)</script>'), script],
  ['a script with a prefix', svg(`<x:script xmlns:x="${svgNamespace}">1</x:script>`), script],
  ['a script with a dot', svg(`<s.v:script xmlns:s.v="${svgNamespace}">1</s.v:script>`), script],
  ['a script with an accent', svg(`<é:script xmlns:é="${svgNamespace}">1</é:script>`), script],
  ['a script of XHTML', xhtml('<h:script>1</h:script>'), script],
  ['a script after the drawing', `${svg('')}<script xmlns="${svgNamespace}"/>`, script],
  ['a refresh', xhtml('<h:meta http-equiv="refresh" content="0;url=//evil.example"/>'), documents],
  ['a frame', xhtml('<h:iframe src="//evil.example"/>'), documents],
  ['another document', svg('<foreignObject><p/></foreignObject>'), documents],
  ['MathML', svg('<math xmlns="http://www.w3.org/1998/Math/MathML"/>'), documents],
  ['a listener', svg('<l xmlns="http://www.w3.org/2001/xml-events"/>'), documents],
  ['a handler', svg('', ' onload="alert(1)"'), handler],
  ['a handler on a new line', svg('<path\nonclick="alert(1)"/>'), handler],
  ['a handler without a space', svg('<path d=""onclick="alert(1)"/>'), handler],
  ['a handler of an animation', svg('<set attributeName="x" onbegin="alert(1)"/>'), handler],
  ['a link by number', svg('<a href="java&#x73;cript:alert(1)"><path/></a>'), link],
  ['a link with a break', svg('<a href="java&#10;script:alert(1)"><path/></a>'), link],
  ['a link with a tab before', svg('<a href="&#9;JavaScript:alert(1)"><path/></a>'), link],
  [
    'a link with another prefix',
    svg('<a xmlns:q="http://www.w3.org/1999/xlink" q:href="javascript:alert(1)"/>'),
    link,
  ],
  ['an animated link', svg('<a><set attributeName="href" to="//evil.example"/></a>'), 'animates'],
  ['an animated script', svg('<a><set attributeName="href" to="javascript:1"/></a>'), 'animates'],
  [
    'an animation with values',
    svg('<a><animate attributeName="href" values="#a;javascript:1"/></a>'),
    'animates',
  ],
  ['an animated handler', svg('<set attributeName="onclick" to="1"/>'), 'animates'],
  ['an import', styled('@import "a.css"'), sheet],
  ['an escaped import', styled('@\\69mport "//evil.example"'), sheet],
  ['an import in parts', styled('@im<![CDATA[port "a"]]>'), sheet],
  ['a style sheet', `<?xml-stylesheet href="//evil.example"?>${svg('')}`, sheet],
  ['a font', styled('@font-face { src: url(//evil.example) }'), 'has a style with @font-face'],
  ['a picture set', styled('path { fill: image-set("//evil.example" 1x) }'), files],
  ['an older picture set', styled('path { fill: -webkit-image-set("a" 1x) }'), files],
  ['an escaped picture set', svg('<path style="fill: image-\\73 et(&quot;a&quot; 1x)"/>'), files],
  ['a picture', svg('<image href="https://evil.example/a.png"/>'), files],
  ['a picture of the same host', svg('<image href="/a.png"/>'), files],
  ['a drawing inside', svg('<image href="data:image/svg+xml,a"/>'), files],
  ['a reference', svg('<use href="//evil.example/a.svg#b"/>'), files],
  ['a reference to data', svg('<use href="data:image/svg+xml;base64,aa#b"/>'), files],
  ['a filter', svg('<feImage href="//evil.example"/>'), files],
  ['a paint', svg('<path fill="url(//evil.example/a)"/>'), files],
  ['an escaped paint', svg('<path fill="u\\72l(//evil.example)"/>'), files],
  ['a quoted paint', svg('<path fill=\'URL( "//evil.example" )\'/>'), files],
  ['a variable', styled('path { --a: url(//evil.example); fill: var(--a) }'), files],
  ['an animated paint', svg('<set attributeName="fill" to="url(//evil.example)"/>'), files],
  ['another base', svg('<path/>', ' xml:base="https://evil.example/"'), files],
  ['a binding', svg('<path style="-moz-binding: a"/>'), script],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'entities'],
  ['a default', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "1">]>${svg('')}`, 'entities'],
  ['UTF-16', Buffer.from(`\ufeff${svg('')}`, 'utf16le'), 'UTF-8'],
  ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`, 'UTF-8'],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>', documents],
  ['an unknown element', svg('<portal/>'), '<portal>'],
  ['an unknown attribute', svg('<path src="a"/>'), 'attribute src'],
  ['many levels', svg('<g>'.repeat(200_000) + '</g>'.repeat(200_000)), 'deeper than 500 levels'],
  ['no namespace', '<svg/>', 'does not begin with <svg'],
]

const page = (inner: string) => `<!doctype html><title>A</title><p>${inner}</p>`
const xml = (inner: string) => `<a xmlns:h="http://www.w3.org/1999/xhtml">${inner}</a>`
const documentFiles: [file: string, content: string | Buffer, must: string][] = [
  ['/a.html', page('<script src="a.js"></script>'), script],
  ['/a.htm', page('<!--><script>1</script>-->'), script],
  ['/module.html', page('<script type="module">1</script>'), script],
  ['/template.html', page('<template><script>1</script></template>'), script],
  ['/utf-16.html', Buffer.from(`\ufeff${page('<script>1</script>')}`, 'utf16le'), script],
  ['/svg.html', page('<svg><script>1</script></svg>'), script],
  ['/handler.html', page('<img src=a onerror=alert(1)>'), handler],
  ['/link.html', page('<a href="java&Tab;script:1">a</a>'), link],
  ['/form.html', page('<button formaction=javascript:1>a</button>'), link],
  ['/frame.html', page('<iframe srcdoc="&lt;script>1&lt;/script>"></iframe>'), documents],
  ['/a.xhtml', xml('<h:script>1</h:script>'), script],
  ['/a.xml', xml('<h:p onclick="1"/>'), handler],
  ['/broken.xml', xml('<h:script>1</h:script><b>'), script],
  ['/feed.rss', xml('<h:script>1</h:script>'), script],
  ['/styled.xml', `<?xml-stylesheet type="text/xsl" href="#a"?>${xml('')}`, sheet],
  ['/entities.xml', `<!DOCTYPE a [<!ENTITY a "<b/>">]><a>&a;</a>`, 'entities'],
  ['/levels.xml', '<a>'.repeat(200_000), 'deeper than 500 levels'],
  // Their types are guessed, by hosts or by browsers.
  ['/page', page('<script>1</script>'), script],
  ['/a.html.de', page('<script>1</script>'), script],
  ['/a.kml', `<?xml version="1.0"?>${xml('<h:script>1</h:script>')}`, script],
  [
    '/iso-2022-jp.html',
    page('<b title="\x1b$BA"\x1b(B lang="><img src=a onerror=alert(1)>"></b>'),
    handler,
  ],
  ['/a.svgz', gzipSync(svg('<script>1</script>')), script],
  // Hosts send these in place of the file that they are a copy of.
  ['/copied.html.gz', gzipSync(page('<script>1</script>')), script],
  ['/copied.svg.br', brotliCompressSync(svg('<script>1</script>')), script],
  ['/damaged.html.br', page(''), 'cannot be decompressed'],
]

const inFolder = async <T>(run: (dir: string) => Promise<T>): Promise<T> => {
  const dir = mkdtempSync(join(tmpdir(), 'signpost-attack-'))
  try {
    return await run(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

const upload = (bytes: Buffer) =>
  inFolder((dir) =>
    savePicture(dir, '/a.svg', bytes).then(
      () => 'saved',
      ({ message }: Error) => message,
    ),
  )

/** A file in public/, which `check` and `build` read. */
const publish = (file: string, bytes: Buffer): Promise<string> =>
  inFolder(async (dir) => {
    mkdirSync(dirname(join(dir, 'public', file)), { recursive: true })
    writeFileSync(join(dir, 'public', file), bytes)
    const problems = await findActiveFiles(dir, [file])
    return problems.map(({ severity, message }) => `${severity} ${message}`).join('\n')
  })

/** @returns the notes of the report, if the file was not copied */
export const importFile = (file: string, bytes: Buffer): Promise<string> =>
  inFolder(async (dir) => {
    const old = { ...createOldSite(), files: new Map([[file, async () => bytes]]) }
    mkdirSync(join(dir, 'public'))
    await copyFiles(old, new Set(), dir)
    const notes = old.notes.map(({ detail }) => detail)
    const entries = readdirSync(join(dir, 'public'), { recursive: true, withFileTypes: true })
    const copied = entries.filter((entry) => entry.isFile())
    return copied.length > 0 ? `copied ${copied.map(({ name }) => name).join()}` : notes.join('\n')
  })

export const drawingAttacks: Attack[] = [
  ...drawings.flatMap(([attack, content, must]) => {
    const bytes = Buffer.from(content)
    return [
      { door: 'upload', attack: `a drawing with ${attack}`, send: () => upload(bytes), must },
      {
        door: 'import',
        attack: `a drawing with ${attack}`,
        send: () => importFile('/a.svg', bytes),
        must,
      },
      {
        door: 'check',
        attack: `a drawing with ${attack}`,
        send: () => publish('/a.svg', bytes),
        must,
      },
    ]
  }),
  ...documentFiles.flatMap(([file, content, must]) => {
    const bytes = Buffer.from(content)
    return [{ door: 'check', attack: file, send: () => publish(file, bytes), must }]
  }),
]
