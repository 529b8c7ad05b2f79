import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findClimbs, findMaximalIntervals } from '@/domain/analysis/climbs'
import { joinCourse } from '@/domain/analysis/course'
import { relativeEnergyCost, sumLevelMetres } from '@/domain/analysis/graded'
import { runs } from '../../support/properties'
import { EIGHT, SECOND, segmentOf } from '../../support/segments'
import { expectLinear } from '../../support/timing'

const DEGREE = 111_319.49079327358

/** A course on the equator with the given elevations, flat metres between points, and a point every 10 s. */
const wayOf = (heights: readonly number[], spacing = 100) =>
  joinCourse([
    segmentOf(
      heights.map((ele, i) => ({
        time: EIGHT + i * 10 * SECOND,
        lat: 0,
        lon: (i * spacing) / DEGREE,
        ele,
      })),
    ),
  ])

/** A profile of consecutive parts, each with a number of points and a rise in metres per point. */
const profile = (...parts: readonly (readonly [points: number, rise: number])[]) => {
  const heights = [100]
  for (const [points, rise] of parts)
    for (let i = 0; i < points; i++) heights.push((heights.at(-1) ?? 0) + rise)
  return heights
}

/** The interval with the largest sum, then recursively those to its left and right. */
function bruteStretches(
  worth: readonly number[],
  low: number,
  high: number,
): { from: number; to: number }[] {
  let best = { from: low, to: low, sum: 0 }
  for (let from = low; from < high; from++) {
    let sum = 0
    for (let to = from + 1; to <= high; to++) {
      sum += worth[to] ?? 0
      if (sum > best.sum) best = { from, to, sum }
    }
  }
  if (best.sum <= 0) return []
  const { from, to } = best
  return [...bruteStretches(worth, low, from), { from, to }, ...bruteStretches(worth, to, high)]
}

describe('maximalStretches', () => {
  test('takes linear time, even on a long descent with many bumps', () => {
    expectLinear(
      (size) =>
        findMaximalIntervals(Float64Array.from({ length: size }, (_, i) => (i % 2 ? 0.1 : -0.3))),
      40_000,
    )
  })

  test('finds the same intervals as a brute-force search', () => {
    // Steps no two sums of which are equal, or nearly so.
    const steps = fc
      .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.nat({ max: 60 }))
      .map(([seed, length]) => Array.from({ length }, (_, i) => 10 * Math.sin(seed + i * i)))
    fc.assert(
      fc.property(steps, (given) => {
        const worth = [0, ...given]
        expect(findMaximalIntervals(Float64Array.from(worth))).toEqual(
          bruteStretches(worth, 0, worth.length - 1),
        )
      }),
      runs(1000),
    )
  })
})

