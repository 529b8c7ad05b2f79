import { describe, expect, test } from 'bun:test'
import type { Intensity } from '@/domain/analysis/intensity'
import {
  computePowerFigures,
  computeTrimp,
  evaluateLoad,
  type LoadInput,
  paceEfficiency,
} from '@/domain/analysis/load'
import { findRests } from '@/domain/analysis/pauses'
import type { SportMeasures, ZoneRules } from '@/domain/analysis/thresholds'
import { balanceByDay, RELEVANT_DAYS } from '@/domain/analysis/training-balance'
import { sumLengths } from '@/domain/tracks/metrics/pool-swim'

const RULES: ZoneRules = { heartRateModel: 'max', trimpWeighting: 'men' }
const RIDING: SportMeasures = { power: true, pace: undefined }
const RUNNING: SportMeasures = { power: false, pace: 'threshold_pace' }
const SWIMMING: SportMeasures = { power: false, pace: 'swim_pace' }

const NOTHING: Intensity = {
  seconds: 3600,
  heartRate: undefined,
  power: undefined,
  pace: undefined,
  normalisedPower: undefined,
  gradedSpeed: undefined,
  powerDrift: undefined,
  paceDrift: undefined,
}

const steady = (first: number, seconds = 3600) => ({ first, seconds: Uint32Array.of(seconds) })
const intensity = (numbers: Partial<Intensity>): Intensity => ({ ...NOTHING, ...numbers })
/** A recording with this intensity and nothing else. */
const recorded = (measured: Intensity): LoadInput => ({
  ...{ intensity: measured, totals: undefined, isRecorded: true, meanHeartRate: undefined },
})
/** A workout that was not recorded, with these declared values. */
const told = (metres: number | undefined, seconds: number, meanHeartRate?: number): LoadInput => ({
  ...{ intensity: undefined, totals: { metres, seconds }, isRecorded: false, meanHeartRate },
})

describe('the load of a workout', () => {
  test('is 100 for an hour at the threshold by power, pace and heart rate', () => {
    const hour = intensity({
      power: steady(250),
      normalisedPower: 250,
      heartRate: steady(160),
      gradedSpeed: 4,
    })
    const thresholds = { ftp: 250, max_hr: 190, resting_hr: 50, lthr: 160, threshold_pace: 250 }
    const ride = evaluateLoad(recorded(hour), thresholds, { sport: RIDING, rules: RULES })
    expect(ride.load).toEqual({
      source: 'power',
      value: 100,
      intensityFactor: 1,
      isEstimate: false,
    })
    const run = evaluateLoad(recorded(hour), thresholds, { sport: RUNNING, rules: RULES })
    expect(run.load).toEqual({ source: 'pace', value: 100, intensityFactor: 1, isEstimate: false })
    const swim = evaluateLoad(recorded(hour), thresholds, { sport: SWIMMING, rules: RULES })
    expect(swim.load).toEqual({
      source: 'heart_rate',
      value: 100,
      intensityFactor: undefined,
      isEstimate: false,
    })
    for (const weighting of ['men', 'women', 'mean'] as const)
      expect(
        evaluateLoad(recorded(hour), thresholds, {
          sport: SWIMMING,
          rules: { ...RULES, trimpWeighting: weighting },
        }).load?.value,
      ).toBeCloseTo(100, 9)
  })

  test('from power is hours times the square of the intensity factor', () => {
    // Two and a half hours at a normalised power of 210 W with an FTP of 280 W: 2.5 × 0.75² × 100.
    const ride = intensity({ seconds: 9000, power: steady(200, 9000), normalisedPower: 210 })
    const { load } = evaluateLoad(recorded(ride), { ftp: 280 }, { sport: RIDING, rules: RULES })
    expect(load).toEqual({
      source: 'power',
      value: 140.625,
      intensityFactor: 0.75,
      isEstimate: false,
    })
  })

  test('is undefined without a threshold or sensor', () => {
    const how = { sport: RIDING, rules: RULES }
    const ride = intensity({ power: steady(250), normalisedPower: 250, heartRate: steady(150) })
    expect(evaluateLoad(recorded(ride), {}, how).loads).toEqual([])
    expect(evaluateLoad(recorded(ride), { max_hr: 190, resting_hr: 50 }, how).loads).toEqual([])
    expect(evaluateLoad(recorded(ride), { lthr: 160 }, how).loads).toEqual([])
    expect(
      evaluateLoad(recorded(NOTHING), { ftp: 250, lthr: 160, max_hr: 190, resting_hr: 50 }, how),
    ).toEqual({
      load: undefined,
      loads: [],
      trimp: undefined,
      zones: { heart_rate: undefined, power: undefined, pace: undefined },
    })
  })

  test('ignores sensors that cover less than half of the time', () => {
    const thresholds = { ftp: 250, max_hr: 190, resting_hr: 50, lthr: 160 }
    const ride = intensity({
      ...{ power: steady(250, 1799), normalisedPower: 250 },
      heartRate: steady(160, 1800),
    })
    const { loads } = evaluateLoad(recorded(ride), thresholds, { sport: RIDING, rules: RULES })
    expect(loads).toEqual([
      { source: 'heart_rate', value: 50, intensityFactor: undefined, isEstimate: false },
    ])
  })
})

