import { distance } from 'fastest-levenshtein'

/**
 * Returns the address that someone who typed a path probably meant.
 * @param path decoded, with a slash at its start
 */
export function findNearestAddress(addresses: string[], path: string): string | undefined {
  const typed = path.toLowerCase().replace(/(\/index)?(\.\w+)?\/*$/, '') || '/'
  const lastPart = typed.slice(typed.lastIndexOf('/'))
  const rate = (address: string) =>
    Math.min(
      distance(typed, address) / typed.length,
      // The address differs only in its folder.
      address.endsWith(lastPart) && lastPart.length > 3 ? 0.3 : 1,
    )
  const [best] = addresses
    .map((address) => ({ address, rating: rate(address) }))
    .sort((a, b) => a.rating - b.rating || a.address.length - b.address.length)
  return best && best.rating <= 0.5 ? best.address : undefined
}
