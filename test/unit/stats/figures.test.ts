import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeAverages, computeTotals } from '@/domain/statistics/figures'
import { contributionToPeriod, sumByPeriod, sumBySport } from '@/domain/statistics/group'
import {
  addSums,
  emptySums,
  workoutSums as sumsOfOne,
  type WorkoutNumbers,
} from '@/domain/statistics/sums'

const run: WorkoutNumbers = {
  distance: 10,
  moving: 3600,
  ascent: null,
  descent: null,
  ave_speed: null,
  ave_pace: null,
  calories: null,
}

function workoutSums(...changes: Partial<WorkoutNumbers>[]) {
  const sums = emptySums()
  for (const change of changes) addSums(sums, sumsOfOne({ ...run, ...change }))
  return sums
}

describe('totalsOf', () => {
  test('sums the values of workouts', () => {
    const sums = workoutSums(
      { distance: 10.5, moving: 100, ascent: 20.25, calories: 300 },
      { distance: 0.25, moving: 23, ascent: 1.5, descent: 0, calories: 0 },
      { distance: 3 },
    )
    expect(computeTotals(sums)).toEqual({
      distance: 13.75,
      duration: 3723,
      ascent: 21.75,
      descent: 0,
      calories: 300,
    })
  })

  test('is null for values that no workout has', () => {
    expect(computeTotals(workoutSums({}, {}))).toMatchObject({
      ascent: null,
      descent: null,
      calories: null,
    })
  })

  test('is not affected by the inexactness of binary fractions', () => {
    expect(computeTotals(workoutSums(...Array(10).fill({ distance: 0.1 }))).distance).toBe(1)
    expect(computeTotals(workoutSums({ distance: 0.1 }, { distance: 0.2 })).distance).toBe(0.3)
  })

  // The doubles closest to 1.005 and 1.015 are below these values; 0.125 is exact, and ties go to the even digit.
  test.each([
    [1.005, 1],
    [1.015, 1.01],
    [1.025, 1.02],
    [0.125, 0.12],
    [0.375, 0.38],
  ])('rounds %d to %d', (distance, rounded) => {
    expect(
      computeTotals(workoutSums({ distance: distance - 0.001 }, { distance: 0.001 })).distance,
    ).toBe(rounded)
  })
})

describe('averagesOf', () => {
  // The example of the contract: 0:05:27 and 0:06:00 give 0:05:43.
  test('truncates the mean pace to whole seconds', () => {
    expect(computeAverages(workoutSums({ ave_pace: 327 }, { ave_pace: 360 })).pace).toBe(343)
  })

  test('truncates the mean moving time to whole seconds', () => {
    expect(computeAverages(workoutSums({ moving: 1 }, { moving: 1 }, { moving: 3 })).duration).toBe(
      1,
    )
  })

  test('excludes workouts without a value, except for distance and time', () => {
    const sums = workoutSums(
      { ascent: 100, ave_speed: 20, ave_pace: 300 },
      { distance: 20, ascent: 50, ave_speed: 21 },
      {},
    )
    expect(computeAverages(sums)).toEqual({
      distance: 13.33,
      duration: 3600,
      ascent: 75,
      descent: null,
      speed: 20.5,
      pace: 300,
    })
  })

  test('includes a climb of 0 as a value, but no speed of 0', () => {
    const { ascent, speed } = computeAverages(
      workoutSums({ ascent: 0, ave_speed: 0 }, { ascent: 5 }),
    )
    expect(ascent).toBe(2.5)
    expect(speed).toBeNull()
  })

  test('is between the smallest and the largest value', () => {
    const speeds = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(speeds, (hundredths) => {
        const values = hundredths.map((value) => value / 100)
        const { speed } = computeAverages(
          workoutSums(...values.map((ave_speed) => ({ ave_speed }))),
        )
        expect(speed ?? -1).toBeGreaterThanOrEqual(Math.min(...values))
        expect(speed ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(Math.max(...values))
      }),
    )
  })
})

describe('grouping workouts', () => {
  const workouts = [
    { ...run, sport_id: 5, workout_date: 30 },
    { ...run, sport_id: 1, workout_date: 10 },
    { ...run, sport_id: 5, workout_date: 11 },
    { ...run, sport_id: 5, workout_date: 12 },
  ].map((workout) => contributionToPeriod(workout, Math.floor(workout.workout_date / 10)))
  const counted = (sums: ReturnType<typeof sumBySport>) =>
    Array.from(sums, ([sport, { workouts: count }]) => [sport, count])

  test('by sport counts every workout once', () => {
    expect(counted(sumBySport(workouts))).toEqual([
      [5, 3],
      [1, 1],
    ])
  })

  test('by period is in chronological order and omits periods without workouts', () => {
    const periods = sumByPeriod(workouts)
    expect(periods.map(([number, sums]) => [number, counted(sums)])).toEqual([
      [
        1,
        [
          [1, 1],
          [5, 2],
        ],
      ],
      [3, [[5, 1]]],
    ])
  })
})
