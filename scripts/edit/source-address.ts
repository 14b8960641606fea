import type { Path } from '../../schema/problems/location.ts'

/**
 * A value in a source file. In URLs and in `data-studio-path`, it is written as the file and a JSON
 * pointer: `pages/main.yaml#/pages/~1pricing/blocks/2/heading`.
 * @property file relative to the site's folder
 * @property path keys and indexes from the root of the file
 */
export type ValuePlace = { file: string; path: Path }

/** Formats an address as one text: the file, and a JSON pointer. */
export const formatAddress = ({ file, path }: ValuePlace): string =>
  `${file}#${path.map(formatStep).join('')}`

const formatStep = (step: string | number) =>
  `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Reads what `formatAddress` writes. A step of digits becomes an index. */
export function parseAddress(text: string): ValuePlace {
  const [file = '', pointer = ''] = text.split(/#(.*)/s)
  const steps = pointer.split('/').slice(1)
  return {
    file,
    path: steps.map((step) =>
      /^(?:0|[1-9]\d*)$/.test(step)
        ? Number(step)
        : step.replaceAll('~1', '/').replaceAll('~0', '~'),
    ),
  }
}

/** Whether a path is another path, or lies within it. */
export const isWithinPath = (path: Path, outer: Path): boolean =>
  path.length >= outer.length && outer.every((step, index) => String(step) === String(path[index]))

/** Whether an address is within another one. */
export const isWithin = (address: ValuePlace, outer: ValuePlace): boolean =>
  address.file === outer.file && isWithinPath(address.path, outer.path)

/** The same operation, with its path below an address. */
export const moveBelow = <T extends { path: Path }>(
  { file, path }: ValuePlace,
  operation: T,
): T & { file: string } => ({ ...operation, file, path: [...path, ...operation.path] })
