/** What an author writes in Markdown, and what the page shows. */
import { expect, it } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { RichText } from '../../blocks/shared/text/rich-text.tsx'
import { escapeMarkdown, parseMarkdown } from '../../schema/resolve/markdown.ts'

function render(text: string): string {
  const onIssue = (issue: object) => expect(issue).toBeUndefined()
  const nodes = parseMarkdown(text, { headings: false, link: (href) => href, onIssue })
  return renderToStaticMarkup(createElement(RichText, { nodes })).replace(
    /^<p>|<\/p>$| (?:rel|data-event)="\w+"/g,
    '',
  )
}

it.each([
  ['5*3*2', '5*3*2'],
  ['2*3*4*5*6, a*b*c', '2*3*4*5*6, a*b*c'],
  ['2**3**4', '2**3**4'],
  ['abso*lute*ly', 'abso<em>lute</em>ly'],
  ['*3* or **5**', '<em>3</em> or <strong>5</strong>'],
  ['a 4* or 5* hotel', 'a 4* or 5* hotel'],
  ['~~$5~~ $4, ~10 or ~20', '<del>$5</del> $4, ~10 or ~20'],
  [
    'See https://other.example/a.',
    'See <a href="https://other.example/a">https://other.example/a</a>.',
  ],
  ['www.other.example', '<a href="https://www.other.example">www.other.example</a>'],
  ['me@other.example', '<a href="mailto:me@other.example">me@other.example</a>'],
  [escapeMarkdown('me@other.example'), 'me@other.example'],
])('%s', (text, html) => expect(render(text)).toBe(html))
