/** The tab that a key leads to from the selected one, round the ends; undefined for any other key. */
export function stepTo(
  key: string,
  ids: string[],
  selected: string | undefined,
  direction: string,
): string | undefined {
  const present = ids.indexOf(selected ?? '')
  const forward = direction === 'rtl' ? -1 : 1
  const targets: Record<string, number> = {
    ArrowRight: present + forward,
    ArrowLeft: present - forward,
    Home: 0,
    End: ids.length - 1,
  }
  const target = Object.hasOwn(targets, key) ? targets[key]! : undefined
  return target === undefined ? undefined : ids[(target + ids.length) % ids.length]
}
