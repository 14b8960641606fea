/** Kinds of old pages of which everything arrives: the proof of each has no difference. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runInProcess } from '../helpers/run-in-process.ts'

let work: string
let picture: Uint8Array
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-import-arrives-'))
  const create = { width: 40, height: 30, channels: 3, background: '#357' } as const
  picture = await sharp({ create }).jpeg().toBuffer()
})
afterAll(() => rm(work, { recursive: true }))

let count = 0
/** Imports files. @returns what the report lists, and the text of a file of the new site */
async function importFiles(
  files: Record<string, string | Uint8Array | { link: string }>,
  source?: string,
) {
  const old = join(work, `old-${++count}`)
  const dir = join(work, `new-${count}`)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(old, path)), { recursive: true })
    if (typeof content === 'object' && 'link' in content)
      await symlink(content.link, join(old, path))
    else await writeFile(join(old, path), content)
  }
  const { stderr, stdout } = await runInProcess('import', [source ? join(old, source) : old, dir])
  // A busy machine shows the progress.
  expect(stderr.replaceAll(/.* …\n/g, '')).toBe('')
  const report = await readFile(join(dir, 'import-report.md'), 'utf8')
  const proof = report.slice(report.indexOf('## What arrived'))
  return {
    differences: proof
      .slice(0, proof.indexOf('\n## ', 5))
      .split('\n')
      .filter((line) => line.startsWith('- ')),
    read: (path: string) => readFile(join(dir, path), 'utf8'),
    report,
    stdout,
  }
}

const page = (body: string, head = '') =>
  `<html lang="en"><title>Shop</title>${head}<h1>Shop</h1><p>Welcome to our shop.</p>${body}`

it.each([
  [
    'fields',
    '<form action=/send><label>Name <input placeholder="Your name"></label><button>Send</button></form>',
  ],
  ['definitions', '<dl><dt>Monday</dt><dd>9 to 5</dd><dt>Sunday</dt><dd>closed</dd></dl>'],
  [
    'a list in a list',
    '<ul><li>Cats<ol><li>Long hair</li><li>Short hair</li></ol></li><li>Dogs</li></ul>',
  ],
  ['a list that counts down', '<ol reversed><br><li>Rye</li><br><li>Oats</li></ol>'],
  ['a list with letters', '<ol type=a start=26><li>Rye</li><li>Oats<li type=1>Corn</ol>'],
  [
    'marks in words',
    '<p><b>W</b>elcome, H<sub>2</sub>O and 10<sup>3</sup>, <i>so</i><b>lid</b>, 5*3*2 and a_b_c</p>',
  ],
  [
    'words that elements divide',
    '<p><b>Mid</b><i>land</i> <span>20</span><span>15</span><span>年</span><span>1</span><span>月</span> <b>Tele</b><wbr><b>phone</b> <b>ex&shy;tra</b><b>ordinary</b> <span>$</span><span>49</span><span>.50</span> <span>cafe\u0301s</span></p>',
  ],
  [
    'links and labels with nothing between them',
    '<p><a href=https://one.example.com>One</a><a href=https://two.example.com>Two</a> <span>Price:</span><span>low</span></p>',
  ],
  [
    'signs of Markdown',
    '<p>www. and http:// <br># one<br>- two<br>3. three<br>&amp;copy; &lt;b&gt; [x](y) `z` ~~w~~ http://a.example.com HTTP://B.EXAMPLE.COM/?A=1"&gt;\\ www.b.example.com</p><p>begins with www.</p><p><a href="mailto:a%40b.example.com">Mail</a></p>',
  ],
  [
    'formulas',
    '<p>E is <math><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>, so <math><mfrac><mn>3</mn><mrow><mn>4</mn><mo>+</mo><mi>a</mi></mrow></mfrac></math> and <math><msqrt><mn>16</mn></msqrt><semantics><msub><mi>x</mi><mi>n</mi></msub><annotation>x_n</annotation></semantics></math></p><math display=block><mn>7</mn><mo>&lt;</mo><mn>8</mn></math>',
  ],
  [
    'a number in front of the mail address of the shop',
    '<ul><li>061-200-54-02<li>ann@shop.example.com</ul><p>Fax 061-200-54-03 ann@shop.example.com</p>',
  ],
  ['a variable that is called as a figure is', '<p>Nick $1</p><p>set %n $nick {nick}</p>'],
  [
    'signs of other dialects',
    '<p>x^2y^2 {.class} {% if x %} ==marked== ++new++ a :smile: {{&lt; fig &gt;}}<br>::: note<br>!!! tip</p>',
  ],
  ['headings with links', '<h2><a href="https://example.com/x">Further away</a></h2><p>Text.</p>'],
  ['a quotation', '<blockquote><p>Very good.</p><footer>A guest</footer></blockquote>'],
  [
    'folded text with a table',
    '<details><summary>Sizes</summary><table><tr><th>A<th>B<tr><td>1<td>2</table></details>',
  ],
  ['a wide table', `<table><tr>${'<th>Head'.repeat(7)}<tr>${'<td>7'.repeat(7)}</table>`],
  [
    'a table with words in its corner',
    '<table><tr><th># Team *<th>Games<th>Wood<tr><td>Rees<td>14<td>61692</table>',
  ],
  [
    'a price with a footnote in a table',
    '<table><tr><th>Part<th>Number<th>Cost<tr><td>Rack<td>933<td>$565.00<sup>1</sup><tr><td>Pump<td>944<td>$49<sup>99</sup></table><p><sup>1</sup> With tax',
  ],
  [
    'a table with links',
    '<table><tr><th>Day<th>Where<tr><td>Mon<td><a href="https://example.com/m">Map</a></table>',
  ],
  [
    'numbers after spaces that have an element of their own',
    '<p>Weight (kg<br><b>40901</b>)</p><p><b>40901</b>)</p><p><span><span>&nbsp; </span>5. Part quantity</span></p><p><b> </b><i>- and</i> more</p>',
  ],
  [
    'a type of business that is none',
    '<script type="application/ld+json">{"@type":"DietNutrition","name":"Shop","address":{"addressLocality":"Uccle"}}</script>',
  ],
  ['lines', '<pre>one\n  two</pre><address>12 Main St<br>Midland</address>'],
  [
    'a link with an icon',
    '<p>Follow us</p><a href="https://photos.example.com/shop" aria-label="Photos"><i></i></a>',
  ],
  [
    'lists and tables that nobody closes',
    '<ol><li><b>Fill the pan.<li>Wait.<p><center>Careful</center><p>It is hot.<p><b><li>Pour.</ol><table><tr><td>Pan<tr><td>Spoon</tr><p>Buy both first.<p>Then clean them.<a href=https://example.com/pan>More</a></table>',
  ],
  ['a card', '<div><a href="https://example.com/card"></a><h3>A card</h3><p>Its text.</p></div>'],
])('%s', async (_, body) => {
  const { differences, stdout } = await importFiles({ 'index.html': page(body) })
  expect(differences).toEqual([])
  expect(stdout).toContain('passes the check')
})

