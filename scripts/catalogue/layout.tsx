import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { renderToolPage } from '../tool-page.tsx'
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
  return renderToolPage({
    title,
    css: read('catalogue.css'),
    script: read('catalogue.js'),
    module: script,
    children: (
      <>
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
      </>
    ),
  })
}

export function Live() {
  return (
    <span className="live" title="Needs JavaScript to be useful">
      live
    </span>
  )
}