describe('findClimbs', () => {
  test('returns foot, top, gain and category of a climb', () => {
    // 2 km level, 3 km at 8 %, 2 km down.
    const [climb, ...others] = findClimbs(wayOf(profile([20, 0], [30, 8], [20, -8])))
    expect(others).toEqual([])
    expect(climb?.start).toBe(200)
    // Smoothing over 15 s to both sides rounds the sharp top off: at 36 km/h and 8 %, by some metres.
    expect(climb?.elapsed).toBe(290)
    expect(climb?.gain).toBeCloseTo(228.3, 1)
    expect(climb?.length).toBeCloseTo(2900, 3)
    expect(climb?.steepest).toBeCloseTo(8, 6)
    expect(climb?.category).toBe('3')
  })

  test('includes a dip that the following rise makes up for, and ends before one that it does not', () => {
    const withDip = findClimbs(wayOf(profile([30, 8], [2, -5], [30, 8])))
    expect(withDip.map(({ gain }) => Math.round(gain))).toEqual([470])
    const two = findClimbs(wayOf(profile([30, 8], [60, -8], [30, 8])))
    expect(two.map(({ gain }) => Math.round(gain))).toEqual([231, 231])
  })

  test('continues over a pause at the same elevation, but not at another one', () => {
    const up = (from: number, ele: number) =>
      segmentOf(
        Array.from({ length: 31 }, (_, i) => ({
          ...{ time: EIGHT + (from + i * 10) * SECOND, lat: 0 },
          ...{ lon: (from + i * 50) / DEGREE, ele: ele + i * 4 },
        })),
      )
    expect(findClimbs(joinCourse([up(0, 100), up(900, 220)]))).toHaveLength(1)
    expect(findClimbs(joinCourse([up(0, 100), up(900, 100)]))).toHaveLength(2)
    expect(findClimbs(joinCourse([up(0, 100), up(900, 600)]))).toHaveLength(2)
  })

  test('ignores roads that are flat, short, low or without elevations', () => {
    expect(findClimbs(wayOf(profile([100, 2])))).toEqual([])
    expect(findClimbs(wayOf(profile([2, 15])))).toEqual([])
    expect(findClimbs(wayOf(profile([4, 4])))).toEqual([])
    expect(findClimbs(wayOf([Number.NaN, Number.NaN]))).toEqual([])
    expect(findClimbs(joinCourse([]))).toEqual([])
  })
})

describe('findClimbs with implausible rises', () => {
  /** A rise of 8 m per 100 m, recorded every `seconds`, from the first point on. */
  const hill = (seconds: number) =>
    joinCourse([
      segmentOf(
        Array.from({ length: 80 }, (_, i) => ({
          ...{ time: EIGHT + Math.floor(i * seconds) * SECOND, lat: 0, lon: (i * 5) / DEGREE },
          ele: 100 + i * 0.4 + (i % 7 === 1 ? 0.6 : 0),
        })),
      ),
    ])

  test('keeps a climb whose times are in whole seconds, and whose first steps are rough', () => {
    for (const seconds of [1.5, 1, 0.7]) expect(findClimbs(hill(seconds))).toHaveLength(1)
  })

  test('keeps a climb whose points all have the same time', () => {
    expect(findClimbs(hill(0))).toHaveLength(1)
  })

  test('finds none in the elevations of an aircraft, or in those that jump to and fro', () => {
    expect(findClimbs(wayOf(profile([60, 25]), 300))).toEqual([])
    const jumping = Array.from({ length: 600 }, (_, i) => ((i * 7919) % 997) * 4)
    const course = segmentOf(
      jumping.map((ele, i) => ({ time: EIGHT + i * SECOND, lat: 0, lon: (i * 8) / DEGREE, ele })),
    )
    expect(findClimbs(joinCourse([course]))).toEqual([])
  })
})

describe('sumLevelMetres', () => {
  test('returns the distance on level ground, and more for ascents', () => {
    const level = sumLevelMetres(wayOf(profile([50, 0])))
    expect(level?.at(-1)).toBeCloseTo(5000, 6)
    expect(sumLevelMetres(wayOf([Number.NaN]))).toBeUndefined()
  })

  test('uses the published polynomial for the cost of gradients', () => {
    expect(relativeEnergyCost(0)).toBeCloseTo(1, 12)
    // 10 % up by hand: 155.4e-5 - 30.4e-4 - 43.3e-3 + 46.3e-2 + 19.5e-1 + 3.6 = 5.968 J/(kg m).
    expect(relativeEnergyCost(0.1)).toBeCloseTo(5.968214 / 3.6, 6)
    expect(relativeEnergyCost(-0.1)).toBeCloseTo(2.151706 / 3.6, 6)
    expect(relativeEnergyCost(2)).toBe(relativeEnergyCost(0.45))
    // The lowest cost is on a descent of about a fifth.
    const cheapest = [...Array(60).keys()].map((i) => relativeEnergyCost(-i / 100))
    expect(cheapest.indexOf(Math.min(...cheapest))).toBeWithin(17, 21)
  })
})
