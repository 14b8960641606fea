/** Creates a seeded generator of pseudorandom integers from 0 to `below` - 1 (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Creates a generator of meaningless sentences with `length` words. */
export function createSentenceGenerator(
  random: (below: number) => number,
): (length: number) => string {
  const letters = (length: number) =>
    Array.from({ length }, () => 'bcdfglmnprst'[random(12)]! + 'aeiou'[random(5)]!).join('')
  const words = Array.from({ length: 4000 }, () => letters(1 + random(4)))
  return (length) => `${Array.from({ length }, () => words[random(words.length)]).join(' ')}.`
}
