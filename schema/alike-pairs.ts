/** Two sets by their indexes, and how many members they share. */
export type AlikePair = { first: number; second: number; shared: number }

/**
 * Every pair of sets whose Sørensen–Dice coefficient, 2 × shared / (sizes together), is at least `least`. The result is exact,
 * and no table grows with the number of pairs, so ten thousand pages can be compared.
 *
 * Two sets that are alike share a rare member: with members in one order, the rarest first, any such pair has a common one among
 * the first few of both. Only these are looked up, and a pair is dropped where even all that is left could not make it alike.
 * Xiao, Wang, Lin, Yu: "Efficient Similarity Joins for Near Duplicate Detection" (PPJoin), 2008.
 * @param sets members as whole numbers, each once.
 * @param least above 0, at most 1.
 */
export function findAlikePairs(sets: Float64Array[], least: number): AlikePair[] {
  const room = sets.reduce((sum, { length }) => sum + length, 0)
  // Members that fall into one slot only cost time.
  const slots = 2 ** Math.min(24, Math.max(10, Math.ceil(Math.log2(room + 1))))
  const ordered = orderByRarity(sets, slots)
  const index = newIndex(room, slots)
  const pairs: AlikePair[] = []
  // What is known of the earlier sets that the present one has met: members in common so far, or that it is out.
  const met = new Int32Array(sets.length)
  const out = -1
  ordered.forEach((set, second) => {
    const candidates: number[] = []
    const prefix = prefixOf(set.length, least)
    for (let at = 0; at < prefix; at++) {
      index.visit(set[at]!, (first, position) => {
        if (met[first] === out) return
        if (met[first] === 0) candidates.push(first)
        const other = ordered[first]!
        const possible = met[first]! + Math.min(set.length - at, other.length - position)
        met[first] = possible < needed(set.length, other.length, least) ? out : met[first]! + 1
      })
      index.add(set[at]!, second, at)
    }
    for (const first of candidates) {
      const other = ordered[first]!
      // What they share beyond what was looked up comes after it in one of the two.
      const beyond = Math.max(set.length - prefix, other.length - prefixOf(other.length, least))
      const enough = needed(set.length, other.length, least)
      const shared = met[first] !== out && met[first]! + beyond >= enough ? countShared(set, other) : 0
      if (shared > 0 && shared >= enough) pairs.push({ first, second, shared })
      met[first] = 0
    }
  })
  return pairs
}

const needed = (one: number, other: number, least: number) => (least * (one + other)) / 2

/** How many of the rarest members must be looked at: an alike set shares at least this part of the whole. */
const prefixOf = (size: number, least: number) => Math.min(size, size - Math.ceil((size * least) / (2 - least) - 1e-9) + 1)

/** Rarity is estimated by slot: what is rare may seem common, never the other way round, and any order will do. */
function orderByRarity(sets: Float64Array[], slots: number): Float64Array[] {
  const counts = new Uint32Array(slots)
  for (const set of sets) for (const member of set) counts[slotOf(member, slots)]!++
  return sets.map((set) => sortByCount(set.toSorted(), (member) => counts[slotOf(member, slots)]!))
}

/** Puts members by their counts, and leaves those of one count in their order. A sort with a comparison takes five times as long. */
function sortByCount(members: Float64Array, countOf: (member: number) => number): Float64Array {
  const counts = Uint32Array.from(members, countOf)
  const sorted = new Float64Array(members.length)
  let place = 0
  for (const count of new Set(counts.toSorted())) {
    for (let at = 0; at < members.length; at++) if (counts[at] === count) sorted[place++] = members[at]!
  }
  return sorted
}

const slotOf = (member: number, slots: number) => (member ^ Math.floor(member / 0x1_0000_0000)) & (slots - 1)

/** Which set has a member, and where in its order: chains of entries by slot. @param room how many entries there can be. */
function newIndex(room: number, slots: number) {
  const heads = new Int32Array(slots).fill(-1)
  const next = new Int32Array(room)
  const members = new Float64Array(room)
  const owners = new Int32Array(room)
  const positions = new Int32Array(room)
  let count = 0
  return {
    add(member: number, owner: number, position: number) {
      const slot = slotOf(member, slots)
      members[count] = member
      owners[count] = owner
      positions[count] = position
      next[count] = heads[slot]!
      heads[slot] = count++
    },
    visit(member: number, see: (owner: number, position: number) => void) {
      for (let entry = heads[slotOf(member, slots)]!; entry >= 0; entry = next[entry]!) {
        if (members[entry] === member) see(owners[entry]!, positions[entry]!)
      }
    },
  }
}

function countShared(one: Float64Array, other: Float64Array): number {
  const members = new Set(one)
  let shared = 0
  for (const member of other) if (members.has(member)) shared++
  return shared
}
