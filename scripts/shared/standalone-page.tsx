import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type StandalonePageProps = {
  title: string
  css: string
  /** A script that runs at the end of the body. */
  script: string
  /** The URL of a module to load in addition. */
  moduleUrl?: string
  children: ReactNode
}

/** Renders a self-contained document for authors. Search engines do not index it. */
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
