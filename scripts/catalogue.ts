/**
 * `npm run catalogue`: writes every block with its examples as a static site. Exits with 1 on
 * errors, 2 on wrong usage.
 */
import { formatCommand } from './launch/commands.mjs'
import { join } from 'node:path'
import { formatProblems } from '../schema/problems/format-problems.ts'
import { readWholeSite } from './prerender/run/inspect-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { bundle } from './prerender/bundle/bundle.ts'
import { assertReplaceable } from './prerender/output/check-output-folder.ts'
import { SiteOutput } from './prerender/output/site-output.ts'
import { listFiles, stageOutput } from './prerender/output/stage-output.ts'
import { listResizedPictures } from './images/resized-pictures.ts'
import { relativizeProblemPaths } from './shared/problem-paths.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'

/**
 * Builds the block catalogue.
 * @param site The folder of the site whose design the examples use.
 * @returns The exit code.
 */
export async function buildCatalogue({
  site: dir,
  out,
}: {
  site: string
  out: string
}): Promise<number> {
  const { siteData: site, notFound, problems, publicFiles } = await readWholeSite(dir)
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
  // React chooses its build by this variable when it is loaded.
  process.env.NODE_ENV = 'production'
  const [{ loadCatalogueBlocks }, { renderCatalogueFiles }] = await Promise.all([
    import('./catalogue/load-blocks.ts'),
    import('./catalogue/render-catalogue.ts'),
  ])
  const bundled = await bundle({ site: dir })
  const blocks = await loadCatalogueBlocks(dir)
  const samples = join(import.meta.dirname, 'catalogue')
  const staged = await stageOutput(out)
  const files = new SiteOutput({ isAsWritten: () => false }, staged.folder, {})
  const sampleFiles = join(samples, 'public')
  for (const file of publicFiles) files.copy(file, join(dir, 'public', file))
  for (const path of listFiles(sampleFiles)) files.copy(path, join(sampleFiles, path))
  for (const file of bundled.files) files.copy(`/${file}`, join(bundled.clientDir, file))
  for (const { path, content } of renderCatalogueFiles(blocks, site, bundled))
    files.put(path, content)
  const pictures = blocks.flatMap(({ valid }) => valid.flatMap((example) => example.pictures))
  for (const picture of listResizedPictures({ dir: samples, pictures })) await files.draw(picture)
  // `npm run serve`, and the check of the output folder, expect these files of a built site.
  if (notFound)
    files.put('/404.html', bundled.renderer.renderDocument(notFound.data, site, bundled.assets))
  const release = bundled.renderer.getRelease(bundled.assets)
  files.put('/404.json', JSON.stringify({ ...notFound?.data, release }))
  staged.publish(files.written, files.written)
  const { bytes } = files
  const examples = blocks.reduce((sum, { valid }) => sum + valid.length, 0)
  console.log(
    `${out}: ${blocks.length} blocks, ${examples} examples, ${(bytes / 1e6).toFixed(2)} MB. View it with: ${formatCommand('serve', ['--dir', out])}`,
  )
  return 0
}

export const command = defineCommand({
  name: 'catalogue',
  options: {
    out: { value: 'DIR', help: 'The folder to write.', default: 'catalogue' },
    ...siteOptions,
    site: { ...siteOptions.site, help: `${siteOptions.site.help} Examples use its design.` },
  },
  examples: {
    '': 'Write the catalogue to catalogue/.',
    '--out blocks-of-site': 'Write it to another folder.',
  },
  async run({ site, out }) {
    await assertReplaceable(out, site)
    return buildCatalogue({ site, out })
  },
})

runCommand(import.meta.url, command)
