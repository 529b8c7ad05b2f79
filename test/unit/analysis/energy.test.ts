import { describe, expect, test } from 'bun:test'
import { joinCourse } from '@/domain/analysis/course'
import { type EnergyCost, estimateEnergy, metsAt } from '@/domain/analysis/energy'
import { relativeEnergyCost } from '@/domain/analysis/graded'
import catalogue from '@/domain/reference/energy-costs.json'
import sports from '@/domain/reference/sports.json'
import { getEnergyCost } from '@/use-cases/workouts/measure/energy-cost'
import { EIGHT, SECOND, segmentOf } from '../../support/segments'

const METRES_PER_DEGREE = 111_319.49079327358
const MPH = 1.609344
const [CYCLING, HIKING, MOUNTAIN_BIKING, RUNNING, WALKING, ELECTRIC, SWIMRUN] = [
  1, 3, 4, 5, 6, 7, 18,
]

const costOf = (sport: number): EnergyCost => {
  const cost = getEnergyCost(sport)
  if (!cost) throw new Error(`nobody knows what sport ${sport} costs`)
  return cost
}

/** An hour on the equator with a point every ten seconds. */
const nothing = (_: number): number | undefined => undefined
const hour = ({ speed = 10, gradient = 0, power = nothing, hr = nothing }) =>
  joinCourse([
    segmentOf(
      Array.from({ length: 361 }, (_, i) => {
        const metres = (i * 10 * speed) / 3.6
        const [watts, beats] = [power(i), hr(i)]
        return {
          ...{ time: EIGHT + i * 10 * SECOND, lat: 0, lon: metres / METRES_PER_DEGREE },
          ele: 100 + metres * gradient,
          ...(watts !== undefined && { power: watts }),
          ...(beats !== undefined && { hr: beats }),
        }
      }),
    ),
  ])

/** The estimate of an hour for a person of 70 kg. */
const estimate = (
  sport: number,
  course = hour({}),
  more: Partial<Parameters<typeof estimateEnergy>[1]> = {},
) =>
  estimateEnergy(course, {
    ...{ cost: costOf(sport), moving: 3600, kilograms: 70, byHeartRate: undefined },
    ...{ distance: (course.metres.at(-1) ?? 0) / 1000, ...more },
  })

describe('energy estimated from METs', () => {
  test.each([
    // METs × 70 kg × 1 h, from the Compendium of 2011.
    ['running 6 mph', RUNNING, 6, 686],
    ['running 10 mph', RUNNING, 10, 1015],
    ['walking 3.5 mph', WALKING, 3.5, 301],
    ['cycling 13 mph', CYCLING, 13, 560],
    ['mountain biking, at any speed', MOUNTAIN_BIKING, 4, 595],
    ['hiking slowly', HIKING, 2, 371],
  ])('is METs times weight times hours: %s', (_, sport, mph, kilocalories) => {
    const found = estimate(sport, hour({ speed: mph * MPH }))
    expect(found?.method).toBe('met')
    expect(found?.kilocalories).toBeCloseTo(kilocalories, -0.5)
  })

  test('is interpolated between speeds, and constant outside their range', () => {
    const running = costOf(RUNNING)
    expect(metsAt(running, 5.5 * MPH)).toBeCloseTo((8.3 + 9.8) / 2, 10)
    expect(metsAt(running, 5.25 * MPH)).toBeCloseTo(8.3 + 1.5 / 4, 10)
    expect(metsAt(running, 0.1)).toBe(2.8)
    expect(metsAt(running, 40)).toBe(23)
    expect(metsAt(running, 0)).toBeUndefined()
    expect(metsAt(running, undefined)).toBeUndefined()
    expect(metsAt(costOf(MOUNTAIN_BIKING), undefined)).toBe(8.5)
  })

  test('counts hills on foot as an equivalent level distance', () => {
    const uphill = estimate(RUNNING, hour({ speed: 5, gradient: 0.05 }), { distance: 5 })
    const level = metsAt(costOf(RUNNING), 5 * relativeEnergyCost(0.05)) ?? 0
    expect(uphill?.kilocalories).toBeCloseTo(level * 70, 0)
    const ride = estimate(CYCLING, hour({ speed: 20, gradient: 0.05 }), { distance: 20 })
    const flat = estimate(CYCLING, hour({ speed: 20 }), { distance: 20 })
    expect(ride).toEqual(flat)
  })

  test('uses the distance of the device for recordings without GPS', () => {
    const treadmill = joinCourse([segmentOf([{ time: EIGHT }, { time: EIGHT + 3600 * SECOND }])])
    const found = estimate(RUNNING, treadmill, { distance: 6 * MPH })
    expect(found?.kilocalories).toBeCloseTo(686, 5)
    expect(estimate(RUNNING, treadmill, { distance: null })).toBeUndefined()
  })

  test('is unknown without weight or motion, and for activities without a measured MET', () => {
    expect(estimate(RUNNING, hour({}), { kilograms: undefined })).toBeUndefined()
    expect(estimate(RUNNING, hour({}), { moving: 0 })).toBeUndefined()
    expect(getEnergyCost(SWIMRUN)).toBeUndefined()
    expect(getEnergyCost(ELECTRIC)).toBeUndefined()
    expect(getEnergyCost(999)).toBeUndefined()
  })
})

