import type { Outline, Places } from './outline'

/** Maximum distance in metres between two lines along the same road, e.g. two receivers on opposite sides of it. */
export const CORRIDOR = 40
/**
 * Limit of nearby pairs. Lines that cross themselves often (days on one athletics track) are not compared: too slow.
 */
const MAX_PAIRS = 1_000_000
/** Bonus for pairs near the start of both lines, so that of several equal laps the first ones are paired. */
const EARLY = 0.1

/**
 * Pairs of nearby places. The pairs of place i of the first line begin at `starts[i]`, ordered by falling index in the
 * second line.
 */
interface Pairs {
  starts: Int32Array
  second: Int32Array
  /** Between ½, at the edge of the corridor, and 1, times the bonus for early pairs. */
  closeness: Float64Array
}

/**
 * Matches each place of `first` to a place of `second`, or −1. Matches rise in both lines and have the greatest total
 * closeness: dynamic programming over all pairs within the corridor finds the heaviest chain that rises in both.
 * Returns undefined when the lines meet more than `MAX_PAIRS` times.
 */
export function alignOutlines(first: Outline, second: Outline): Int32Array | undefined {
  const pairs = nearPairs(first, second)
  return pairs && heaviestChain(pairs, first.size, second.size)
}

/** Returns whether at least `share` of a sample of places of `first` is near `second`, in any order. */
export function isMostlyNear(first: Outline, second: Outline, share: number): boolean {
  const every = Math.max(1, Math.floor(first.size / 64))
  const grid = new Grid(second, reachOf(second))
  let [near, all] = [0, 0]
  for (let i = 0; i < first.size; i += every) {
    all += 1
    if (grid.isNear(first, i)) near += 1
  }
  return near >= share * all
}

/** Marks with 1 each place of `first` that is near `second`, in any order. */
export function markNear(first: Outline, second: Outline): Uint8Array {
  const grid = new Grid(second, reachOf(second))
  return Uint8Array.from({ length: first.size }, (_, i) => (grid.isNear(first, i) ? 1 : 0))
}

/**
 * Search radius in metres: the farthest that a point within the corridor can be from the nearest place of an outline.
 */
const reachOf = ({ step }: Outline): number => Math.hypot(CORRIDOR, step / 2)

function nearPairs(first: Outline, second: Outline): Pairs | undefined {
  const reach = reachOf(second)
  const grid = new Grid(second, reach)
  const starts = new Int32Array(first.size + 1)
  const found: number[] = []
  const closeness: number[] = []
  for (let i = 0; i < first.size; i++) {
    for (let n = grid.findNear(first, i) - 1; n >= 0; n--) {
      const j = grid.near[n] ?? 0
      const distance = grid.distances[j] ?? 0
      const early = 1 + EARLY * (2 - i / first.size - j / second.size)
      found.push(j)
      closeness.push(early * (1 - (distance / reach) ** 2 / 2))
    }
    if (found.length > MAX_PAIRS) return undefined
    starts[i + 1] = found.length
  }
  return { starts, second: new Int32Array(found), closeness: new Float64Array(closeness) }
}

function heaviestChain(
  { starts, second, closeness }: Pairs,
  size: number,
  otherSize: number,
): Int32Array {
  const heaviest = new PrefixMaximum(otherSize)
  const weight = new Float64Array(second.length)
  const before = new Int32Array(second.length)
  for (let pair = 0; pair < second.length; pair++) {
    const j = second[pair] ?? 0
    const former = heaviest.upTo(j, weight)
    before[pair] = former
    weight[pair] = (closeness[pair] ?? 0) + (former < 0 ? 0 : (weight[former] ?? 0))
    heaviest.put(j, pair, weight)
  }
  const matches = new Int32Array(size).fill(-1)
  let i = size - 1
  for (let p = heaviest.upTo(otherSize - 1, weight); p >= 0; p = before[p] ?? -1) {
    while ((starts[i] ?? 0) > p) i -= 1
    matches[i] = second[p] ?? -1
  }
  return matches
}

/** The heaviest item at or before each index (a Fenwick tree of maxima). */
class PrefixMaximum {
  readonly #best: Int32Array

  constructor(size: number) {
    this.#best = new Int32Array(size + 1).fill(-1)
  }

  upTo(index: number, weight: Float64Array): number {
    let best = -1
    for (let at = index + 1; at > 0; at -= at & -at) {
      const here = this.#best[at] ?? -1
      if (here >= 0 && (best < 0 || (weight[here] ?? 0) > (weight[best] ?? 0))) best = here
    }
    return best
  }

  put(index: number, item: number, weight: Float64Array): void {
    for (let at = index + 1; at < this.#best.length; at += at & -at) {
      const here = this.#best[at] ?? -1
      if (here < 0 || (weight[item] ?? 0) > (weight[here] ?? 0)) this.#best[at] = item
    }
  }
}

