import type { BuildEnvironmentOptions, InlineConfig, PluginOption, Rolldown } from 'vite'
import { explainBundleError } from './explain-bundle-error.ts'

/**
 * What Vite has bundled.
 * @property files the names of all files
 */
export type Bundled = {
  chunks: Rolldown.OutputChunk[]
  files: string[]
  /** The file of an entry, followed by those of everything that it imports statically. */
  listChunkFiles(entry: string): string[]
}

/**
 * Bundles modules with Vite, without its settings for development.
 * @throws UserError for a mistake in the sources
 */
export async function runVite(config: InlineConfig & { root: string }): Promise<Bundled> {
  const { build } = await import('vite')
  try {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      // Whatever the process is for, such as development.
      define: { 'process.env.NODE_ENV': '"production"' },
      ...config,
    })
    return describeOutput(([result].flat()[0] as Rolldown.RolldownOutput).output)
  } catch (error) {
    throw explainBundleError(error as Error, config.root)
  }
}

/**
 * Bundles scripts for browsers.
 * @param input source files, relative to `root`, by the names of the bundled ones
 * @param options what differs between the pages of a site and those of the studio
 */
export const bundleScripts = (
  root: string,
  outDir: string,
  input: Record<string, string>,
  options: {
    plugins: PluginOption[]
    base?: string
    build?: BuildEnvironmentOptions
    rolldown: Pick<Rolldown.RolldownOptions, 'preserveEntrySignatures' | 'output'>
  },
): Promise<Bundled> =>
  runVite({
    root,
    plugins: options.plugins,
    ...(options.base !== undefined && { base: options.base }),
    build: {
      outDir,
      emptyOutDir: false,
      // Pages preload what they need by themselves.
      modulePreload: false,
      ...options.build,
      rolldownOptions: { input, ...options.rolldown },
    },
  })

function describeOutput(output: Rolldown.RolldownOutput['output']): Bundled {
  const chunks = output.filter((file) => file.type === 'chunk')
  return {
    chunks,
    files: output.map(({ fileName }) => fileName),
    listChunkFiles(entry) {
      const files = new Set(
        chunks
          .filter(({ isEntry, name }) => isEntry && name === entry)
          .map(({ fileName }) => fileName),
      )
      // The loop also visits files that are added during it.
      for (const file of files)
        for (const { fileName, imports } of chunks)
          if (fileName === file) for (const imported of imports) files.add(imported)
      return [...files]
    },
  }
}
