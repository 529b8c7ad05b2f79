import type { Junction, Road, RoadNetwork } from './road-network'
import { metresBetween } from './terrain'

/** How much longer or shorter roads seem than they are, as factors of their length. */
export interface Preference {
  main: number
  lane: number
  /** For roads already used on the same outing: otherwise loops would return on the road they came by. */
  again: number
}

/** The name of a road, the same in both directions. */
export const roadName = (from: Junction, to: Junction): string =>
  from.id < to.id ? `${from.id}|${to.id}` : `${to.id}|${from.id}`

interface Stop {
  junction: Junction
  cost: number
  /** The cost so far, plus the least that the rest can cost. */
  total: number
  road?: Road
  before?: Stop
}

/** The search gives up after this many junctions. */
const MAX_STOPS = 20_000

/** What an outing looks for. */
export interface Search {
  from: Junction
  to: Junction
  preference: Preference
  /** The names of the roads that were used before. */
  used: ReadonlySet<string>
}

/** Finds the way between two junctions that costs least (A*), as roads. Returns an empty list if there is none. */
export function findWay({ roadsFrom }: RoadNetwork, search: Search): Road[] {
  const { from, to, preference } = search
  const cheapest = Math.min(preference.main, preference.lane)
  const open = new Heap()
  const costs = new Map<string, number>()
  const visit = (stop: Omit<Stop, 'total'>) => {
    const { junction, cost } = stop
    if (cost >= (costs.get(junction.id) ?? Number.POSITIVE_INFINITY)) return
    costs.set(junction.id, cost)
    open.push({ ...stop, total: cost + cheapest * metresBetween(junction, to) })
  }
  visit({ junction: from, cost: 0 })
  for (let looked = 0; looked < MAX_STOPS; looked += 1) {
    const stop = open.pop()
    if (!stop) return []
    const { junction, cost } = stop
    if (junction.id === to.id) return roadsTo(stop)
    if (cost > (costs.get(junction.id) ?? 0)) continue
    for (const road of roadsFrom(junction))
      visit({ junction: road.to, cost: cost + costOf(junction, road, search), road, before: stop })
  }
  return []
}

function costOf(from: Junction, road: Road, { preference, used }: Search): number {
  const again = used.has(roadName(from, road.to)) ? preference.again : 1
  return again * (road.isMain ? preference.main : preference.lane) * road.metres
}

function roadsTo(last: Stop): Road[] {
  const roads: Road[] = []
  for (let stop: Stop | undefined = last; stop?.road; stop = stop.before) roads.push(stop.road)
  return roads.reverse()
}

/** A binary heap of stops, of which the one with the lowest total is on top. */
class Heap {
  readonly #stops: Stop[] = []

  push(stop: Stop): void {
    const stops = this.#stops
    stops.push(stop)
    let at = stops.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#swapIfLess(at, parent)) return
      at = parent
    }
  }

  pop(): Stop | undefined {
    const stops = this.#stops
    const [top] = stops
    const last = stops.pop()
    if (!last || stops.length === 0) return top
    stops[0] = last
    let at = 0
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const child = this.#isLess(right, left) ? right : left
      if (!this.#swapIfLess(child, at)) return top
      at = child
    }
  }

  #isLess(one: number, other: number): boolean {
    const [first, second] = [this.#stops[one], this.#stops[other]]
    return first !== undefined && second !== undefined && first.total < second.total
  }

  #swapIfLess(one: number, other: number): boolean {
    const [first, second] = [this.#stops[one], this.#stops[other]]
    if (!first || !second || first.total >= second.total) return false
    this.#stops[one] = second
    this.#stops[other] = first
    return true
  }
}
