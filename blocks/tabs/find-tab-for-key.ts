/**
 * Finds the tab that a navigation key selects. Arrow keys wrap around at the ends.
 * @param direction the text direction, `ltr` or `rtl`
 * @returns the id of the tab; undefined for any other key
 */
export function findTabForKey(
  key: string,
  ids: string[],
  selected: string | undefined,
  direction: string,
): string | undefined {
  const selectedIndex = ids.indexOf(selected ?? '')
  const step = direction === 'rtl' ? -1 : 1
  const targets: Record<string, number> = {
    ArrowRight: selectedIndex + step,
    ArrowLeft: selectedIndex - step,
    Home: 0,
    End: ids.length - 1,
  }
  const target = Object.hasOwn(targets, key) ? targets[key]! : undefined
  return target === undefined ? undefined : ids[(target + ids.length) % ids.length]
}
