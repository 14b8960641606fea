/** What Word and Google Docs put on the clipboard becomes the Markdown that pages keep. */
import { expect, it } from 'vitest'
import { convertPaste } from '../../../scripts/studio/ui/form/paste-html.ts'

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2a">
<h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">What to bring</span></h2>
<p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;">Bring </span><span style="font-weight:700;">a photo ID </span><span style="font-weight:400;">and read </span><a href="https://www.google.com/url?q=https://www.texas.gov/notary&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="font-weight:400;text-decoration:underline;">the rules</span></a><span style="font-style:italic;"> first</span><span>.</span></p><br />
<ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>A passport</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>A license</span></p></li></ul></b>`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0in;} --></style></head><body lang=EN-US><!--StartFragment-->
<p class=MsoNormal>We come to <b style='mso-bidi-font-weight:normal'>Midland</b>, <span style='mso-bidi-font-weight:bold;mso-bidi-font-style:italic'>Stanton</span> and <i style='mso-bidi-font-style:normal'>Odessa</i>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Hospitals<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Offices<o:p></o:p></p>
<table><tr><td><p>Visit</p></td><td><p>$60</p></td></tr></table><img src="file:///C:/a.png">
<!--EndFragment--></body></html>`

it('a text from Google Docs keeps bold, italic, links, lists and paragraphs', () => {
  const { text, dropped } = convertPaste(googleDocs, { headings: true })
  expect(text).toBe(
    [
      '## What to bring',
      'Bring **a photo ID** and read [the rules](https://www.texas.gov/notary) *first*.',
      '- A passport\n- A license',
    ].join('\n\n'),
  )
  expect(dropped).toEqual([])
})

it('a field without headings makes them bold, and says so', () => {
  const { text, dropped } = convertPaste(googleDocs, { headings: false })
  expect(text).toMatch(/^\*\*What to bring\*\*\n\nBring /)
  expect(dropped).toEqual(['the size of a heading'])
})

it('a text from Word keeps its lists, and what is lost is said', () => {
  const { text, dropped } = convertPaste(word, { headings: false })
  expect(text).toBe(
    'We come to **Midland**, Stanton and *Odessa*.\n\n- Hospitals\n- Offices\n\nVisit $60',
  )
  expect(dropped).toEqual(['the borders of a table', 'a picture'])
})

it('a link into a preview of the site becomes the address of the page', () => {
  const paste = (href: string) =>
    convertPaste(`<p><a href="${href}">x</a></p>`, { headings: false })
  expect(paste('http://s4f0.localhost:5173/pricing?__studio').text).toBe('[x](/pricing)')
  expect(paste('http://127.0.0.1:5173/pricing?day=2#fees').text).toBe('[x](/pricing?day=2#fees)')
  expect(paste('http://s4f0.localhost:5173/__studio/?page=%2Fprices').text).toBe('[x](/prices)')
  expect(paste('https://localhost.example.com/a').text).toBe('[x](https://localhost.example.com/a)')
})
