import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { BlockEntry } from './describe-blocks.ts'

type Props = {
  title: string
  /** From this page to the catalogue's index: '' or '../'. */
  up: string
  blocks: BlockEntry[]
  /** The block type of this page. */
  current?: string
  /** A module to load besides, for development. */
  script?: string
  children: ReactNode
}

// Read for each page, so that a change shows at once in development.
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** A whole document of the catalogue. Every address in it is relative, so that it may lie anywhere. */
export function renderLayout({ title, up, blocks, current, script, children }: Props): string {
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: read('catalogue.css') }} />
        {script && <script type="module" src={script} />}
      </head>
      <body>
        <nav className="sidebar" aria-label="Blocks">
          <p className="sidebar-title">
            <a href={up || './'}>Catalogue</a>
          </p>
          <ul>
            {blocks.map(({ type, live }) => (
              <li key={type}>
                <a href={`${up}${type}/`} aria-current={type === current ? 'page' : undefined}>
                  {type}
                </a>
                {live && <Live />}
              </li>
            ))}
          </ul>
        </nav>
        <main>{children}</main>
        <script dangerouslySetInnerHTML={{ __html: read('catalogue.js') }} />
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(document)}\n`
}

export function Live() {
  return (
    <span className="live" title="Needs JavaScript to be useful">
      live
    </span>
  )
}
