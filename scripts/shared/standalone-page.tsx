import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type StandalonePageProps = {
  title: string
  css: string
  /** Run at the end of the body. */
  script: string
  /** The address of a module to load besides. */
  moduleUrl?: string
  children: ReactNode
}

/** A whole document for those who make a site: it needs no other file, and no search engine lists it. */
export function renderStandalonePage({
  title,
  css,
  script,
  moduleUrl,
  children,
}: StandalonePageProps): string {
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
        {moduleUrl && <script type="module" src={moduleUrl} />}
      </head>
      <body>
        {children}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(document)}\n`
}