it('small pictures that lead to large ones, areas of a picture, and files with spaces', async () => {
  const { differences } = await importFiles({
    'index.html':
      page(`<a href="big/a.jpg"><img src="small/a-s.jpg"></a><a href="big/b.jpg"><img src="small/b-s.jpg"></a>
      <h2>Plan</h2><img src="plan.jpg" usemap="#m"><map name=m><area href="more.html" alt="More"></map>
      <p><a href="Price list.pdf">Prices</a>`),
    'more.html': page('<p>More of it.</p>')
      .replace('<title>Shop', '<title>More')
      .replace('<h1>Shop', '<h1>More'),
    'Price list.pdf': '%PDF-1.4',
    ...Object.fromEntries(
      ['big/a', 'big/b', 'small/a-s', 'small/b-s', 'plan'].map((name) => [`${name}.jpg`, picture]),
    ),
  })
  expect(differences).toEqual([])
})

it('a menu, a header and a footer that the home page does not have', async () => {
  const inner = (name: string) =>
    page(
      `<nav><a href="a.html">Rye</a></nav><nav><a href="/">Home of all</a></nav><header><img src="a.jpg" alt="Rye"></header><p>About ${name}.</p><aside>Call Ann about ${name}</aside><footer>Shop of 1987</footer>`,
    ).replace('<title>Shop', `<title>${name}`)
  const { differences, read } = await importFiles({
    'index.html': page('<nav><a href="a.html">Rye</a></nav><footer>Shop</footer>'),
    'a.html': inner('Rye'),
    'b.html': inner('Wheat'),
    'c.html': inner('Spelt'),
    'a.jpg': picture,
  })
  expect(differences).toEqual([])
  // What the home page has stays in the header alone.
  const other = await read('pages/b.yaml')
  expect(other).toContain('[Home of all](/)')
  expect(other).not.toContain('[Rye]')
  expect(other).toContain('description: About Wheat.')
})

it('a film with a picture is a film, and one without is a link', async () => {
  const { differences, read } = await importFiles({
    'index.html': page(
      '<video src="a film.mp4" poster="a b.jpg" title="A film"></video><img src="b c.jpg" alt="B"><p>Then</p><iframe src="https://www.youtube.com/embed/abcdefgh123" title="Another"></iframe>',
    ),
    'a film.mp4': 'film',
    'a b.jpg': picture,
    'b c.jpg': picture,
  })
  expect(differences).toEqual([])
  const home = await read('pages/home.yaml')
  expect(home).toContain('type: video')
  expect(home).toContain('[Another](https://www.youtube.com/embed/abcdefgh123)')
})

it('pictures that follow each other are a gallery, and figures keep their captions', async () => {
  const { differences, read } = await importFiles({
    'index.html': page(
      '<figure><img src="a.jpg" alt="A"><figcaption>First</figcaption></figure><figure><img src="b.jpg" alt="B"></figure><p>Text.</p>',
    ),
    'a.jpg': picture,
    'b.jpg': picture,
  })
  expect(differences).toEqual([])
  expect(await read('pages/home.yaml')).toContain('type: gallery')
})

it('questions that follow each other are a block, and one with a table keeps all of its answer', async () => {
  const ask = (question: string, answer: string) =>
    `<details><summary>${question}</summary>${answer}</details>`
  const { differences, read } = await importFiles({
    'index.html': page(
      `<h2>Questions</h2>${ask('Open today?', '<p>Until 5.</p>')}${ask('Dogs?', 'Yes.<ul><li>Small ones</ul>')}${ask('Sizes?', '<p>These.</p><table><tr><th>A<th>B<th>C<tr><td>1<td>2<td>3</table>')}`,
    ),
  })
  expect(differences).toEqual([])
  expect(parse(await read('pages/home.yaml')).pages['/'].blocks.slice(2)).toEqual([
    {
      ...{ type: 'faq', heading: 'Questions' },
      items: [
        { question: 'Open today?', answer: 'Until 5.' },
        { question: 'Dogs?', answer: 'Yes.\n\n- Small ones' },
      ],
    },
    { type: 'prose', body: '### Sizes?\n\nThese.' },
    expect.objectContaining({ type: 'comparison-table', columns: ['B', 'C'] }),
  ])
})

