import { isSwimming } from '@/domain/reference/swimming'
import type { ChartPoint } from '@/web/api/workouts/workouts'
import { getCadenceUnit } from '@/web/format/cadence'
import { formatClock, formatHours } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity, getSwimPaceUnit, type NumberPreferences } from '@/web/format/quantity'
import { formatSportDistance, getDistanceScale } from '@/web/format/sport-distance'
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

const SECONDS_PER_HOUR = 3600

/** Returns the name of a series. */
export function getSeriesLabel(key: SeriesKey): string {
  return t(LABELS[key])
}

/** The user's number format, and the sport, which determines the units of cadence, distance and pace. */
export type SeriesPreferences = NumberPreferences & { sportId?: number | undefined }

const swims = ({ sportId }: SeriesPreferences): boolean =>
  sportId !== undefined && isSwimming(sportId)

function getUnit(key: SeriesKey, preferences: SeriesPreferences): string {
  const { units, sportId } = preferences
  const metric = units === 'metric'
  switch (key) {
    case 'elevation':
      return t(metric ? 'unit.m' : 'unit.ft')
    case 'speed':
      return t(metric ? 'unit.kmh' : 'unit.mph')
    case 'pace':
      return swims(preferences) ? getSwimPaceUnit(units) : t(metric ? 'unit.perKm' : 'unit.perMi')
    case 'hr':
      return t('unit.bpm')
    case 'cadence':
      return sportId === undefined ? t('unit.perMin') : getCadenceUnit(sportId)
    case 'power':
      return t('unit.w')
  }
}

/** Returns the heading of a chart: the name of the series and its unit. */
export function formatSeriesHeading(key: SeriesKey, preferences: SeriesPreferences): string {
  const unit = getUnit(key, preferences)
  return `${getSeriesLabel(key)} (${key === 'pace' ? `${t('unit.min')}${unit}` : unit})`
}

/**
 * Returns a function that formats values of a series, which must be in the user's units; `withUnit` appends the unit.
 */
export function createSeriesFormatter(
  key: SeriesKey,
  preferences: SeriesPreferences,
  withUnit = false,
): (value: number) => string {
  const unit = getUnit(key, preferences)
  return (value) => {
    const decimals = key === 'speed' && withUnit ? 1 : 0
    const text =
      key === 'pace' ? formatClock(value) : formatNumber(value, decimals, preferences.locale)
    return withUnit ? `${text} ${unit}` : text
  }
}

/** Returns a function that formats positions on the axis: distances with unit, or hours and minutes. */
export function createAxisFormatter(
  axis: Axis,
  { units, locale, sportId }: SeriesPreferences,
): (value: number) => string {
  if (axis === 'time')
    return (value) => (value < SECONDS_PER_HOUR ? formatClock(value) : formatHours(value, locale))
  const { unit } = getDistanceScale(sportId, units)
  return (value) => `${formatNumber(value, Number.isInteger(value) ? 0 : 1, locale)} ${unit}`
}

/** Returns the position of a point as text: distance and time since the start. */
export function formatPosition(point: ChartPoint, preferences: SeriesPreferences): string {
  return `${formatQuantity(formatSportDistance(point.distance, preferences.sportId, preferences))}, ${formatClock(point.duration)}`
}

/** Returns a description of a point for screen readers, with the value of every series. */
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
    return [`${getSeriesLabel(key)} ${createSeriesFormatter(key, preferences, true)(value)}`]
  })
  return [formatPosition(point, preferences), ...readings].join(', ')
}
