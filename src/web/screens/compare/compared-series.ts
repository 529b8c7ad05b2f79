import { isSwimming } from '@/domain/reference/swimming'
import type { ComparedWorkout, Comparison } from '@/web/api/workouts/comparison'
import { findNearestIndex } from '@/web/charts/nearest-index'
import { getAxisRange, SERIES_KEYS, type SeriesKey } from '@/web/charts/series'
import {
  createSeriesFormatter,
  formatSeriesHeading,
  getSeriesLabel,
  type SeriesPreferences,
} from '@/web/charts/series-text'
import { formatClock } from '@/web/format/duration'
import { toHeight, toPace, toSpeed, toSwimPaceFromSpeed, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'

type Values = (number | null)[]

/** The quantity that a chart of a comparison shows. */
export type ComparedKey = SeriesKey | 'gap'

/** One chart with a column of values for each workout, in the reader's units; null where there is no value. */
export type ComparedSeries = { key: ComparedKey; columns: Values[] }

const SECONDS_PER_HOUR = 3600

/**
 * The charts of a comparison, the gap first. Shows pace instead of speed if the sport of the first workout uses pace
 * (per 100 metres or yards for swims). Quantities without any value are omitted.
 */
export function listSeries(
  { distance, workouts }: Comparison,
  units: UnitSystem,
): ComparedSeries[] {
  const first = workouts[0]?.workout
  const swims = first !== undefined && isSwimming(first.sport_id)
  const showsPace = swims || (first?.ave_pace ?? null) !== null
  const left: ComparedKey = showsPace ? 'speed' : 'pace'
  const keys = (['gap', ...SERIES_KEYS] as const).filter((key) => key !== left)
  const swimPace = (value: number) => toSwimPaceFromSpeed(value, units)
  const nothing: Values = distance.map(() => null)
  return keys
    .map((key) => {
      const convert = swims && key === 'pace' ? swimPace : getConverter(key, units)
      return { key, columns: workouts.map((one) => readColumn(one, key, convert) ?? nothing) }
    })
    .filter(({ columns }) => columns.some((values) => values.some((value) => value !== null)))
}

type Convert = ((value: number) => number | null) | undefined

function readColumn(
  compared: ComparedWorkout,
  key: ComparedKey,
  convert: Convert,
): Values | undefined {
  const values = key === 'pace' ? compared.speed : compared[key]
  if (values === null) return undefined
  return convert ? values.map((value) => (value === null ? null : convert(value))) : [...values]
}

function getConverter(key: ComparedKey, units: UnitSystem): Convert {
  if (key === 'speed') return (value) => toSpeed(value, units)
  if (key === 'elevation') return (value) => toHeight(value, units)
  if (key === 'pace') return (value) => (value > 0 ? toPace(SECONDS_PER_HOUR / value, units) : null)
  return undefined
}

/** Formats the seconds behind the first workout, with a sign: `+1:05`, `−0:12`. */
export function writeGap(seconds: number): string {
  const whole = Math.round(seconds)
  const sign = whole === 0 ? '' : whole > 0 ? '+' : '−'
  return `${sign}${formatClock(Math.abs(whole))}`
}

/** The name of a chart. */
export const comparedLabel = (key: ComparedKey): string =>
  key === 'gap' ? t('compare.gap') : getSeriesLabel(key)

/** The name of a chart with its unit. */
export const comparedHeading = (key: ComparedKey, preferences: SeriesPreferences): string =>
  key === 'gap' ? t('compare.gap') : formatSeriesHeading(key, preferences)

/** Formats values of a chart, optionally with the unit. */
export const writeCompared = (
  key: ComparedKey,
  preferences: SeriesPreferences,
  withUnit = false,
): ((value: number) => string) =>
  key === 'gap' ? writeGap : createSeriesFormatter(key, preferences, withUnit)

/** The range of the vertical axis of a chart. */
export function rangeOfCompared({ key, columns }: ComparedSeries): [number, number] {
  const values = columns.flat()
  if (key !== 'gap') return getAxisRange({ key, values })
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const margin = Math.max((high - low) * 0.08, 5)
  return [low - margin, high + margin]
}

/** The letter of a workout in charts, on the map and in tables. */
export const getLabel = (index: number): string => String.fromCharCode(65 + index)

/** Names of the workouts' colours in style sheets and on canvases. */
export const WORKOUT_COLORS: readonly string[] = [
  ...['series-speed', 'signal', 'accent', 'series-cadence', 'series-power', 'ink-soft'],
]

/** The position of a workout after `travelled` kilometres; null if its track is not visible. */
export function placeAt(
  { line }: ComparedWorkout,
  travelled: number | null | undefined,
): { latitude: number; longitude: number } | null {
  if (line === null || travelled === null || travelled === undefined) return null
  const last = line.latitude.length - 1
  const at = Math.min(travelled / line.step, last)
  const [index, share] = [Math.floor(at), at - Math.floor(at)]
  const value = (column: readonly number[]) => {
    const here = column[index] ?? Number.NaN
    return here + share * ((column[index + 1] ?? here) - here)
  }
  const [latitude, longitude] = [value(line.latitude), value(line.longitude)]
  return Number.isNaN(latitude + longitude) ? null : { latitude, longitude }
}

/**
 * For each index of the axis, how many kilometres a workout had travelled when the first one was there. Times are
 * aligned at the first place that both passed, or at their starts if there is none.
 */
export function alignTimes(first: ComparedWorkout, other: ComparedWorkout): Values {
  const start = first.elapsed?.findIndex((_, at) => (other.gap?.[at] ?? null) !== null) ?? -1
  const lead =
    start < 0
      ? 0
      : (other.elapsed?.[start] ?? 0) - (first.elapsed?.[start] ?? 0) - (other.gap?.[start] ?? 0)
  const known = (other.elapsed ?? []).flatMap((at, index) => {
    const travelled = other.travelled?.[index] ?? null
    return at === null || travelled === null ? [] : [{ at, travelled }]
  })
  const times = known.map(({ at }) => at)
  return (first.elapsed ?? []).map((elapsed) => {
    if (elapsed === null || known.length === 0) return null
    const wanted = elapsed + lead
    const nearest = findNearestIndex(times, wanted)
    const after = (times[nearest] ?? 0) < wanted ? nearest + 1 : nearest
    const [before, next] = [known[Math.max(0, after - 1)], known[Math.min(after, known.length - 1)]]
    if (!before || !next) return null
    const span = next.at - before.at
    const share = span > 0 ? Math.min(1, Math.max(0, (wanted - before.at) / span)) : 0
    return before.travelled + share * (next.travelled - before.travelled)
  })
}

/** Possible intervals between rows of a table, in the reader's unit of distance. */
const TABLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
const MAX_ROWS = 20

/**
 * A row of a table of times: a position `x` on the axis, at the fraction `share` between the points `index - 1` and
 * `index`.
 */
export type TableRow = { x: number; index: number; share: number }

/** The rows of a table: at round distances (in the reader's units), and at the end. */
export function tableRows(xs: readonly number[]): TableRow[] {
  const length = xs.at(-1) ?? 0
  const step = TABLE_STEPS.find((each) => length / each <= MAX_ROWS) ?? length
  const rows: TableRow[] = []
  for (const [index, x] of xs.entries()) {
    const before = xs[index - 1]
    const round = Math.floor(x / step) * step
    if (before !== undefined && before < round)
      rows.push({ x: round, index, share: (round - before) / (x - before) })
  }
  if ((rows.at(-1)?.x ?? 0) < length) rows.push({ x: length, index: xs.length - 1, share: 1 })
  return rows
}

/** Interpolates a value at a row; null if a point next to it has no value. */
export function readAt(values: Values | null, { index, share }: TableRow): number | null {
  const [before, after] = [values?.[index - 1] ?? null, values?.[index] ?? null]
  if (share === 1 || after === null) return after
  return before === null ? null : before + share * (after - before)
}