describe('the load of a swim', () => {
  const swim = (metres: number, seconds: number) => ({
    ...recorded(NOTHING),
    totals: { metres, seconds },
  })
  const how = { sport: SWIMMING, rules: RULES }

  test('agrees with published examples', () => {
    // swimanalytics.app: 3000 m in 55 minutes, at a threshold of 1:33 for 100 m (64.5 m a minute): 0.845³ × 55/60 × 100.
    const { load } = evaluateLoad(swim(3000, 3300), { swim_pace: 93 }, how)
    expect(load?.source).toBe('pace')
    expect(load?.intensityFactor).toBeCloseTo(0.8455, 4)
    expect(load?.value).toBeCloseTo(55.4, 1)
    // An hour at threshold pace, and half an hour a tenth faster, which is a third harder.
    expect(evaluateLoad(swim(4000, 3600), { swim_pace: 90 }, how).load?.value).toBeCloseTo(100, 9)
    expect(evaluateLoad(swim(2200, 1800), { swim_pace: 90 }, how).load?.value).toBeCloseTo(66.55, 9)
  })

  test('is the same for 2100 m in 45 minutes with and without 15 minutes at the wall', () => {
    // help.trainingpeaks.com, "Why don't TrainingPeaks and WKO4 agree on my swim TSS": TrainingPeaks excludes rests.
    const length = (start: number, elapsed: number, isActive: boolean) => ({
      ...{ start: start * 1e6, elapsed, isActive },
    })
    const straight = Array.from({ length: 84 }, (_, i) => length(i * 32, 2700 / 84, true))
    const rests = Array.from({ length: 15 }, (_, i) => length(3000 + i * 60, 60, false))
    const lap = { start: 0, elapsed: 2700, timer: 2700, distance: 2100 }
    const swum = sumLengths({ poolLength: 25, laps: [{ ...lap, lengths: straight }] })
    const rested = sumLengths({
      poolLength: 25,
      laps: [{ ...lap, lengths: [...straight, ...rests] }],
    })
    expect(rested).toEqual(swum)
    expect(swum?.metres).toBe(2100)
    expect(swum?.seconds).toBeCloseTo(2700, 6)
  })

  test('uses the drills of the device, and no lengths when it counted none', () => {
    const lengths = [{ start: 0, elapsed: 30, isActive: true }]
    const laps = [
      { start: 0, lengths },
      { start: 30e6, distance: 100, timer: 180, elapsed: 200 },
      { start: 300e6, distance: 25, timer: 30, intensity: 'rest' as const },
      { start: 400e6, elapsed: 60, timer: 60 },
    ]
    expect(sumLengths({ poolLength: 50, laps })).toEqual({ metres: 150, seconds: 210 })
    expect(sumLengths({ laps })).toBeUndefined()
    expect(sumLengths({ poolLength: 50, laps: laps.slice(1) })).toBeUndefined()
    expect(sumLengths({ poolLength: 50, laps: [] })).toBeUndefined()
  })

  test('detects rests after lengths and drills', () => {
    const length = (start: number, elapsed: number, isActive: boolean) => ({
      ...{ start: start * 1e6, elapsed, isActive },
    })
    const laps = [
      { start: 0, lengths: [length(0, 30, true), length(30, 30, true), length(60, 20, false)] },
      { start: 80e6, distance: 100, timer: 120, elapsed: 120 },
      { start: 200e6, lengths: [length(200, 15, false), length(215, 30, true)] },
      { start: 245e6, lengths: [length(245, 9, false), length(254, 10, false)] },
    ]
    expect(findRests({ poolLength: 25, laps }, 0)).toEqual([
      { start: 60, elapsed: 20, metres: 50, isUnrecorded: false },
      { start: 200, elapsed: 15, metres: 150, isUnrecorded: false },
      { start: 254, elapsed: 10, metres: 175, isUnrecorded: false },
    ])
    expect(findRests(undefined, 0)).toEqual([])
  })

  test('is undefined for impossible swims, and without a threshold or distance', () => {
    expect(evaluateLoad(swim(6001, 3600), { swim_pace: 90 }, how).loads).toEqual([])
    expect(evaluateLoad(swim(6000, 3600), { swim_pace: 90 }, how).load?.value).toBeCloseTo(337.5, 6)
    expect(evaluateLoad(swim(4000, 3600), { threshold_pace: 250 }, how).loads).toEqual([])
    expect(evaluateLoad(swim(0, 3600), { swim_pace: 90 }, how).loads).toEqual([])
    expect(evaluateLoad(swim(4000, 0), { swim_pace: 90 }, how).loads).toEqual([])
  })
})

