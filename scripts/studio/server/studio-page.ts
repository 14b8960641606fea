import type { StudioAssets } from './studio-bundle.ts'

/**
 * The document of the studio.
 * @param assets the path of its script and styles
 */
export const renderStudioPage = (
  assets: string,
  { script, styles }: Pick<StudioAssets, 'script' | 'styles'>,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Studio</title>
    <link rel="stylesheet" href="${assets}${styles}">
    <script type="module" src="${assets}${script}"></script>
  </head>
  <body>
    <main id="studio"></main>
  </body>
</html>
`

/** For a browser that has not opened the address with the token. */
export const renderLockedPage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Studio</title>
  </head>
  <body>
    <main>
      <h1>Open the studio from the terminal</h1>
      <p>The terminal that runs <code>npm run studio</code> or <code>npm run dev</code> shows an
      address that ends with <code>?token=…</code>. Open it once in this browser.</p>
      <p>Without it, another program on this computer could change your files.</p>
    </main>
  </body>
</html>
`
