import { describe, expect, test } from 'bun:test'
import { alignOutlines } from '@/domain/analysis/align'
import { type Outline, resampleLine } from '@/domain/analysis/outline'
import { toPlaces } from '@/domain/analysis/placed-course'
import { compareRoutes, type Direction } from '@/domain/analysis/same-route'
import { LONG_TIME_LIMIT, runs, SEED } from '../../support/properties'
import { randomOf } from '../../support/ride'
import {
  parallelRoad,
  type Road,
  recordTrip,
  ringRoad,
  type TripOptions,
  thereAndBack,
  windingRoad,
} from '../../support/roads'
import { expectLinear } from '../../support/timing'

const pick = (random: () => number, from: number, to: number) => from + random() * (to - from)

/** Random people on foot or on wheels, with a good or a poor receiver, with and without a rest. */
function anyGoing(random: () => number, length: number): TripOptions {
  const free = Math.min(250, 0.08 * length)
  return {
    speed: pick(random, 2, 9),
    every: Math.ceil(pick(random, 0, 8)),
    noise: pick(random, 0, 7),
    ...(random() < 0.4 && { stop: { seconds: pick(random, 30, 900), at: random() } }),
    ...(random() < 0.4 && { late: free * random() }),
    ...(random() < 0.4 && { early: free * random() }),
    ...(random() < 0.4 && { detour: { metres: 0.02 * length * random(), at: random() } }),
  }
}

const outlineOn = (road: Road, random: () => number, length: number) => {
  const { lat, lon } = recordTrip(road, random, anyGoing(random, length)).points
  return resampleLine(toPlaces(lat, lon))
}

type Pair = (random: () => number, length: number) => [Road, Road]

const winding: Pair = (random, length) => {
  const road = windingRoad(random, { length })
  return [road, road]
}
const ring: Pair = (random, length) => {
  const road = ringRoad(random, length)
  return [road, road]
}
const turned = (pair: Pair): Pair => {
  return (random, length) => {
    const [one, other] = pair(random, length)
    return [one, other.toReversed()]
  }
}
const back: Pair = (random, length) => {
  const road = thereAndBack(windingRoad(random, { length: length / 2 }))
  return [road, road]
}
const laps =
  (one: number, other: number): Pair =>
  (random, length) => {
    const road = ringRoad(random, length / 3)
    const round = (count: number) => Array.from({ length: count }, () => road).flat()
    return [round(one), round(other)]
  }
/** The first part of a road, and then a different one. */
const parting =
  (share: number): Pair =>
  (random, length) => {
    const heading = pick(random, 0, 6)
    const road = windingRoad(random, { length, heading })
    const common = road.slice(0, Math.round(share * road.length))
    const rest = { length: (1 - share) * length, heading: heading + pick(random, 1, 2) }
    const from = common.at(-1) ?? [0, 0]
    return [road, [...common, ...windingRoad(random, { ...rest, from }).slice(1)]]
  }

/** Pairs of roads with the expected result by construction. */
const PAIRS: Record<string, [Pair, Direction | undefined]> = {
  'a way': [winding, 'same'],
  'a round': [ring, 'same'],
  'a way there and back': [back, 'same'],
  'three laps': [laps(3, 3), 'same'],
  'a way the other way round': [turned(winding), 'opposite'],
  'a round the other way round': [turned(ring), 'opposite'],
  'three laps the other way round': [turned(laps(3, 3)), 'opposite'],
  'a way there and back the other way round': [turned(back), 'same'],
  'a road 80 m beside another': [
    (random, length) => {
      const road = windingRoad(random, { length })
      return [road, parallelRoad(road, random() < 0.5 ? 80 : -80)]
    },
    undefined,
  ],
  'a round 80 m inside another': [
    (random, length) => {
      const road = ringRoad(random, length)
      return [road, parallelRoad(road, 80)]
    },
    undefined,
  ],
  'two ways with half in common': [parting(0.5), undefined],
  'two ways with seven tenths in common': [parting(0.7), undefined],
  'the first seven tenths of a way': [
    (random, length) => {
      const road = windingRoad(random, { length })
      return [road, road.slice(0, Math.round(0.7 * road.length))]
    },
    undefined,
  ],
  'a way and the same there and back': [
    (random, length) => {
      const road = windingRoad(random, { length })
      return [road, thereAndBack(road)]
    },
    undefined,
  ],
  'two laps and three': [laps(2, 3), undefined],
  'two ways from one door': [
    (random, length) => {
      const heading = pick(random, 0, 6)
      const other = heading + pick(random, 0.7, 5.5)
      return [
        windingRoad(random, { length, heading }),
        windingRoad(random, { length, heading: other }),
      ]
    },
    undefined,
  ],
}

/** How many pairs of one kind are classified incorrectly. */
function countWrong(pair: Pair, truth: Direction | undefined, count: number, seed: number) {
  let [wrong, missed] = [0, 0]
  for (let i = 0; i < count; i++) {
    const random = randomOf(seed + i)
    const length = pick(random, 2500, 12_000)
    const [one, other] = pair(random, length)
    const found = compareRoutes(outlineOn(one, random, length), outlineOn(other, random, length))
    if (found === truth) continue
    if (found === undefined) missed += 1
    else wrong += 1
  }
  return { wrong, missed }
}

describe('compareRoutes', () => {
  for (const [name, [pair, truth]] of Object.entries(PAIRS))
    test(
      `${name}: ${truth ?? 'not the same route'}`,
      () => {
        const count = runs(70).numRuns
        const { wrong, missed } = countWrong(pair, truth, count, SEED)
        expect(wrong).toBe(0)
        expect(missed).toBeLessThanOrEqual(0.02 * count)
      },
      LONG_TIME_LIMIT,
    )
})

test('comparing rides in circles takes time linear in the number of common places', () => {
  const random = randomOf(SEED)
  const around = (size: number): Outline => ({
    size,
    step: 20,
    places: Float64Array.from({ length: 3 * size }, () => pick(random, -15, 15)),
    at: Float64Array.from({ length: size }, (_, i) => i),
  })
  const few = around(8)
  expectLinear((size) => {
    expect(alignOutlines(few, around(size))).toHaveLength(few.size)
  }, 100_000)
})
