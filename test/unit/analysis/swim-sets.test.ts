import { describe, expect, test } from 'bun:test'
import { joinCourse } from '@/domain/analysis/course'
import { findSwimSets } from '@/domain/analysis/sets/swim-sets'
import { summarise } from '@/domain/tracks/metrics/summary'
import { readTrack } from '@/domain/tracks/read'
import { fitTime } from '../../support/tracks/fit'
import { poolSwim } from '../../support/tracks/swims'

const START = fitTime('2026-11-02T06:30:00Z')
const RULES = { hasElevation: false, stoppedSpeedThreshold: 0.1, useRawSpeed: false } as const

/** 8 x 50 s and 4 x 60 s over 25 m with long rests, then a drill. */
const SETS = [
  { lengths: 8, seconds: 26, strokes: 10, stroke: 'freestyle', rest: 90 },
  { lengths: 4, seconds: 30, strokes: 12, stroke: 'breaststroke', rest: 45 },
  { lengths: 2, seconds: 40, stroke: 'drill', rest: 0 },
] as const

async function measure(
  swim: Partial<Parameters<typeof poolSwim>[0]>,
  measurements: 'device' | 'fittrackee' = 'device',
) {
  const bytes = poolSwim({ start: START, pool: 25, unit: 'm', sets: SETS, ...swim })
  const track = await readTrack('swim.fit', bytes, {
    ...{ segmentsCreationEvent: 'only_manual', acceptWithoutGps: true, measurements },
  })
  const summary = summarise(track, { ...RULES, measurements })
  const sets = findSwimSets(track.laps, summary.startedAt, joinCourse(track.segments))
  return { ...summary, sets }
}