it('a list of articles is a page, with its own words and links', async () => {
  const article = (title: string, day: string) =>
    `<title>${title}</title><meta property="article:published_time" content="${day}"><meta name="description" content="About ${title}."><h1>${title}</h1><p>Words of ${title}.</p>`
  const { report, read } = await importFiles({
    'index.html': page('<a href="news/page/2/">More news</a>'),
    'news/page/2/index.html':
      '<title>Page 2</title><h2><a href="/news/rye/">Rye</a></h2><p>About Rye.</p><p>Since 1987</p>',
    'news/rye/index.html': article('Rye', '2020-02-30'),
    'news/bread/index.html': article('Bread', '2020-02-03'),
    'news/хлеб/index.html': article('Хлеб', '2020-02-04'),
    'news/面包/index.html': article('面包', '2020-02-05'),
  })
  expect(report).toContain('| /news/page/2 | page |')
  const list = await read('pages/news-page-2.yaml')
  expect(list).toContain('[Rye](/news/rye)')
  expect(list).toContain('Since 1987')
  expect(await read('pages/news-rye.yaml')).toContain('kind: info')
  expect(await read('pages/news-rye.yaml')).toContain('description: About Rye.')
  expect(await read('pages/news-bread.yaml')).toContain('published: 2020-02-03')
  for (const name of ['khleb', 'mianbao'])
    expect(await read(`pages/news-${name}.yaml`)).toContain('kind: article')
})

it('binary data, programs and links with the name of a document are named, and nothing else is lost', async () => {
  const { differences, report } = await importFiles({
    'index.html': page('<p><a href="#_">Dashes</a></p><h2 id="_">___</h2><p>Below.</p>'),
    'photo.html': picture,
    'list.php': '<html><? include("config.inc"); echo "<p>$secret</p>"; ?></html>',
    'form.html': '<html><? mail($to); ?></html>',
    '_vti_cnf/index.html': 'vti_title:SR|Shop\nvti_cachedbodystyle:SR|<body bgcolor=white>',
    '_notes/index.html': '<info><infoitem key="author" value="Ann">A note</info>',
    'start.html': { link: 'index.html' },
    'passwords.html': { link: '/etc/passwd' },
    'frames.html': `<frameset><frame src=start.html><noframes><body><p>No frames</body></noframes></frameset>`,
  })
  expect(differences).toEqual([])
  expect(report).not.toMatch(/_vti_cnf|_notes/)
  expect(report).toContain('/photo.html: photo.html is no document, though its name says so')
  expect(report).toContain('/list.php: list.php is a program, and only the server knows')
  for (const name of ['list.php', 'form.html'])
    expect(report).toMatch(new RegExp(`/${name} +\\| 410, a program of the old server`))
  expect(report).toContain("/passwords.html: passwords.html is outside the site's folder. Copy it")
  for (const name of ['frames', 'start'])
    expect(report).toMatch(new RegExp(String.raw`\| /${name}\.html +\| 301 to / `))
  expect(report).toContain('/#_: No heading of the page has this anchor')
})

it('mail addresses that only a script shows are taken, and what else a script writes is named', async () => {
  const hide = (address: string) =>
    Buffer.from([66, ...Buffer.from(address).map((byte) => byte ^ 66)]).toString('hex')
  const mail = hide('ann@shop.example.com')
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const { differences, read, report } = await importFiles({
    'index.html': page(
      `<p>Mail <a class="__cf_email__" data-cfemail="${mail}" href="/cdn-cgi/l/email-protection">[email&#160;protected]</a> or
      <a href="/cdn-cgi/l/email-protection#${hide('bob@shop.example.com')}">write to Bob</a> or
      <joomla-hidden-mail first="${encode('eve')}" last="${encode('shop.example.com')}" text="${encode('Eve &')}">Protected.</joomla-hidden-mail></p>
      <pre>if\n    then  else</pre><script>document.write('Only here')</script>`,
    ),
  })
  const home = await read('pages/home.yaml')
  expect(home).toContain(
    'Mail [${site.email}](mailto:) or [write to Bob](mailto:bob@shop.example.com) or [Eve &](mailto:eve@shop.example.com)',
  )
  expect(differences).toEqual([
    '- /: [email protected]',
    '- /: Protected.',
    expect.stringContaining('which led nowhere on the old site'),
  ])
  expect(report).toContain("/: what a script writes: document.write('Only here') …")
  expect(report).toContain(
    '/: A listing has lost the spaces that arranged its lines: if then else …',
  )
})

it('a phone number that texts write in several forms is printed in one, which is said', async () => {
  const { report } = await importFiles({
    'index.html': page(
      '<p>Call (432) 555-0100, or 432.555.0100, or <a href="tel:+14325550100">here</a>.',
    ),
  })
  expect(report).toContain(
    '- pages.yaml: The phone number was also written 432.555.0100. All pages',
  )
})

it('relative links and pictures of a document in a folder lead where they led', async () => {
  const { differences } = await importFiles({
    'index.html': page('<a href="talks/">Talks</a>'),
    'talks/index.html': page('<a href="a.html">A talk</a><img src="hall.jpg" alt="Hall">'),
    'talks/a.html': page('<p>About cats.</p><a href="./">All talks</a>'),
    'talks/hall.jpg': picture,
  })
  expect(differences).toEqual([])
})

it('a script file that writes a menu into all pages is listed, a library is not', async () => {
  const { report } = await importFiles({
    'index.html': page(
      '<div id=top></div><script src=menu.js></script><script src=top.js></script>',
    ),
    'menu.js':
      "menu.innerHTML = `<ul><li><a href='prices.html'>Prices</a></li><li>Hours</li><li>Call us</li></ul>`",
    'top.js': "$('#top').load('top.html')",
    'slides.js': "$(slide).append('<p>Loading</p>'); this.element.innerHTML = '<a href=#></a>'",
  })
  const listed = report.split('\n').filter((line) => line.includes('what a script'))
  expect(listed).toEqual([
    expect.stringContaining('/menu.js: what a script writes into pages'),
    '- /top.js: what a script loads into pages: top.html',
  ])
})

