/** Where an arrow key leads; undefined for other keys, and for shortcuts. */
export function getArrowStep(event: ArrowEvent): { right: number; down: number } | undefined {
  const [right, down] = arrows[event.key] ?? [0, 0]
  const isArrow = right !== 0 || down !== 0
  return !isArrow || event.altKey || event.ctrlKey || event.metaKey ? undefined : { right, down }
}

type ArrowEvent = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
