import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { OutputWriter } from './output-writer.ts'
import { getSwapFolders } from './replace-folder.ts'

/** A writer that changes the output in place, and can undo what it has only previewed. */
export type OutputPatch = Required<OutputWriter> & { rollBack(): void }

/**
 * Opens an output for changes to single files. A file is replaced and never overwritten, since an
 * older output may share it through a hard link. Until the update is committed, the previous file
 * is kept next to the output, and a rollback restores it with its modification time.
 * @param paths every file of the output.
 */
export async function patchOutput(
  outFolder: string,
  paths: Iterable<string>,
): Promise<OutputPatch> {
  const { out, temporary } = await getSwapFolders(outFolder)
  const [folder, backups] = [join(temporary, 'new'), join(temporary, 'before')]
  let published = new Set(paths)
  /** Previewed files, and whether each replaced another file. */
  const previewed = new Map<string, boolean>()
  const move = (from: string, to: string) => {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  const remove = (path: string) => {
    rmSync(join(out, path), { force: true })
    for (
      let parent = dirname(join(out, path));
      parent !== out && existsSync(parent) && readdirSync(parent).length === 0;
      parent = dirname(parent)
    )
      rmdirSync(parent)
  }
  const apply = (path: string) => {
    const replaces = existsSync(join(out, path))
    if (!previewed.has(path)) {
      if (replaces) backUpFile(join(out, path), join(backups, path))
      previewed.set(path, replaces)
    }
    move(join(folder, path), join(out, path))
  }
  const rollBack = (except = new Set<string>()) => {
    for (const [path, replaced] of previewed) {
      if (except.has(path)) continue
      if (replaced) move(join(backups, path), join(out, path))
      else remove(path)
      previewed.delete(path)
    }
    if (previewed.size === 0 && except.size === 0)
      rmSync(temporary, { recursive: true, force: true })
  }
  const accept = () => {
    previewed.clear()
    rmSync(temporary, { recursive: true, force: true })
  }
  return {
    folder,
    preview(written) {
      rollBack(new Set(written))
      written.forEach(apply)
    },
    async commit(kept, written) {
      for (const path of written) if (existsSync(join(folder, path))) apply(path)
      const all = new Set([...kept, ...written])
      for (const path of published) if (!all.has(path)) remove(path)
      published = all
      accept()
    },
    replaceFile(path) {
      apply(path)
      published.add(path)
      accept()
    },
    rollBack: () => rollBack(),
    discard: async () => rollBack(),
  }
}

function backUpFile(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(file, to)
  } catch {
    // The file system may not support hard links.
    copyFileSync(file, to)
  }
}
