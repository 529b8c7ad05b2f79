import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Point, Track } from '@/domain/tracks/track'
import { type JsonObject, numberIn, objectIn, objectsIn, parseJsonObject, textIn } from './json'
import { readPolarXml } from './polar-xml'
import { MIN_GPS_GAP, type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { toPlainText } from './text/plain-text'
import { MICROSECONDS, parseTimeText } from './text/time-text'

const JSON_START = 123
/** Maximum microseconds for which a value applies to later positions. */
const MAX_CARRIED_LENGTH = 15 * MICROSECONDS
const MICROSECONDS_PER_MINUTE = 60 * MICROSECONDS

/** Names of the sensors' lists in a training session, by column. */
const LISTS = { hr: 'heartRate', cadence: 'cadence', power: 'power', ele: 'altitude' } as const
type Column = keyof typeof LISTS
const COLUMNS = Object.keys(LISTS) as Column[] // the type of keys is lost by Object.keys

/**
 * Reads a training session of Polar: the JSON of Polar Flow's export (`training-session-….json`), each exercise as a
 * segment, or the XML of the former polarpersonaltrainer.com.
 * @throws TrackError polarUnreadable, noSegments or tooManyPoints
 */
export function readPolar(
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track {
  const plain = toPlainText(bytes)
  if (plain[0] !== JSON_START) return readPolarXml(plain, options, findings)
  const session = parseJsonObject(plain, 'polarUnreadable', findings)
  const exercises = objectsIn(session.exercises)
  const samples = new Samples(findings, options)
  for (const exercise of exercises) {
    addExercise(samples, exercise, { session, findings, options })
    samples.endSegment()
  }
  const sport = exercises[0]?.sport
  const facts = {
    name: textIn(session.name),
    description: textIn(session.note),
    source: textIn(objectIn(session.product)?.modelName) ?? 'Polar',
    calories: positive(numberIn(session.kiloCalories ?? session.calories)),
    sport: textIn(sport) ?? (objectIn(sport) ? `polar ${objectIn(sport)?.id}` : null),
  }
  const duration = durationOf(session)
  const device = {
    distance: positive(numberIn(session.distance ?? session.distanceMeters)),
    ...(duration !== null && { duration }),
  }
  return samples.finish(facts, device)
}

const positive = (value: number) => (value > 0 ? value : null)

/** Parses `PT1H2M3.5S`, or milliseconds, to seconds. */
function durationOf({ duration, durationMillis }: JsonObject): number | null {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(textIn(duration) ?? '') ?? []
  const declared = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return positive(declared > 0 ? declared : numberIn(durationMillis) / 1000)
}

/** A value, and the time of its measurement in microseconds since the Unix epoch. */
interface Reading {
  time: number
  value: number
}

interface ExerciseContext {
  session: JsonObject
  findings: ReadingWarnings
  options: SampleOptions
}

function addExercise(
  samples: Samples,
  exercise: JsonObject,
  { session, findings, options }: ExerciseContext,
): void {
  const clock = clockOf(exercise, session)
  const lists = readingsOf(exercise, clock, findings)
  const latest = COLUMNS.map((column) => new Latest(column, lists[column]))
  const places = placesOf(exercise, clock, lists)
  const between = readingsInGaps(places, lists.hr)
  const keepsAll = options.measurements === 'device'
  if (!keepsAll) findings.pointsLeftOut += between.length
  const all = keepsAll ? [...places, ...between].sort((a, b) => a.time - b.time) : places
  for (const place of all) {
    const point = { ...emptyPoint(), ...place }
    for (const each of latest) each.complete(point, findings)
    samples.add(point)
  }
}

/** Times without a zone are in the local time of the exercise. */
function clockOf(exercise: JsonObject, session: JsonObject): Clock {
  const [minutes = 0] = [exercise, session]
    .map((each) => numberIn(each.timezoneOffset ?? each.timezoneOffsetMinutes))
    .filter((each) => !Number.isNaN(each))
  const instant = (value: unknown): number => {
    const text = textIn(value) ?? ''
    const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    return parseTimeText(text) - (isZoned ? 0 : minutes * MICROSECONDS_PER_MINUTE)
  }
  return { start: instant(exercise.startTime ?? session.startTime), instant }
}

/** Iterates over the readings of a sensor in chronological order, along with the positions. */
class Latest {
  readonly #column: Column
  readonly #readings: readonly Reading[]
  #at = 0

  constructor(column: Column, readings: readonly Reading[]) {
    this.#column = column
    this.#readings = readings
  }

  /** Sets a point's value to the latest one at its time, if that is recent enough. */
  complete(point: Point, findings: ReadingWarnings): void {
    while ((this.#readings[this.#at + 1]?.time ?? Number.POSITIVE_INFINITY) <= point.time)
      this.#at += 1
    const { time, value } = this.#readings[this.#at] ?? NO_READING
    const age = point.time - time
    if (!(age >= 0 && age <= MAX_CARRIED_LENGTH)) return
    if (this.#column !== 'ele') point[this.#column] = findings.reading(value, this.#column)
    else if (Number.isNaN(point.ele)) point.ele = value
  }
}

const NO_READING: Reading = { time: Number.NaN, value: Number.NaN }

interface Clock {
  start: number
  instant: (value: unknown) => number
}

/** Returns the positions of an exercise, or the times of its heart rates if it has none. */
function placesOf(exercise: JsonObject, clock: Clock, lists: Record<Column, Reading[]>) {
  const route = objectIn(objectIn(exercise.routes)?.route)
  const recorded = objectsIn(objectIn(exercise.samples)?.recordedRoute)
  const points = recorded.length > 0 ? recorded : objectsIn(route?.wayPoints)
  const begin = route === undefined ? clock.start : clock.instant(route.startTime)
  if (points.length === 0)
    return lists.hr.map(({ time }) => ({ time, lat: Number.NaN, lon: Number.NaN }))
  return points.map((point) => ({
    time:
      point.dateTime === undefined
        ? (Number.isNaN(begin) ? clock.start : begin) + numberIn(point.elapsedMillis) * 1000
        : clock.instant(point.dateTime),
    lat: numberIn(point.latitude),
    lon: numberIn(point.longitude),
    ele: numberIn(point.altitude),
  }))
}

/** Returns times of heart rates that are not near any position, in chronological order. */
function readingsInGaps(places: readonly { time: number }[], readings: readonly Reading[]) {
  const times = places.map(({ time }) => time).filter((time) => !Number.isNaN(time))
  const sorted = Float64Array.from(times).sort()
  let next = 0
  return readings
    .toSorted((a, b) => a.time - b.time)
    .filter(({ time }) => {
      while ((sorted[next] ?? Number.POSITIVE_INFINITY) < time) next += 1
      const before = time - (sorted[next - 1] ?? Number.NEGATIVE_INFINITY)
      const after = (sorted[next] ?? Number.POSITIVE_INFINITY) - time
      return before >= MIN_GPS_GAP && after >= MIN_GPS_GAP
    })
    .map(({ time }) => ({ time, lat: Number.NaN, lon: Number.NaN }))
}

function readingsOf(
  exercise: JsonObject,
  { start, instant }: Clock,
  findings: ReadingWarnings,
): Record<Column, Reading[]> {
  const samples = objectIn(exercise.samples) ?? {}
  const validOf = (readings: readonly Reading[]) => {
    const valid = readings.filter(isSound)
    findings.valuesIgnored += readings.length - valid.length
    return valid
  }
  const typed = objectsIn(samples.samples)
  const listOf = (column: Column): Reading[] => {
    const dated = objectsIn(samples[LISTS[column]])
    if (dated.length > 0)
      return validOf(
        dated
          // Lists have places for values that were not measured.
          .filter(({ value }) => value !== null && value !== undefined)
          .map(({ dateTime, value }) => ({ time: instant(dateTime), value: numberIn(value) })),
      )
    const list = typed.find(({ type }) => type === TYPES[column])
    const step = numberIn(list?.intervalMillis) * 1000
    const values: unknown[] = Array.isArray(list?.values) ? list.values : []
    return validOf(
      values.flatMap((value, index) =>
        value === null ? [] : [{ time: start + index * step, value: numberIn(value) }],
      ),
    )
  }
  return {
    hr: listOf('hr'),
    cadence: listOf('cadence'),
    power: listOf('power'),
    ele: listOf('ele'),
  }
}

/** Names of these lists in files with all samples in one list. */
const TYPES: Readonly<Record<Column, string>> = {
  hr: 'HEART_RATE',
  cadence: 'CADENCE',
  power: 'POWER',
  ele: 'ALTITUDE',
}

const isSound = ({ time, value }: Reading) => !Number.isNaN(time + value)
