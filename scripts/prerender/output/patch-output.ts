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
import { getSwapFolders } from './replace-folder.ts'

/** Files of an output that are shown before all is checked, and can be taken back. */
export type OutputPatch = {
  /** Where new files are written. */
  folder: string
  /** Puts files that were written into the output, each whole. */
  apply(written: Iterable<string>): void
  /** Takes back what is shown and has not been kept, but for these. */
  rollBack(but?: Iterable<string>): void
  /** Removes files that are none of the output any more, with folders that are left empty. */
  remove(paths: Iterable<string>): void
  /** What is shown stays. */
  accept(): void
}

/**
 * Opens an output for changes of single files. A file is replaced by another one and never written over, since an older output may
 * share it (hard links); until it is kept, the one before lies beside the output, and comes back as it was, with its time.
 */
export async function patchOutput(asked: string): Promise<OutputPatch> {
  const { out, temporary } = await getSwapFolders(asked)
  const [folder, before] = [join(temporary, 'new'), join(temporary, 'before')]
  /** Whether there was a file before, of each that is shown. */
  const shown = new Map<string, boolean>()
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
  return {
    folder,
    apply(written) {
      for (const path of written) {
        const isThere = existsSync(join(out, path))
        if (!shown.has(path)) {
          if (isThere) backUpFile(join(out, path), join(before, path))
          shown.set(path, isThere)
        }
        move(join(folder, path), join(out, path))
      }
    },
    rollBack(but = []) {
      const stays = new Set(but)
      for (const [path, wasThere] of shown) {
        if (stays.has(path)) continue
        if (wasThere) move(join(before, path), join(out, path))
        else remove(path)
        shown.delete(path)
      }
      if (shown.size === 0 && stays.size === 0) rmSync(temporary, { recursive: true, force: true })
    },
    remove: (paths) => {
      for (const path of paths) remove(path)
    },
    accept() {
      shown.clear()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

function backUpFile(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(file, to)
  } catch {
    // Not every disk has links.
    copyFileSync(file, to)
  }
}