it('what attributes hide is not taken, but listed', async () => {
  const { differences, read } = await importFiles({
    'index.html': page(
      '<table><tr><td><div>Coupons</div><tr style="display: none"><td>66 kb</table>',
    ),
  })
  expect(differences).toEqual(['- /: 66 kb'])
  expect(await read('pages/home.yaml')).not.toContain('66')
})

it('what style sheets hide is taken, and listed', async () => {
  const { differences, report } = await importFiles({
    'index.html': page(
      '<div class=done>Thank you for writing</div><p class=wide>Our menu</p><p class=paper>On screens</p><div class=x><p class=y>Inside</div><p class=y>Outside<p id=late>Later',
      '<link rel=stylesheet href="css/a.css"><style>#late { visibility: hidden }</style>',
    ),
    'css/a.css':
      '.done, .wide { display: none } @media (min-width: 60em) { .wide { display: block } } .x .y, .js .wide, .y:hover { display: none } @media print { .paper { display: none } }',
  })
  expect(report).toContain('Texts that style sheets hid')
  expect(differences).toEqual(['- /: Thank you for writing', '- /: Inside', '- /: Later'])
})

it('what a set of frames showed is the home page, and its menu that of all pages', async () => {
  const { differences, read } = await importFiles({
    'index.html': '<title>Shop</title><frameset><frame src=menu.html><frame src=start.html>',
    'bread.html': page('<p>Fresh.</p>').replaceAll('Shop', 'Bread'),
    'menu.html': `<title>Menu</title><a href=start.html>Start</a> <a href="bread.html"><img src=b.gif></a>
      <a href="https://example.com/map">Map</a>`,
    'start.html': page('<p>Since 1987.</p>').replaceAll('Shop', 'Our shop'),
    'b.gif': picture,
  })
  expect(differences).toEqual(['- /: /menu.html', '- /: “Shop” is “Our shop” now.'])
  expect(await read('pages/home.yaml')).toContain('- /start.html')
  expect(parse(await read('pages.yaml')).navigation.header.menus).toEqual([
    { label: 'Start', href: '/' },
    { label: 'Bread', href: '/bread' },
    { label: 'Map', href: 'https://example.com/map' },
  ])
})

it('a picture of a style, a second title, and two numbers on a line', async () => {
  const { differences, read, stdout } = await importFiles({
    'index.html': `<html lang="de-AT"><style>.photo { background-image: url(ofen.jpg) }
      .row { background: url(punkt.gif) }</style><title></title><title>Bäckerei Gruber</title>
      <table class="photo"><tr class=row style="background: url(tisch.jpg)"><td><h1>Brot</h1></table>
      <div class="image" style="color: red; background-image: url('brot.jpg')"></div><h2>Roggenbrot</h2>
      <p>06582 / 73277 0664 / 3770802</p><footer>Tel. 06582 73277</footer>`,
    'brot.jpg': picture,
    'tisch.jpg': await sharp(picture).flop().toBuffer(),
    'ofen.jpg': await sharp(picture).flip().toBuffer(),
  })
  // What a rule shows is part of the design.
  expect(differences).toEqual([
    '- /: /ofen.jpg',
    '- /: /punkt.gif, which the old site did not have',
  ])
  expect(stdout).toContain('pictures 2 of 3')
  expect(parse(await read('pages/home.yaml')).pages['/']).toMatchObject({
    title: 'Bäckerei Gruber',
    blocks: [
      {},
      {
        type: 'gallery',
        pictures: [{ picture: { src: '/tisch.jpg' } }, { picture: { src: '/brot.jpg' } }],
      },
      { type: 'prose' },
    ],
  })
  const { site } = parse(await read('pages.yaml'))
  const numbers = [site.phone.number, ...site.otherContacts].map((each) => each.replace(/\D/g, ''))
  expect(numbers.sort()).toEqual(['43658273277', '436643770802'])
})

