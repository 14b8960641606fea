/** Numbers that look like chance and are the same every time (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Sentences of words that mean nothing, so many words long. */
export function createSentenceGenerator(
  chance: (below: number) => number,
): (length: number) => string {
  const letters = (length: number) =>
    Array.from({ length }, () => 'bcdfglmnprst'[chance(12)]! + 'aeiou'[chance(5)]!).join('')
  const words = Array.from({ length: 4000 }, () => letters(1 + chance(4)))
  return (length) => `${Array.from({ length }, () => words[chance(words.length)]).join(' ')}.`
}