describe('a swim in a pool', () => {
  test('has the time, pace, speed and stroke rate of its lengths, without the rests', async () => {
    const { metrics, poolUnit } = await measure({})
    const swum = 8 * 26 + 4 * 30 + 2 * 40
    expect(metrics).toMatchObject({
      ...{ distance: 0.35, duration: swum + 135, moving: swum, pauses: 135 },
      aveSpeed: Number(((350 / swum) * 3.6).toFixed(2)),
      maxSpeed: Number(((25 / 26) * 3.6).toFixed(2)),
      aveCadence: Math.round(((8 * 10 + 4 * 12) / (8 * 26 + 4 * 30)) * 60),
      maxCadence: 24,
    })
    expect(poolUnit).toBe('m')
  })

  test.each([
    { isDense: true, recorded: 'every second' },
    { isDense: false, recorded: 'at the end of each length' },
  ])('has the speed of its lengths in its chart if recorded $recorded', async ({ isDense }) => {
    const { metrics, sets, segments, startedAt } = await measure({ isDense })
    const [only] = segments
    const { time, speed, size } = only?.points ?? { time: [], speed: [], size: 0 }
    const expected = Array.from(time, (at) => {
      const now = (at - startedAt) / 1e6
      const set = sets.find(({ start, elapsed }) => start <= now && now <= start + elapsed)
      return set ? Number(((set.metres / set.swum) * 3.6).toFixed(2)) : 0
    })
    expect(size).toBe(isDense ? 542 : 15)
    expect([...speed]).toEqual(expected)
    expect(Math.max(...speed)).toBe(metrics.maxSpeed ?? 0)
  })

  test('advances evenly during its lengths, and not at all during rests', async () => {
    const { segments, metrics } = await measure({ isDense: true })
    const steps = [...(segments[0]?.steps ?? [])]
    expect(steps[1]).toBeCloseTo(25 / 26, 9)
    expect(steps.slice(209, 298).every((step) => step === 0)).toBe(true)
    expect(steps[298]).toBeCloseTo(25 / 30, 9)
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeCloseTo(350, 6)
    expect(metrics.distance).toBe(0.35)
  })

  test('has the speed of each length when the next one is slower', async () => {
    const slow = { ...SETS[1], rest: 0 }
    const { segments } = await measure({ sets: [{ ...SETS[0], rest: 0 }, slow], isDense: true })
    const speed = segments[0]?.points.speed ?? []
    expect([speed[208], speed[209], speed[328]]).toEqual([3.46, 3, 3])
  })

  test('keeps the timer of the device when measured as FitTrackee does', async () => {
    const { metrics } = await measure({}, 'fittrackee')
    expect(metrics).toMatchObject({ moving: metrics.duration, aveCadence: null })
  })

  test('keeps the timer when the athlete corrected the distance', async () => {
    const { metrics } = await measure({ distance: 420 })
    expect(metrics).toMatchObject({ distance: 0.42, moving: metrics.duration })
  })

  test('is divided into sets with distance, time, strokes, SWOLF and rest', async () => {
    const { sets } = await measure({})
    expect(sets).toEqual([
      {
        ...{ start: 0, elapsed: 208, swum: 208, metres: 200, lengths: 8, firstLength: 0 },
        ...{ isDrill: false, stroke: 'freestyle', strokes: 80, swolf: 36, rest: 90 },
        ...{ strokeRate: (10 / 26) * 60, aveHr: undefined },
      },
      {
        ...{ start: 298, elapsed: 120, swum: 120, metres: 100, lengths: 4, firstLength: 9 },
        ...{ isDrill: false, stroke: 'breaststroke', strokes: 48, swolf: 42, rest: 45 },
        ...{ strokeRate: 24, aveHr: undefined },
      },
      {
        ...{ start: 463, elapsed: 80, swum: 80, metres: 50, lengths: 2, firstLength: 14 },
        ...{ isDrill: true, stroke: 'drill', strokes: undefined, swolf: undefined },
        ...{ strokeRate: undefined, aveHr: undefined, rest: undefined },
      },
    ])
  })

  test('has a separate set for drills that follow without a rest', async () => {
    const { sets } = await measure({ sets: [{ ...SETS[0], rest: 0 }, SETS[2]] })
    expect(sets.map(({ isDrill, lengths, rest }) => ({ isDrill, lengths, rest }))).toEqual([
      { isDrill: false, lengths: 8, rest: 0 },
      { isDrill: true, lengths: 2, rest: undefined },
    ])
  })

  test('joins lengths of several strokes without a rest into a mixed set', async () => {
    const { sets } = await measure({ sets: [{ ...SETS[0], rest: 0 }, SETS[1]] })
    expect(sets.map(({ stroke, lengths }) => ({ stroke, lengths }))).toEqual([
      { stroke: 'mixed', lengths: 12 },
    ])
  })

  test('counts a length whose stroke was not detected', async () => {
    const unknown = { lengths: 1, seconds: 30, strokes: 11, stroke: null, rest: 20 } as const
    const { sets, metrics } = await measure({ sets: [unknown, SETS[0]] })
    expect(sets[0]).toMatchObject({ metres: 25, strokes: 11, stroke: undefined, rest: 20 })
    expect(metrics.distance).toBe(0.225)
  })

  test.each([
    { pool: 50, unit: 'm', written: 'in metres', poolUnit: 'm' },
    { pool: 22.86, unit: 'yd', written: 'in yards', poolUnit: 'yd' },
    { pool: 22.86, unit: undefined, written: 'without a unit', poolUnit: 'yd' },
    { pool: 25, unit: undefined, written: 'without a unit', poolUnit: 'm' },
  ] as const)('of $pool m $written is in $poolUnit', async ({ pool, unit, poolUnit }) => {
    const swim = await measure({ pool, unit })
    expect(swim.poolUnit).toBe(poolUnit)
  })

  test('has the heart rate of the session if the samples have none', async () => {
    const { metrics } = await measure({ heartRates: { session: [131, 158] } })
    expect(metrics).toMatchObject({ aveHr: 131, maxHr: 158 })
    const sampled = await measure({ heartRates: { session: [131, 158], samples: 140 } })
    expect(sampled.metrics).toMatchObject({ aveHr: 140, maxHr: 140 })
    expect(sampled.sets[0]).toMatchObject({ aveHr: 140 })
  })
})