const drawing = (size: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="M0 0h1v1z"/></svg>`

it('a picture whose name has no Latin letter, and a link to a file that has moved', async () => {
  const { differences } = await importFiles({
    'index.html': page(
      '<img src="ψωμί.jpg" alt="Bread"><img src="one.svg" alt="One"><img src="two.svg" alt="Two"><p><a href="assets/big.jpg">Larger</a></p>',
    ),
    'ψωμί.jpg': picture,
    'one.svg': drawing('1'),
    'two.svg': drawing('2'),
    'assets/big.jpg': await sharp(picture).flip().toBuffer(),
  })
  expect(differences).toEqual([])
})

it.each(['https://ann.example.org/shop', ''])(
  'a site that was below a path of a host keeps its links and pictures: %s',
  async (host) => {
    const at = (path: string) => (host === '' ? '' : `<link rel=canonical href="${host}${path}">`)
    const { differences, read, report, stdout } = await importFiles({
      'index.html': page(
        `<p><a href="/shop/rye.html">Rye</a> and <a href="${host || '/shop'}/prices/">prices</a></p><img src="/shop/a.jpg" alt="A"><p><a href="/shop/prices/#bread">Bread</a>`,
        at('/'),
      ),
      'rye.html': page('<p><a href="/shop/">Home</a>', at('/rye.html')).replaceAll('Shop', 'Rye'),
      'prices/index.html': page('<p>', at('/prices/')).replaceAll('Shop', 'Prices'),
      'a.jpg': picture,
    })
    expect(differences).toEqual([])
    expect(stdout).toMatch(/pictures 1 of 1, links (\d) of \1,/)
    expect(await read('pages/home.yaml')).toContain('[prices](/prices)')
    const { site } = parse(await read('pages.yaml'))
    expect(site.origin).toBe(`${host || 'https://www.example.com/shop'}/`)
    expect(report).toContain('The site is below /shop')
  },
)

it.each([
  ['', { CNAME: 'www.shop.example.org\n' }],
  ['<meta property="og:url" content="https://www.shop.example.org/rye.html">', {}],
])('links to the host of the site are its own: %s %j', async (head, more) => {
  const { differences, read } = await importFiles({
    'index.html': page('<p><a href="http://shop.example.org/rye.html">Rye</a></p>'),
    'rye.html': page('<p>Fresh.</p>', head).replaceAll('Shop', 'Rye'),
    ...more,
  })
  expect(differences).toEqual([])
  expect(await read('pages/home.yaml')).toContain('[Rye](/rye)')
  expect(parse(await read('pages.yaml')).site.origin).toBe('https://www.shop.example.org')
})

it('links to another language that is not there say nothing of a path', async () => {
  const body = page(
    '<p><a href="/de/index.html">Deutsch</a> <a href="/de/a.html">Rye</a></p><img src=a.jpg>',
  )
  const { read } = await importFiles({
    'index.html': body,
    'a.html': body.replaceAll('Shop', 'Rye'),
    'a.jpg': picture,
  })
  expect(parse(await read('pages.yaml')).site.origin).toBe('https://www.example.com')
})

it('menus for which the header has no room are in the footer', async () => {
  const names = [
    'Repair and maintenance',
    'Questions that many ask',
    'Photographs',
    'Our history since 1987',
  ]
  const { differences, read } = await importFiles({
    'index.html': page(
      `<nav><ul>${names.map((name, at) => `<li><a href="https://example.com/${at}">${name}</a>`).join('')}</ul></nav>`,
    ),
  })
  expect(differences).toEqual([])
  const { header, footer } = parse(await read('pages.yaml')).navigation
  expect(header.menus).toHaveLength(3)
  expect(footer.groups).toEqual([
    {
      heading: 'Shop',
      items: [{ label: 'Our history since 1987', href: 'https://example.com/3' }],
    },
  ])
})

it('the logo, and links around the content that are icons', async () => {
  const body = (name: string) =>
    page(
      `<header><h2 class="site-logo"><span><a href=""><img src="a.jpg"></a></span></h2></header><p>About ${name}.</p>
      <footer><img src="b.jpg"> Main St<a href="https://www.photos.example.com/shop?from=site"><img src="b.jpg"></a></footer>`,
    ).replaceAll('Shop<', `${name}<`)
  const { differences, read } = await importFiles({
    'index.html': body('Shop'),
    '404/index.html': body('Nothing here'),
    'a.html': body('Rye'),
    'a.jpg': picture,
    'b.jpg': await sharp(picture).flip().toBuffer(),
  })
  const { site, navigation } = parse(await read('pages.yaml'))
  expect(site.logo.image).toBe('/a.jpg')
  const link = {
    label: 'photos.example.com',
    href: 'https://www.photos.example.com/shop?from=site',
  }
  expect(navigation.footer.groups[0].items).toContainEqual(link)
  expect(differences).toEqual([
    expect.stringMatching(/^- \/404: What visitors see .* is under notFound .* Nothing here/),
    '- /a.html and /: /b.jpg',
  ])
})

it('a picture of which only the copies in other sizes are there', async () => {
  const { differences, read } = await importFiles({
    'index.html': page(
      '<img src="hall.jpg" srcset="hall-p-500.jpg 500w, hall-p-1080.jpg 1080w" alt="The hall">',
    ),
    'hall-p-500.jpg': picture,
    'hall-p-1080.jpg': await sharp(picture).flip().toBuffer(),
  })
  expect(differences).toEqual([])
  expect(await read('pages/home.yaml')).toContain('src: /hall-p-1080.jpg')
})

it('what a script shows later is there, or is listed', async () => {
  const file = async (background: string) =>
    sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer()
  const { differences, read } = await importFiles({
    'index.html': page(`<img data-lazy="a.png" alt="A"><p>Text</p>
      <img src="blank.gif" data-lazyload="b.png" alt="B"><p>Text</p>
      <picture><source data-srcset="c.png 900w"><img src="data:image/gif;base64,R0lG" alt="C"></picture>
      <iframe src="about:blank" data-src="https://player.vimeo.com/video/123456789"></iframe>
      <iframe srcdoc="&lt;p&gt;Open today"></iframe><div data-bg="d.png"></div>
      <svg><image href="e.png"/></svg>`),
    ...{ 'a.png': await file('#100'), 'b.png': await file('#200'), 'c.png': await file('#300') },
    ...{ 'd.png': await file('#400'), 'e.png': await file('#500'), 'blank.gif': picture },
  })
  expect(differences).toEqual(['- /: Open today', '- /: /d.png', '- /: /e.png'])
  const home = await read('pages/home.yaml')
  for (const shown of ['src: /a.png', 'src: /b.png', 'src: /c.png', 'video/123456789'])
    expect(home).toContain(shown)
})

it('relative addresses begin where a document says', async () => {
  const head = '<base href="https://www.shop.at/">'
  const { differences, read } = await importFiles({
    'index.html': page('<p><a href="a/rye.html">Rye</a></p>', head),
    'a/rye.html': page(
      '<img src="img/a.jpg" alt="A"><p><a href="a/rye.html#x">Here</a> <a href="wheat.html">Wheat</a></p>',
      head,
    ).replaceAll('Shop', 'Rye'),
    'wheat.html': page('<p>Fresh.</p>', head).replaceAll('Shop', 'Wheat'),
    'img/a.jpg': picture,
  })
  expect(differences).toEqual([])
  expect(await read('pages/a-rye.yaml')).toContain('[Wheat](/wheat)')
  expect(parse(await read('pages.yaml')).site).toMatchObject({
    origin: 'https://www.shop.at',
    business: { country: 'AT' },
  })
})

it('a description is a text of the page, not its menu or a table', async () => {
  const { read } = await importFiles({
    'index.html': page(
      '<p><a href="/">Home of the shop</a> <a href="https://example.com">Elsewhere</a></p><table><tr><th>What we bake<th>Price<tr><td>Rye of the day<td>$5</table><p>Baked since 1987.</p>',
    ).replace('<p>Welcome to our shop.</p>', ''),
  })
  expect(await read('pages/home.yaml')).toContain('description: Baked since 1987.')
})

it('a link to skip the menu leads to its own page on each, and is common to all', async () => {
  const body = (name: string) =>
    page(`<p><a href="#main">Skip to content</a></p><p>About ${name}.</p>`).replaceAll('Shop', name)
  const names = ['index', 'a', 'b', 'c']
  const { read } = await importFiles(
    Object.fromEntries(names.map((name) => [`${name}.html`, body(`Shop ${name}`)])),
  )
  for (const name of ['home', 'a']) expect(await read(`pages/${name}.yaml`)).not.toContain('Skip')
})

it('a header inside of the content belongs to the content', async () => {
  const body = (name: string) =>
    page(
      `<header><p>Bakery</p></header><div><header><h2>Downloads</h2></header><p>List of ${name}</p></div>`,
    ).replaceAll('Shop', name)
  const { differences, read } = await importFiles({
    'index.html': body('Shop'),
    'a.html': body('Rye'),
  })
  expect(differences).toEqual([])
  expect(await read('pages/a.yaml')).toContain('## Downloads')
})

it('a picture beside a text in a table, links to headings in any letters, and links without text', async () => {
  const { differences, read } = await importFiles({
    'index.html': page(
      `<table><tr><th>A<th>B<tr><td><img src="a.jpg" alt="A"><p><a href="https://example.com/b">B</a></p><td>C</table>
      <p><a href="#Öfen">Ovens</a> <a href="#%C3%96fen">again</a></p><h2><a name="Öfen">Stone ovens</a></h2>
      <p><a href="https://example.com/c"><h3>A card</h3></a></p>
      <a href="https://photos.example.com/s1600/c.jpg"><img src="https://photos.example.com/s320/c.jpg"></a>`,
    ),
    'a.jpg': picture,
  })
  const home = await read('pages/home.yaml')
  expect(home).not.toContain('&#x20;')
  expect(home).toContain('[Ovens](/#stone-ovens) [again](/#stone-ovens)')
  expect(home.match(/https:\/\/example.com\/c/g)).toHaveLength(1)
  expect(differences).toEqual([
    '- /: https://photos.example.com/s320/c.jpg, which the old site did not have',
  ])
})

it('prices are more than one file of facts may have', async () => {
  const rows = Array.from({ length: 1001 }, (_, n) => `<li>Part ${n} costs $${n}.50`)
  const { differences, read, stdout } = await importFiles({
    'index.html': page(`<ul>${rows.join('')}</ul>`),
  })
  expect(stdout).toContain('passes the check')
  expect(differences).toEqual([])
  expect(Object.keys(parse(await read('pages/facts.2.yaml')).facts)).toHaveLength(1)
})

it('a page of a single picture, a picture with a link, and a link that is no address', async () => {
  const { differences, stdout } = await importFiles({
    'index.html': page(
      `<figure><a href="hall.html"><img src="a.jpg" alt="The hall"></a></figure><p>Write <a href="mailto:'.$row.'">us</a> or <a href="http://http//a.example.com/">go</a>`,
    ),
    'hall.html': '<title>Hall</title><div style="background: url(hall.jpg)"></div>',
    'a.jpg': picture,
    'hall.jpg': picture,
  })
  expect(differences).toEqual([`- /: mailto:'.$row.'`, '- /: http://http//a.example.com/'])
  expect(stdout).toContain('passes the check')
})

it('a page that a script writes', async () => {
  const { report } = await importFiles({
    'index.html': page(''),
    'app.html': '<title>App</title><div id="root"></div><script src="app.js"></script>',
  })
  expect(report).toContain(
    '/app.html: its text, which a script writes (save the page as a browser shows it)',
  )
})

it('pages with the same body and other titles', async () => {
  const { read, stdout } = await importFiles({
    'index.html': page(''),
    'a.html': '<title>Red</title><p>The same words on both pages.</p>',
    'b.html': '<title>Blue</title><p>The same words on both pages.</p>',
  })
  expect(stdout).toContain('titles 3 of 3')
  expect(await read('pages/b.yaml')).toContain('title: Blue')
})

it('documents with one title, whose names differ only in their ends', async () => {
  const { differences } = await importFiles({
    'index.html': page('<p>Opening hours</p><a href=prices.htm>1</a><a href=prices.html>2</a>'),
    'prices.htm': page('<p>Prices of last year</p>'),
    'prices.html': page('<p>Prices of this year</p>'),
  })
  expect(differences).toEqual([])
})

it('addresses with a query, however a crawl has saved them', async () => {
  const { report } = await importFiles({
    'index.html': page(''),
    'news.php%3Fpage=2.html': '<title>Two</title><h1>Two</h1><p>Second page of news.</p>',
    'news.php@page=3.html': '<title>Three</title><h1>Three</h1><p>Third page of news.</p>',
  })
  expect(report).toMatch(/\| \/news\.php\?page=2 \| 301 to/)
  expect(report).toMatch(/\| \/news\.php\?page=3 \| 301 to/)
})

it('addresses of Joomla lead to its pages, and one that no host can redirect is named', async () => {
  const article = (id: string) => `index.php?option=com_content&view=article&id=${id}`
  const { report, stdout } = await importFiles({
    'index.html': page(''),
    [`${article('12:our-rye-bread')}&catid=3:all-our-bread.html`]: page('').replaceAll(
      'Shop',
      'Rye',
    ),
    [`${article('{id}')}.html`]: page('').replaceAll('Shop', 'Wheat'),
  })
  expect(stdout).toContain('passes the check')
  expect(stdout).toContain('2 of 3 old addresses answered')
  expect(report).toContain(
    `| /${article('12:our-rye-bread')}&catid=3:all-our-bread | 301 to /rye |`,
  )
  expect(report).toContain(`/${article('{id}')}: This address cannot redirect`)
})

it('a gallery of empty links, a link without .html, and a proof of ownership', async () => {
  const { differences, read, report } = await importFiles({
    'index.html': page(
      '<div><a href="a.jpg" title="Rye"><div></div></a><a href="b.jpg"><div></div></a></div><p><a href="rye">Our rye</a></p>',
    ),
    'rye.html': page('').replaceAll('Shop', 'Rye'),
    'a.jpg': picture,
    'b.jpg': await sharp(picture).flip().toBuffer(),
    'proof0123456789abcdef.html': 'site-verification: proof0123456789abcdef.html',
  })
  expect(differences).toEqual([])
  const [, , gallery] = parse(await read('pages/home.yaml')).pages['/'].blocks
  expect(gallery).toMatchObject({ type: 'gallery', pictures: [{ picture: { alt: 'Rye' } }, {}] })
  expect(await read('pages/home.yaml')).toContain('[Our rye](/rye)')
  expect(report).toContain('| /proof0123456789abcdef.html | file |')
})

it('a table of prices is one table, with its cells as they were', async () => {
  const { differences, read } = await importFiles({
    'index.html': page(
      '<h2>Prices</h2><table><tr><th>Dog<th>S<th>L<tr><td>Bath<td>$30<td>$150-180<tr><td>Nails<td colspan=2>1.290,- €</table>',
    ),
  })
  expect(differences).toEqual([])
  expect(await read('data/prices.csv')).toBe(
    '"Dog","S","L"\n"Bath","$30","$150-180"\n"Nails","1.290,- €","1.290,- €"\n',
  )
  expect(await read('pages/home.yaml')).toContain('rows: prices')
})

it('text of WordPress without blocks keeps its lists, its lines and its files', async () => {
  const item = `<item><title>Rye</title><link>https://b.example.org/blog/rye/</link>
    <content:encoded><![CDATA[Intro
<ol>
\t<li>Flour\nand water
<ul>
\t<li>Rye</li>
</ul>
</li>
\t<li>Salt</li>
</ol>
<a href="https://b.example.org/blog/wp-content/uploads/list.pdf">List</a> and <img src="https://b.example.org/blog/wp-content/uploads/2020/05/a-300x200.jpg" alt="A">]]></content:encoded>
    <wp:post_id>7</wp:post_id><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>`
  const { differences, read, report } = await importFiles(
    {
      'export.xml': `<rss xmlns:wp="w" xmlns:content="c"><channel><title>Bread</title><link>https://b.example.org/blog</link>${item}</channel></rss>`,
      'uploads/list.pdf': '%PDF-1.4',
      'uploads/2020/05/a-300x200.jpg': picture,
      'another-customer/uploads/invoice.jpg': picture,
    },
    'export.xml',
  )
  expect(report).not.toContain('invoice.jpg')
  expect(differences).toEqual([])
  expect(await read('pages/blog-rye.yaml')).toMatch(/1\. Flour\\\n +and water\n +- Rye\n +2\. Salt/)
})