describe('the load of a workout that was not recorded', () => {
  const thresholds = { ftp: 250, max_hr: 190, resting_hr: 50, lthr: 160 }
  const all = { ...thresholds, threshold_pace: 250, swim_pace: 90 }
  const sourcesOf = (known: LoadInput, sport: SportMeasures) =>
    evaluateLoad(known, all, { sport, rules: RULES }).loads.map(({ source, value, isEstimate }) => [
      ...[source, Math.round(value), isEstimate],
    ])

  test('is estimated from the mean heart rate, or else from the mean pace', () => {
    const known = told(14_400, 3600, 160)
    expect(sourcesOf(known, RUNNING)).toEqual([
      ['heart_rate', 100, true],
      ['pace', 100, true],
    ])
    expect(sourcesOf(told(7200, 3600), RUNNING)).toEqual([['pace', 25, true]])
    expect(sourcesOf(known, RIDING)).toEqual([['heart_rate', 100, true]])
    expect(sourcesOf(told(14_400, 3600), RIDING)).toEqual([])
  })

  test('is estimated from pace first for swims', () => {
    expect(sourcesOf(told(4000, 3600, 160), SWIMMING)).toEqual([
      ['pace', 100, true],
      ['heart_rate', 100, true],
    ])
  })

  test('has a TRIMP from the mean, as originally defined, and no time in zones', () => {
    const { trimp, zones } = evaluateLoad(
      told(undefined, 2700, 150),
      { max_hr: 190, resting_hr: 60 },
      {
        ...{ sport: RIDING, rules: RULES },
      },
    )
    expect(trimp).toBeCloseTo(75.36, 1)
    expect(zones).toEqual({ heart_rate: undefined, power: undefined, pace: undefined })
  })

  test('is undefined for impossible runs, without time and without distance', () => {
    expect(sourcesOf(told(100_000, 3600), RUNNING)).toEqual([])
    expect(sourcesOf(told(14_400, 0, 160), RUNNING)).toEqual([])
    expect(sourcesOf(told(undefined, 3600), RUNNING)).toEqual([])
  })
})

describe('TRIMP', () => {
  test('agrees with published examples', () => {
    // calculatorhub.com: 45 minutes at 150, resting 60, maximum 190: 75.36.
    const one = computeTrimp(steady(150, 2700), { max_hr: 190, resting_hr: 60 }, 'men')
    expect(one).toBeCloseTo(75.36, 1)
    // fellrnr.com: 30 minutes at 130, resting 40, maximum 200: 32.
    const other = computeTrimp(steady(130, 1800), { max_hr: 200, resting_hr: 40 }, 'men')
    expect(other).toBeCloseTo(31.8, 1)
  })

  test('sums over every heart rate, weighted by the chosen curve', () => {
    const thresholds = { max_hr: 190, resting_hr: 50 }
    const mixed = { first: 120, seconds: Uint32Array.from([600, 0, 1200]) }
    const part = (minutes: number, x: number, [a, b]: [number, number]) =>
      minutes * x * a * Math.exp(b * x)
    const sum = (curve: [number, number]) => part(10, 0.5, curve) + part(20, 72 / 140, curve)
    const [men, women] = [sum([0.64, 1.92]), sum([0.86, 1.67])]
    expect(computeTrimp(mixed, thresholds, 'men')).toBeCloseTo(men, 9)
    expect(computeTrimp(mixed, thresholds, 'women')).toBeCloseTo(women, 9)
    expect(computeTrimp(mixed, thresholds, 'mean')).toBeCloseTo((men + women) / 2, 9)
  })

  test('clamps heart rates to the resting and maximum heart rate', () => {
    const thresholds = { max_hr: 180, resting_hr: 60 }
    expect(computeTrimp(steady(40), thresholds, 'men')).toBe(0)
    const most = computeTrimp(steady(180), thresholds, 'men')
    expect(computeTrimp(steady(200), thresholds, 'men')).toBe(most)
    expect(computeTrimp(steady(150), { max_hr: 60, resting_hr: 60 }, 'men')).toBeUndefined()
  })
})