function distanceBetween(one: Places, i: number, other: Places, j: number): number {
  const x = (one[3 * i] ?? 0) - (other[3 * j] ?? 0)
  const y = (one[3 * i + 1] ?? 0) - (other[3 * j + 1] ?? 0)
  const z = (one[3 * i + 2] ?? 0) - (other[3 * j + 2] ?? 0)
  return Math.hypot(x, y, z)
}

/**
 * A hash table of the places of an outline, keyed by the cube of space that contains them. Uses typed arrays and
 * allocates nothing per place: a route is compared with many others, and garbage collection would dominate.
 */
class Grid {
  readonly #size: number
  readonly #places: Places
  readonly #reach: number
  /** The last place of each list, and for each place the previous one in its list; -1 at the end of a list. */
  readonly #last: Int32Array
  readonly #before: Int32Array
  /** The cube of each place. Different cubes may share a list. */
  readonly #cubes: Int32Array
  /**
   * The places found by the last search, in the order of the line, and the distance in metres of each place, by its
   * index.
   */
  readonly near: Int32Array
  readonly distances: Float64Array

  constructor(outline: Outline, reach: number) {
    const { size, places } = outline
    this.#size = size
    this.#places = places
    this.#reach = reach
    this.#last = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 1))).fill(-1)
    this.#before = new Int32Array(size)
    this.near = new Int32Array(size)
    this.distances = new Float64Array(size)
    this.#cubes = new Int32Array(3 * size)
    for (let k = 0; k < 3 * size; k++) this.#cubes[k] = this.#indexOf(places[k])
    for (let j = 0; j < size; j++) {
      const list = this.#listOf(this.#cubeAt(j, 0), this.#cubeAt(j, 1), this.#cubeAt(j, 2))
      this.#before[j] = this.#last[list] ?? -1
      this.#last[list] = j
    }
  }

  /** Returns whether any place is within reach of place `i` of another outline. */
  isNear({ places }: Outline, i: number): boolean {
    return this.#look(places, i, 1) > 0
  }

  /** Finds the places within reach of place `i` of another outline, stores them in `near`, and returns their number. */
  findNear({ places }: Outline, i: number): number {
    const count = this.#look(places, i, Number.POSITIVE_INFINITY)
    sortFirst(this.near, count)
    return count
  }

  /** Searches the cube of a place and the 26 cubes around it until `enough` places are found. */
  #look(places: Places, i: number, enough: number): number {
    const x = this.#indexOf(places[3 * i])
    const y = this.#indexOf(places[3 * i + 1])
    const z = this.#indexOf(places[3 * i + 2])
    let count = 0
    for (let a = x - 1; a <= x + 1; a++)
      for (let b = y - 1; b <= y + 1; b++)
        for (let c = z - 1; c <= z + 1 && count < enough; c++)
          for (let j = this.#lastIn(a, b, c, this.#size); j >= 0; j = this.#lastIn(a, b, c, j))
            count = this.#keep(j, distanceBetween(places, i, this.#places, j), count)
    return count
  }

  /** Appends place `j` to `near` if it is within reach. Returns the new number of places. */
  #keep(j: number, distance: number, count: number): number {
    if (!(distance <= this.#reach)) return count
    this.near[count] = j
    this.distances[j] = distance
    return count + 1
  }

  /** Index of the cube along one axis. */
  #indexOf(coordinate = 0): number {
    return Math.floor(coordinate / this.#reach)
  }

  /**
   * Returns the last place in a cube before place `before` in its list, or of the whole list when `before` is the size;
   * -1 at the end.
   */
  #lastIn(x: number, y: number, z: number, before: number): number {
    let j = (before < this.#size ? this.#before[before] : this.#last[this.#listOf(x, y, z)]) ?? -1
    while (j >= 0 && !this.#isIn(j, x, y, z)) j = this.#before[j] ?? -1
    return j
  }

  #isIn(j: number, x: number, y: number, z: number): boolean {
    return this.#cubeAt(j, 0) === x && this.#cubeAt(j, 1) === y && this.#cubeAt(j, 2) === z
  }

  #cubeAt(j: number, axis: number): number {
    return this.#cubes[3 * j + axis] ?? 0
  }

  #listOf(x: number, y: number, z: number): number {
    const mixed = Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)
    return mixed & (this.#last.length - 1)
  }
}

/** Up to this length insertion sort is faster than the built-in sort. */
const FEW = 40

/** Sorts the first `count` numbers of a column in place. */
function sortFirst(column: Int32Array, count: number): void {
  if (count > FEW) {
    column.subarray(0, count).sort()
    return
  }
  for (let i = 1; i < count; i++) {
    const value = column[i] ?? 0
    let at = i
    for (; at > 0 && (column[at - 1] ?? 0) > value; at--) column[at] = column[at - 1] ?? 0
    column[at] = value
  }
}
