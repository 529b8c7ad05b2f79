import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Point, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { type JsonObject, numberIn, objectIn, objectsIn, parseJsonObject, textIn } from './json'
import { MAX_POINTS } from './limits'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { toPlainText } from './text/plain-text'
import { MICROSECONDS } from './text/time-text'

/** Metres per unit of a distance. */
const METRES: Readonly<Record<string, number>> = { mi: 1609.344, km: 1000, m: 1, ft: 0.3048 }

/** The columns that series of values fill, by the identifier of the series. */
const SENSORS: readonly (readonly [slug: string, Sensor])[] = [
  ['output', 'power'],
  ['cadence', 'cadence'],
  ['stroke_rate', 'cadence'],
  ['heart_rate', 'hr'],
]

/**
 * Reads a workout of Peloton as the open-source program peloton-to-garmin stores it: the workout with its start, and the
 * response of Peloton's API with series of values by seconds since the start. Keys may be in capitals.
 * @throws TrackError pelotonUnreadable without a start or series, noSegments or tooManyPoints
 */
export function readPeloton(
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track {
  const root = withPlainKeys(parseJsonObject(toPlainText(bytes), 'pelotonUnreadable', findings))
  const workout = withPlainKeys(objectIn(root.workout) ?? root)
  const series = withPlainKeys(objectIn(root.workoutsamples) ?? root)
  const start = numberIn(workout.starttime) * MICROSECONDS
  const seconds = series.secondssincepedalingstart
  if (Number.isNaN(start) || !Array.isArray(seconds)) throw new TrackError('pelotonUnreadable')
  const samples = new Samples(findings, options)
  for (const [second, point] of pointsOf(series, seconds, findings))
    samples.add({ ...point, time: start + second * MICROSECONDS })
  const ride = withPlainKeys(objectIn(workout.ride) ?? {})
  const facts = {
    name: textIn(ride.title) ?? textIn(workout.title) ?? textIn(workout.name),
    description: null,
    source: 'Peloton',
    calories: summaryOf(series, 'calories')?.value ?? null,
    sport: textIn(workout.fitnessdiscipline),
  }
  return samples.finish(facts, totalsOf(workout, series))
}

/** Returns an object with its keys in lower case and without underscores, of which exports use several forms. */
const withPlainKeys = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key.replaceAll('_', '').toLowerCase(), value]),
  )

/** The points in order, by their seconds since the start. */
function pointsOf(
  series: JsonObject,
  seconds: readonly unknown[],
  findings: ReadingWarnings,
): [second: number, point: Point][] {
  const points: [number, Point][] = []
  /** The first point of each second, to which a position belongs. */
  const bySecond = new Map<number, Point>()
  const addPoint = (second: number): Point => {
    const point = emptyPoint()
    if (points.length === MAX_POINTS) throw new TrackError('tooManyPoints')
    points.push([second, point])
    if (!bySecond.has(second)) bySecond.set(second, point)
    return point
  }
  const metrics = objectsIn(series.metrics).map(withPlainKeys)
  const lists = SENSORS.flatMap(([slug, sensor]) => {
    const values = metrics.find((metric) => metric.slug === slug)?.values
    return Array.isArray(values) ? [{ sensor, values }] : []
  })
  for (const [index, each] of seconds.entries()) {
    const point = addPoint(numberIn(each))
    for (const { sensor, values } of lists) {
      const value = values[index] ?? null
      if (value !== null) point[sensor] = findings.reading(numberIn(value), sensor)
    }
  }
  for (const section of objectsIn(series.locationdata).map(withPlainKeys)) {
    for (const place of objectsIn(section.coordinates).map(withPlainKeys)) {
      const second = numberIn(place.secondsoffsetfromstart)
      const point = bySecond.get(second) ?? addPoint(second)
      point.lat = numberIn(place.latitude)
      point.lon = numberIn(place.longitude)
    }
  }
  return points.toSorted(([one], [other]) => one - other)
}

/** The value of a summary and its unit; undefined if it is unknown or 0. */
function summaryOf(series: JsonObject, slug: string): { value: number; unit: string } | undefined {
  const summary = objectsIn(series.summaries)
    .map(withPlainKeys)
    .find((each) => each.slug === slug)
  const value = numberIn(summary?.value)
  return value > 0 ? { value, unit: textIn(summary?.displayunit) ?? '' } : undefined
}

function totalsOf(workout: JsonObject, series: JsonObject) {
  const distance = summaryOf(series, 'distance')
  const metres = distance && METRES[distance.unit]
  const elapsed = numberIn(workout.endtime) - numberIn(workout.starttime)
  const duration = numberIn(series.duration)
  return {
    ...(distance && metres !== undefined && { distance: distance.value * metres }),
    ...(elapsed > 0 ? { duration: elapsed } : duration > 0 && { duration }),
  }
}