describe('time in zones', () => {
  const every = { first: 1, seconds: new Uint32Array(400).fill(1) }
  const zonesOf = (
    numbers: Partial<Intensity>,
    thresholds: object,
    rules = RULES,
    sport = RIDING,
  ) => evaluateLoad(recorded(intensity(numbers)), thresholds, { sport, rules }).zones

  test("uses Coggan's zones for power", () => {
    const { power } = zonesOf({ power: every }, { ftp: 200 })
    expect(power).toEqual({
      ends: [110, 150, 180, 210, 240, 300],
      seconds: [110, 40, 30, 30, 30, 60, 100],
    })
  })

  test('uses shares of the maximum or the reserve for heart rate', () => {
    const thresholds = { max_hr: 190, resting_hr: 50 }
    expect(zonesOf({ heartRate: every }, thresholds).heart_rate?.ends).toEqual([113, 132, 151, 170])
    const reserve = { ...RULES, heartRateModel: 'reserve' as const }
    expect(zonesOf({ heartRate: every }, thresholds, reserve).heart_rate?.ends).toEqual([
      ...[133, 147, 161, 175],
    ])
    expect(zonesOf({ heartRate: every }, { max_hr: 190 }, reserve).heart_rate).toBeUndefined()
  })

  test("uses Friel's zones for heart rate by threshold, with others on foot", () => {
    const lthr = { ...RULES, heartRateModel: 'lthr' as const }
    const riding = zonesOf({ heartRate: every }, { lthr: 160 }, lthr).heart_rate
    // Below 81 %, then up to 89, 93, 99, 102, 106 and above: 129.6, 144, 150.4, 160, 164.8, 169.6.
    expect(riding?.ends).toEqual([129, 143, 150, 159, 164, 169])
    const running = zonesOf({ heartRate: every }, { lthr: 160 }, lthr, RUNNING).heart_rate
    expect(running?.ends).toEqual([135, 143, 151, 159, 164, 169])
    expect(running?.seconds.reduce((sum, time) => sum + time, 0)).toBe(400)
  })

  test('orders zones of pace from slow to fast', () => {
    const pace = { first: 200, seconds: new Uint32Array(400).fill(1) }
    const run = zonesOf({ pace }, { threshold_pace: 300 }, RULES, RUNNING).pace
    // Slower than 387 s, then to 342, 318, 297, 291 and 270, and faster.
    expect(run).toEqual({
      ends: [388, 342, 318, 297, 291, 270],
      seconds: [212, 46, 24, 21, 6, 21, 70],
    })
    expect(zonesOf({ pace }, { threshold_pace: 300 }).pace).toBeUndefined()
    const swim = zonesOf({ pace }, { swim_pace: 30 }, RULES, SWIMMING).pace
    expect(swim?.ends).toEqual(run?.ends ?? [])
  })
})

describe('the figures without thresholds', () => {
  test('are mean, work, variability and efficiency', () => {
    const ride = intensity({
      power: { first: 100, seconds: Uint32Array.from([1800, ...new Array(199).fill(0), 1800]) },
      normalisedPower: 240,
      heartRate: steady(120),
    })
    expect(computePowerFigures(ride)).toEqual({
      ...{ mean: 200, normalised: 240, work: 720 },
      ...{ variability: 1.2, efficiency: 2 },
    })
    expect(paceEfficiency(intensity({ gradedSpeed: 3, heartRate: steady(150) }))).toBeCloseTo(
      1.2,
      9,
    )
    expect(computePowerFigures(NOTHING)).toBeUndefined()
    expect(paceEfficiency(NOTHING)).toBeUndefined()
  })
})

describe('fitness, fatigue and training balance', () => {
  test('decay by a 42nd and a seventh of the difference per day', () => {
    const days = balanceByDay(Float64Array.of(84, 0, 42))
    // Computed by hand: fitness 2, then 2 − 2/42, then that and (42 − that)/42; fatigue 12, 12 − 12/7, …
    const [, second = { fitness: 0, fatigue: 0 }] = days
    expect(days[0]).toEqual({ load: 84, fitness: 2, fatigue: 12, form: 0 })
    expect(second).toEqual({ load: 0, fitness: 2 - 2 / 42, fatigue: 12 - 12 / 7, form: -10 })
    expect(days[2]?.fitness).toBeCloseTo(1.952381 + (42 - 1.952381) / 42, 5)
    expect(days[2]?.form).toBeCloseTo(1.952381 - 10.285714, 5)
  })

  test('converge to the load when every day is the same', () => {
    const last = balanceByDay(new Float64Array(RELEVANT_DAYS).fill(50)).at(-1)
    expect(last?.fitness).toBeCloseTo(50, 4)
    expect(last?.form).toBeCloseTo(0, 4)
  })

  test('reach 63 % of a new load in their time constant', () => {
    const days = balanceByDay(new Float64Array(42).fill(100))
    expect(days[41]?.fitness).toBeCloseTo(100 * (1 - (41 / 42) ** 42), 9)
    expect(days[6]?.fatigue).toBeCloseTo(100 * (1 - (6 / 7) ** 7), 9)
  })
})