describe('energy estimated from power', () => {
  test('is work divided by efficiency: 200 W for an hour are 720 kJ, 819 kcal', () => {
    const found = estimate(CYCLING, hour({ power: () => 200 }), { kilograms: undefined })
    expect(found).toEqual({ kilocalories: 720_000 / 0.21 / 4184, method: 'power' })
    expect(found?.kilocalories).toBeCloseTo(819.4, 1)
  })

  test('requires power for nearly the whole recording', () => {
    const lost = (share: number) => hour({ power: (i) => (i > 360 * share ? undefined : 200) })
    expect(estimate(CYCLING, lost(0.95))?.method).toBe('power')
    expect(estimate(CYCLING, lost(0.8))?.method).toBe('met')
    expect(estimate(CYCLING, hour({ power: () => 0 }))?.method).toBe('met')
  })

  test('is used for cycling only', () => {
    expect(estimate(RUNNING, hour({ power: () => 250 }))?.method).toBe('met')
  })
})

describe('energy estimated from heart rate', () => {
  const man = { kilograms: 75, byHeartRate: { of: 'men', years: 35 } } as const
  const at = (beats: number) => hour({ hr: () => beats })

  test('agrees with published examples', () => {
    // clevercalculator.com: a man of 35 and 75 kg, 30 minutes at 150: 441 kcal.
    const found = estimate(RUNNING, at(150), man)
    expect(found?.method).toBe('heart_rate')
    expect((found?.kilocalories ?? 0) / 2).toBeCloseTo(441, 0)
    // Computed by hand, a woman of 30 and 60 kg at 140: (−20.4022 + 62.608 − 7.578 + 2.22) / 4.184 × 60.
    const byHeartRate = { of: 'women', years: 30 } as const
    const woman = estimate(RUNNING, at(140), { kilograms: 60, byHeartRate })
    expect(woman?.kilocalories).toBeCloseTo(528.4, 1)
  })

  test('uses the mean over the measured time', () => {
    const uneven = hour({ hr: (i) => (i <= 180 ? 130 : 170) })
    const even = estimate(RUNNING, at(150), man)?.kilocalories ?? 0
    expect(estimate(RUNNING, uneven, man)?.kilocalories).toBeCloseTo(even, 6)
  })

  test('is not used when there is power', () => {
    const ride = hour({ power: () => 200, hr: () => 150 })
    expect(estimate(CYCLING, ride, man)?.method).toBe('power')
    expect(estimate(CYCLING, at(150), man)?.method).toBe('heart_rate')
  })

  test('is not used for people or sports without a study: METs are used instead', () => {
    const methodOf = (course: ReturnType<typeof hour>, more: object = {}) =>
      estimate(RUNNING, course, { ...man, ...more })?.method
    const aged = (years: number) => ({ byHeartRate: { of: 'women', years } })
    expect(methodOf(at(150), { byHeartRate: undefined })).toBe('met')
    expect(methodOf(hour({}))).toBe('met')
    expect(methodOf(hour({ hr: (i) => (i > 300 ? undefined : 150) }))).toBe('met')
    expect([methodOf(at(89)), methodOf(at(90))]).toEqual(['met', 'heart_rate'])
    const weighing = (kilograms: number) => methodOf(at(150), { kilograms })
    expect<unknown>([46.9, 47, 120, 120.1].map(weighing)).toEqual([
      ...['met', 'heart_rate', 'heart_rate', 'met'],
    ])
    expect<unknown>([methodOf(at(150), aged(17)), methodOf(at(150), aged(18))]).toEqual([
      ...['met', 'heart_rate'],
    ])
    expect(methodOf(at(150), { kilograms: undefined })).toBeUndefined()
  })
})

describe('the table of METs', () => {
  test('contains existing sports, each once, with ascending speeds', () => {
    const known = new Set(sports.sports.map(({ id }) => id))
    const named = catalogue.activities.flatMap((activity) => activity.sports)
    expect(named.filter((id) => !known.has(id))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
    for (const id of named) {
      const { mets } = costOf(id)
      const rising = mets.toSorted(([one], [other]) => one - other)
      expect(mets).toEqual(rising)
      expect(mets.every(([, value]) => value >= 2 && value <= 23)).toBe(true)
    }
  })
})
