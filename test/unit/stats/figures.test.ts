import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { averagesOf, totalsOf } from '@/stats/figures'
import { sumByPeriod, sumBySport, sumsOfWorkout } from '@/stats/group'
import { addSums, emptySums, sumsOf as sumsOfOne, type WorkoutNumbers } from '@/stats/sums'

const run: WorkoutNumbers = {
  distance: 10,
  moving: 3600,
  ascent: null,
  descent: null,
  ave_speed: null,
  ave_pace: null,
  calories: null,
}

function sumsOf(...changes: Partial<WorkoutNumbers>[]) {
  const sums = emptySums()
  for (const change of changes) addSums(sums, sumsOfOne({ ...run, ...change }))
  return sums
}

describe('totalsOf', () => {
  test('adds up what workouts have', () => {
    const sums = sumsOf(
      { distance: 10.5, moving: 100, ascent: 20.25, calories: 300 },
      { distance: 0.25, moving: 23, ascent: 1.5, descent: 0, calories: 0 },
      { distance: 3 },
    )
    expect(totalsOf(sums)).toEqual({
      distance: 13.75,
      duration: 3723,
      ascent: 21.75,
      descent: 0,
      calories: 300,
    })
  })

  test('has nothing to say about values no workout has', () => {
    expect(totalsOf(sumsOf({}, {}))).toMatchObject({ ascent: null, descent: null, calories: null })
  })

  test('is not led astray by the inexactness of binary fractions', () => {
    expect(totalsOf(sumsOf(...Array(10).fill({ distance: 0.1 }))).distance).toBe(1)
    expect(totalsOf(sumsOf({ distance: 0.1 }, { distance: 0.2 })).distance).toBe(0.3)
  })

  // The double next to 1.005 lies below it, the one next to 1.015 too; 0.125 is exact, and ties go to the even digit.
  test.each([
    [1.005, 1],
    [1.015, 1.01],
    [1.025, 1.02],
    [0.125, 0.12],
    [0.375, 0.38],
  ])('rounds %d to %d', (distance, rounded) => {
    expect(totalsOf(sumsOf({ distance: distance - 0.001 }, { distance: 0.001 })).distance).toBe(
      rounded,
    )
  })
})

describe('averagesOf', () => {
  // The vector of the contract: 0:05:27 and 0:06:00 give 0:05:43.
  test('cuts the mean pace to whole seconds', () => {
    expect(averagesOf(sumsOf({ ave_pace: 327 }, { ave_pace: 360 })).pace).toBe(343)
  })

  test('cuts the mean moving time to whole seconds', () => {
    expect(averagesOf(sumsOf({ moving: 1 }, { moving: 1 }, { moving: 3 })).duration).toBe(1)
  })

  test('leaves out workouts without a value, except for distance and time', () => {
    const sums = sumsOf(
      { ascent: 100, ave_speed: 20, ave_pace: 300 },
      { distance: 20, ascent: 50, ave_speed: 21 },
      {},
    )
    expect(averagesOf(sums)).toEqual({
      distance: 13.33,
      duration: 3600,
      ascent: 75,
      descent: null,
      speed: 20.5,
      pace: 300,
    })
  })

  test('counts a climb of 0 as a value, but no speed of 0', () => {
    const { ascent, speed } = averagesOf(sumsOf({ ascent: 0, ave_speed: 0 }, { ascent: 5 }))
    expect(ascent).toBe(2.5)
    expect(speed).toBeNull()
  })

  test('lies between the least and the greatest value', () => {
    const speeds = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(speeds, (hundredths) => {
        const values = hundredths.map((value) => value / 100)
        const { speed } = averagesOf(sumsOf(...values.map((ave_speed) => ({ ave_speed }))))
        expect(speed ?? -1).toBeGreaterThanOrEqual(Math.min(...values))
        expect(speed ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(Math.max(...values))
      }),
    )
  })
})

describe('grouping', () => {
  const workouts = [
    { ...run, sport_id: 5, workout_date: 30 },
    { ...run, sport_id: 1, workout_date: 10 },
    { ...run, sport_id: 5, workout_date: 11 },
    { ...run, sport_id: 5, workout_date: 12 },
  ].map((workout) => sumsOfWorkout(workout, Math.floor(workout.workout_date / 10)))
  const counted = (sums: ReturnType<typeof sumBySport>) =>
    Array.from(sums, ([sport, { workouts: count }]) => [sport, count])

  test('by sport counts every workout once', () => {
    expect(counted(sumBySport(workouts))).toEqual([
      [5, 3],
      [1, 1],
    ])
  })

  test('by period comes in the order of time, only with periods that have workouts', () => {
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
