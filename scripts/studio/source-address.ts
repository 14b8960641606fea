import type { NodeAddress } from './protocol.ts'

/** Formats an address as one text: the file, and a JSON pointer. */
export const formatAddress = ({ file, path }: NodeAddress): string =>
  `${file}#${path.map(formatStep).join('')}`

const formatStep = (step: string | number) =>
  `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Reads what `formatAddress` writes. A step of digits becomes an index. */
export function parseAddress(text: string): NodeAddress {
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