it('a post of WordPress below a folder, with its earlier name, its parts and its plugins', async () => {
  const item = `<item><title>Rye</title><link>https://b.example.org/blog/2020/05/03/rye/</link><dc:creator>al</dc:creator>
    <content:encoded><![CDATA[<!-- wp:paragraph {"a":"-->"} --><p>One.</p><!-- /wp:paragraph --><!--nextpage-->[box title="T"]Two[/box][box]Three[/box]
    <!-- wp:embed {"url":"https://youtu.be/abcdefgh123"} --><figure><div>https://youtu.be/abcdefgh123</div></figure><!-- /wp:embed -->]]></content:encoded>
    <excerpt:encoded></excerpt:encoded><wp:post_id>7</wp:post_id><wp:post_date>2020-05-03 08:00:00</wp:post_date><wp:status>publish</wp:status>
    <wp:post_type>post</wp:post_type><category domain="category" nicename="bread">Bread</category>
    <wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>rye-bread</wp:meta_value></wp:postmeta>
    <wp:postmeta><wp:meta_key>rank_math_robots</wp:meta_key><wp:meta_value>a:1:{i:0;s:7:"noindex";}</wp:meta_value></wp:postmeta>
    <wp:postmeta><wp:meta_key>_seopress_titles_desc</wp:meta_key><wp:meta_value>All about rye.</wp:meta_value></wp:postmeta></item>`
  const { report, read } = await importFiles(
    {
      'export.xml': `<rss xmlns:wp="w" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d"><channel><title>Bread</title><link>https://b.example.org/blog</link><wp:base_blog_url>https://b.example.org/blog</wp:base_blog_url>${item}</channel></rss>`,
    },
    'export.xml',
  )
  for (const address of [
    ...[
      '/blog/2020/05/03/rye-bread',
      '/blog/2020/05/03/rye/2',
      '/blog/2020/05/03',
      '/blog/category/bread',
    ],
    ...['/blog/2020/05/03/rye/feed', '/blog?p=7'],
  ])
    expect(report).toMatch(new RegExp(`\\n\\| ${address.replace('?', '\\?')} \\| (?:301|410)`))
  const post = await read('pages/blog-2020-05-03-rye.yaml').catch(() =>
    read('pages/2020-05-03-rye.yaml'),
  )
  expect(post).toContain('noindex: true')
  expect(post).toContain('description: All about rye.')
  expect(post).toMatch(/Two +Three/)
  expect(post).toContain('https://youtu.be/abcdefgh123')
  expect(report).toContain('[box title="T"]')
})

