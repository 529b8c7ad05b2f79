import type { Outline } from './outline'

/** Metres that two lines along one way may lie apart: two receivers on the two sides of a road. */
const CORRIDOR = 40
/** Lines that meet themselves again and again (days on one athletics track) are not compared: it would take long. */
const MOST_PAIRS = 1_000_000
/** How much more it counts to be together early than late: of several equal laps the first ones are paired. */
const EARLY = 0.1

/** Pairs of near places: those of the first line from `starts[i]` on, the later places of the second line first. */
interface Pairs {
  starts: Int32Array
  second: Int32Array
  /** Between ½, at the edge of the corridor, and 1. */
  closeness: Float64Array
}

/**
 * For each place of a line the place of another one at which that passed by, or −1: in the order of both lines, so that
 * together they are as close as can be (dynamic programming over all pairs within the corridor: the heaviest chain that
 * rises in both). Undefined when the lines meet too often.
 */
export function alignOutlines(first: Outline, second: Outline): Int32Array | undefined {
  const pairs = nearPairs(first, second)
  return pairs && heaviestChain(pairs, first.size, second.size)
}

/** Whether most of some places, evenly taken from a line, lie near another line, in whatever order. */
export function liesMostlyNear(first: Outline, second: Outline, share: number): boolean {
  const every = Math.max(1, Math.floor(first.size / 64))
  const grid = new Grid(second, reachOf(second))
  let [near, all] = [0, 0]
  for (let i = 0; i < first.size; i += every) {
    all += 1
    if (grid.isNear(first, i)) near += 1
  }
  return near >= share * all
}

/** Metres from a place on a line within the corridor to the nearest place of an outline. */
const reachOf = ({ step }: Outline): number => Math.hypot(CORRIDOR, step / 2)

function nearPairs(first: Outline, second: Outline): Pairs | undefined {
  const reach = reachOf(second)
  const grid = new Grid(second, reach)
  const starts = new Int32Array(first.size + 1)
  const found: number[] = []
  const closeness: number[] = []
  for (let i = 0; i < first.size; i++) {
    const near = grid.listNear(first, i).toSorted((one, other) => other - one)
    for (const j of near) {
      const early = 1 + EARLY * (2 - i / first.size - j / second.size)
      const distance = distanceBetween([first, i], [second, j])
      found.push(j)
      closeness.push(early * (1 - (distance / reach) ** 2 / 2))
    }
    if (found.length > MOST_PAIRS) return undefined
    starts[i + 1] = found.length
  }
  return { starts, second: Int32Array.from(found), closeness: Float64Array.from(closeness) }
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

/** For each index of a row the heaviest of what was put there or before it (a Fenwick tree of maxima). */
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

function distanceBetween([one, i]: [Outline, number], [other, j]: [Outline, number]): number {
  const [a, b] = [one.places, other.places]
  const x = (a[3 * i] ?? 0) - (b[3 * j] ?? 0)
  const y = (a[3 * i + 1] ?? 0) - (b[3 * j + 1] ?? 0)
  const z = (a[3 * i + 2] ?? 0) - (b[3 * j + 2] ?? 0)
  return Math.hypot(x, y, z)
}

/** Cubes after which their numbers begin anew: far more than lines have beside each other. */
const WRAP = 2 ** 17

type Cube = readonly [x: number, y: number, z: number]

const STEPS = [-1, 0, 1]
/** The steps from a cube to itself and to all around it. */
const NEIGHBOURS: readonly Cube[] = STEPS.flatMap((x) =>
  STEPS.flatMap((y) => STEPS.map((z): Cube => [x, y, z])),
)

/** The places of an outline by the cube of space that they lie in. */
class Grid {
  readonly #cubes = new Map<number, number[]>()
  readonly #outline: Outline
  readonly #reach: number

  constructor(outline: Outline, reach: number) {
    this.#outline = outline
    this.#reach = reach
    for (let j = 0; j < outline.size; j++) {
      const key = keyOf(this.#cubeOf(outline, j))
      const cube = this.#cubes.get(key)
      if (cube) cube.push(j)
      else this.#cubes.set(key, [j])
    }
  }

  isNear(outline: Outline, i: number): boolean {
    return this.listNear(outline, i).length > 0
  }

  /** The places within reach of a place of another outline. */
  listNear(outline: Outline, i: number): number[] {
    const [x, y, z] = this.#cubeOf(outline, i)
    const near: number[] = []
    for (const [a, b, c] of NEIGHBOURS)
      for (const j of this.#cubes.get(keyOf([x + a, y + b, z + c])) ?? [])
        if (distanceBetween([outline, i], [this.#outline, j]) <= this.#reach) near.push(j)
    return near
  }

  #cubeOf({ places }: Outline, i: number): Cube {
    const index = (axis: number) => Math.floor((places[3 * i + axis] ?? 0) / this.#reach)
    return [index(0), index(1), index(2)]
  }
}

const keyOf = ([x, y, z]: Cube): number => (wrapped(x) * WRAP + wrapped(y)) * WRAP + wrapped(z)

const wrapped = (index: number): number => ((index % WRAP) + WRAP) % WRAP
