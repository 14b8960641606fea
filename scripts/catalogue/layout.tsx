import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { arrangeByGroup } from '../../schema/block-types/block-groups.ts'
import { renderStandalonePage } from '../shared/standalone-page.tsx'
import type { CatalogueBlock } from './load-blocks.ts'

type LayoutProps = {
  title: string
  /** The path from this page to the index: '' or '../'. */
  indexPath: string
  blocks: CatalogueBlock[]
  /** The block type of this page. */
  currentType?: string
  /** The URL of a module to load in addition, in development. */
  moduleUrl?: string
  children: ReactNode
}

// Read for each page, so that changes take effect immediately in development.
const readCatalogueAsset = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Renders a page of the catalogue. All URLs are relative, so that it works at any path. */
export function renderCatalogueLayout({
  title,
  indexPath,
  blocks,
  currentType,
  moduleUrl,
  children,
}: LayoutProps): string {
  return renderStandalonePage({
    title,
    css: readCatalogueAsset('catalogue.css'),
    script: readCatalogueAsset('catalogue.js'),
    moduleUrl,
    children: (
      <>
        <nav className="sidebar" aria-label="Blocks">
          <p className="sidebar-title">
            <a href={indexPath || './'}>Catalogue</a>
          </p>
          <label className="block-search">
            <span>Find a block</span>
            <input type="search" autoComplete="off" />
          </label>
          <p role="status" className="block-count" />
          {arrangeByGroup(blocks).map(({ group, heading, blocks }) => (
            <div className="block-group" key={group}>
              <p className="group-name">{heading}</p>
              <ul>
                {blocks.map((block) => (
                  <li key={block.type} data-block={listSearchWords(block, heading)}>
                    <a
                      href={`${indexPath}${block.type}/`}
                      aria-current={block.type === currentType ? 'page' : undefined}
                    >
                      {block.type}
                    </a>
                    {block.live && <LiveBadge />}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <main>{children}</main>
      </>
    ),
  })
}

/** The text in which the search looks for a block. */
export const listSearchWords = ({ type, description }: CatalogueBlock, group: string) =>
  `${type} ${type.replaceAll('-', ' ')} ${group} ${description}`.toLowerCase()

export function LiveBadge() {
  return (
    <span className="live" title="Needs JavaScript to be useful">
      live
    </span>
  )
}