/** Entries of an export, each with its properties. */
const exportItems = (...items: string[]) =>
  `<rss xmlns:wp="w" xmlns:content="c" xmlns:dc="d"><channel><title>Bread</title><link>https://b.wordpress.com</link><wp:base_blog_url>https://b.wordpress.com</wp:base_blog_url>${items
    .map((item) => `<item>${item}<wp:status>publish</wp:status></item>`)
    .join('')}</channel></rss>`
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`

it('files of WordPress.com lie on a host of their own', async () => {
  const files = 'files.wordpress.com/2020/05'
  const { differences, read } = await importFiles(
    {
      'export.xml': exportItems(
        `<title>Rye</title><link>https://b.wordpress.com/rye</link><wp:post_id>1</wp:post_id><wp:post_type>page</wp:post_type><content:encoded><![CDATA[<p>Rye.</p><img src="http://b.${files}/a.jpg?w=300" alt="A loaf"><a href="https://b.${files}/list.pdf">List</a>]]></content:encoded>`,
        `<title>a</title><wp:post_id>2</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://b.${files}/a.jpg</wp:attachment_url>`,
      ),
      'uploads/2020/05/a.jpg': picture,
      'uploads/2020/05/list.pdf': '%PDF-1.4',
    },
    'export.xml',
  )
  expect(differences).toEqual([])
  expect(await read('pages/rye.yaml')).toContain('src: /wp-content/uploads/2020/05/a.jpg')
})

