import { isSwimming } from '@/reference/swimming'
import type { ChartPoint } from '@/web/api/workouts'
import { cadenceUnit } from '@/web/format/cadence'
import { formatClock, formatHours } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { type NumberPreferences, plain, swimPaceUnit } from '@/web/format/quantity'
import { distanceScale, sportDistanceOf } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import type { Axis, Series, SeriesKey } from './series'

const LABELS: Readonly<Record<SeriesKey, TextKey>> = {
  elevation: 'series.elevation',
  pace: 'series.pace',
  speed: 'series.speed',
  hr: 'series.hr',
  cadence: 'series.cadence',
  power: 'series.power',
}

const HOUR = 3600

/** The name of a series. */
export function seriesLabel(key: SeriesKey): string {
  return t(LABELS[key])
}

/** The reader's wishes, and the sport by which cadence, distance and pace have their units. */
export type SeriesPreferences = NumberPreferences & { sportId?: number | undefined }

const swims = ({ sportId }: SeriesPreferences): boolean =>
  sportId !== undefined && isSwimming(sportId)

function unitOf(key: SeriesKey, preferences: SeriesPreferences): string {
  const { units, sportId } = preferences
  const metric = units === 'metric'
  switch (key) {
    case 'elevation':
      return t(metric ? 'unit.m' : 'unit.ft')
    case 'speed':
      return t(metric ? 'unit.kmh' : 'unit.mph')
    case 'pace':
      return swims(preferences) ? swimPaceUnit(units) : t(metric ? 'unit.perKm' : 'unit.perMi')
    case 'hr':
      return t('unit.bpm')
    case 'cadence':
      return sportId === undefined ? t('unit.perMin') : cadenceUnit(sportId)
    case 'power':
      return t('unit.w')
  }
}

/** The name of a series with its unit, as it stands above a chart. */
export function seriesHeading(key: SeriesKey, preferences: SeriesPreferences): string {
  const unit = unitOf(key, preferences)
  return `${seriesLabel(key)} (${key === 'pace' ? `${t('unit.min')}${unit}` : unit})`
}

/** Writes readings of a series, which are in the reader's units already; with the unit if asked for. */
export function writeSeries(
  key: SeriesKey,
  preferences: SeriesPreferences,
  withUnit = false,
): (value: number) => string {
  const unit = unitOf(key, preferences)
  return (value) => {
    const decimals = key === 'speed' && withUnit ? 1 : 0
    const text =
      key === 'pace' ? formatClock(value) : formatNumber(value, decimals, preferences.locale)
    return withUnit ? `${text} ${unit}` : text
  }
}

/** Writes positions on the axis: a distance with its unit, or hours and minutes. */
export function writeAxis(
  axis: Axis,
  { units, locale, sportId }: SeriesPreferences,
): (value: number) => string {
  if (axis === 'time')
    return (value) => (value < HOUR ? formatClock(value) : formatHours(value, locale))
  const { unit } = distanceScale(sportId, units)
  return (value) => `${formatNumber(value, Number.isInteger(value) ? 0 : 1, locale)} ${unit}`
}

/** Where a point lies: distance and time since the start. */
export function placeOf(point: ChartPoint, preferences: SeriesPreferences): string {
  return `${plain(sportDistanceOf(point.distance, preferences.sportId, preferences))}, ${formatClock(point.duration)}`
}

/** A point in words, with every reading of it. */
export function describePoint(
  point: ChartPoint | undefined,
  series: readonly Series[],
  index: number,
  preferences: SeriesPreferences,
): string {
  if (!point) return ''
  const readings = series.flatMap(({ key, values }) => {
    const value = values[index]
    if (value === null || value === undefined) return []
    return [`${seriesLabel(key)} ${writeSeries(key, preferences, true)(value)}`]
  })
  return [placeOf(point, preferences), ...readings].join(', ')
}
