/** `npm run catalogue`: every block with each of its examples, as a static site. Exit 1 on errors, 2 on wrong usage. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { formatProblems } from '../schema/problems/format-problems.ts'
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { bundle } from './prerender/bundle/bundle.ts'
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import { copyFolder, replaceFolder } from './prerender/output/replace-folder.ts'
import { listResizedPictures } from './images/resized-pictures.ts'
import { parseOptions, runCommand, UsageError } from './shared/run-command.ts'
import { relativizeProblemPaths } from './shared/problem-paths.ts'

const usage = 'Usage: npm run catalogue -- [--site DIR] [--out DIR]'

/** @param site the site whose design the examples wear. @returns the exit code. */
export async function buildCatalogue({
  site: dir,
  out,
}: {
  site: string
  out: string
}): Promise<number> {
  const { site, notFound, problems } = await loadSite(dir)
  if (!site || hasErrors(problems)) {
    console.error(
      `${formatProblems(
        relativizeProblemPaths(
          problems.filter(({ severity }) => severity === 'error'),
          dir,
        ),
      )}\n\nNothing was built: the site has errors.`,
    )
    return 1
  }
  // Before React is loaded, which chooses its build by it.
  process.env.NODE_ENV = 'production'
  const [{ loadCatalogueBlocks }, { renderCatalogueFiles }] = await Promise.all([
    import('./catalogue/load-blocks.ts'),
    import('./catalogue/render-catalogue.ts'),
  ])
  const bundled = await bundle(join(import.meta.dirname, '..'))
  const blocks = await loadCatalogueBlocks()
  const samples = join(import.meta.dirname, 'catalogue')
  const { bytes } = await replaceFolder(out, async (write, folder) => {
    await copyFolder(join(dir, 'public'), folder)
    await copyFolder(join(samples, 'public'), folder)
    for (const file of bundled.files) await cp(join(bundled.clientDir, file), join(folder, file))
    for (const file of renderCatalogueFiles(blocks, site, bundled)) await write(file)
    const pictures = blocks.flatMap(({ valid }) => valid.flatMap((example) => example.pictures))
    for (const { path, draw } of listResizedPictures({ dir: samples, pictures }))
      await write({ path, content: await draw() })
    // As in a built site, so that `npm run serve` shows the folder and the next run may replace it.
    if (notFound)
      await write({
        path: '/404.html',
        content: bundled.renderer.renderDocument(notFound, site, bundled.assets),
      })
    await write({ path: '/404.json', content: JSON.stringify(notFound) })
  })
  const examples = blocks.reduce((sum, { valid }) => sum + valid.length, 0)
  console.log(
    `${out}: ${blocks.length} blocks, ${examples} examples, ${(bytes / 1e6).toFixed(2)} MB. To look at it: npm run serve -- --dir ${out}`,
  )
  return 0
}

async function main(args: string[]): Promise<number> {
  const { site, out } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string', default: 'catalogue' },
  })
  const refusal = await explainInvalidOutput(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  return buildCatalogue({ site, out })
}

runCommand(import.meta.url, main)