it('films of an export, raw HTML of a page builder, and marks in a title', async () => {
  const { differences, read } = await importFiles(
    {
      'export.xml': exportItems(
        `<title><![CDATA[Rye &amp; <em>wheat</em>]]></title><link>https://b.wordpress.com/rye</link><wp:post_id>1</wp:post_id><wp:post_type>page</wp:post_type><content:encoded><![CDATA[<p>Rye.</p>[video src="https://b.wordpress.com/wp-content/uploads/a.mp4"][vc_raw_html]JTNDcCUzRU9wZW4lMjB0b2RheSUzQyUyRnAlM0U=[/vc_raw_html]]]></content:encoded>`,
      ),
      'uploads/a.mp4': 'film',
    },
    'export.xml',
  )
  const text = await read('pages/rye.yaml')
  expect(text).toContain('[a.mp4](/wp-content/uploads/a.mp4)')
  expect(text).toContain('Open today')
  expect(text).toContain('Rye & wheat')
  expect(differences.filter((line) => !/\[|jtndc/.test(line))).toEqual([])
})

it('what only a theme or a shop of WordPress shows is listed', async () => {
  const { differences, report, stdout } = await importFiles(
    {
      'export.xml': exportItems(
        `<title>Rye</title><link>https://b.wordpress.com/product/rye</link><wp:post_id>1</wp:post_id><wp:post_type>product</wp:post_type>${meta('_regular_price', '7.50')}${meta('_edit_last', '1')}${meta('total_sales', '0')}`,
        `<title>Rye - dark</title><link>https://b.wordpress.com/product/rye?color=dark</link><wp:post_id>2</wp:post_id><wp:post_type>product_variation</wp:post_type>`,
        `<title>Ann</title><link>https://b.wordpress.com/baker/ann</link><wp:post_id>3</wp:post_id><wp:post_type>baker</wp:post_type>${meta('phone', '555-0199')}`,
        `<title>News</title><link>https://b.wordpress.com/news</link><dc:creator>&gt;al</dc:creator><wp:post_date>2020-05-03 08:00:00</wp:post_date><wp:post_id>4</wp:post_id><wp:post_type>post</wp:post_type><category domain="category" nicename="a">First</category><category domain="category" nicename="b">Second</category><category domain="post_tag" nicename="c">Crust</category>`,
        '<title>News</title><link>https://b.wordpress.com/news-2</link><wp:post_id>5</wp:post_id><wp:post_type>page</wp:post_type>',
        '<title>News</title><link>https://b.wordpress.com/news-3</link><wp:post_id>6</wp:post_id><wp:post_type>page</wp:post_type>',
      ),
    },
    'export.xml',
  )
  expect(differences).toEqual([
    '- /product/rye: _regular_price: 7.50',
    '- /baker/ann: phone: 555-0199',
    '- /news: post_tag: Crust',
    '- /news: category: Second',
  ])
  expect(report).not.toContain('dark')
  expect(stdout).toContain('and passes the check')
  expect(stdout).not.toContain('not at all')
})

it('a setting of the old server has an answer', async () => {
  const files = { 'index.html': page('<p>Open today.</p>'), CNAME: 'shop.example.com' }
  const { differences, report } = await importFiles(files)
  expect(differences).toEqual([])
  expect(report).toContain('| /CNAME | 410, a file without an extension |')
})

it('a phone number keeps its groups, and the code of its country', async () => {
  const head = '<link rel=canonical href=https://www.okna.example.gr/>'
  for (const number of ['210 805 0344', '+30 210 805 0344']) {
    const { differences, read } = await importFiles({
      'index.html': page(`<p>Call <a href="tel:+302108050344">${number}</a> today.</p>`, head),
    })
    expect(differences).toEqual([])
    expect(await read('pages.yaml')).toContain('+30 210 805 0344')
  }
})

it('a link of several lines in what all pages repeat stays a link', async () => {
  const body = (text: string) =>
    page(
      `<p>${text}</p><div><a href="https://t.example.com/x"><div>Open it</div><div>@channel</div></a></div>`,
    ).replaceAll('Shop', `Shop ${text}`)
  const names = ['index', 'one', 'two', 'three']
  const { differences, report } = await importFiles(
    Object.fromEntries(names.map((name) => [`${name}.html`, body(`Text ${name}`)])),
  )
  expect(differences.filter((line) => line.includes('t.example.com'))).toEqual([])
  expect(report).toMatch(/links (\d+) of \1,/)
})
