import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import { emptyPoint } from '@/domain/tracks/formats/segment-collector'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import {
  children,
  onlyIf,
  type XmlAttributes,
  type XmlElement,
  type XmlText,
} from '@/domain/tracks/formats/xml/xml-element'
import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import { isDate, type Point } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'

/** Receives the points of `Track` elements. */
export interface KmlTrackSink {
  readonly start: () => void
  readonly add: (point: Point) => void
  readonly end: () => void
}

const SENSORS = ['hr', 'cadence', 'power'] as const
type Sensor = (typeof SENSORS)[number]

/** Sensors by the `name` of their value lists. */
const SENSOR_BY_LIST: Readonly<Record<string, Sensor>> = {
  heartrate: 'hr',
  cadence: 'cadence',
  power: 'power',
}

/** Number of values in a position: longitude, latitude and elevation. */
const COORDINATES = 3

interface KmlReading {
  /** Counts points that are skipped. */
  readonly report: ReadingWarnings
  readonly isForgiving: boolean
  /** Whether the current track is not used; its points are only counted. */
  readonly isIgnored?: () => boolean
}

/**
 * Reads `Track` elements. Times, positions and sensor values are separate lists in them; values with the same index
 * belong together. An empty position drops its point, as do positions beyond the last time; the report counts them. A
 * forgiving reader also drops points with an invalid time or position.
 * @throws TrackError kmlUnreadable for an invalid time or position, tooManyPoints
 */
export function kmlTrack(prefix: '' | 'gx:', sink: KmlTrackSink, reading: KmlReading): XmlElement {
  const lists = new KmlLists(reading)
  const { report, isIgnored = () => false } = reading
  const time = {
    text: (text: XmlText) => {
      if (isIgnored()) report.pointsLeftOut += 1
      else lists.addTime(text)
    },
  }
  const isUsed = () => !isIgnored()
  const position = { text: (text: XmlText) => lists.addPosition(text) }
  const value = { text: (text: XmlText) => lists.addValue(text) }
  const arrayData = {
    open: (attributes: XmlAttributes) => lists.startValues(attributes.text('name')),
    child: children({ 'gx:value': value, value }),
  }
  const schemaData = { child: children({ 'gx:SimpleArrayData': arrayData }) }
  return {
    open: () => {
      lists.clear()
      if (isUsed()) sink.start()
    },
    child: children({
      when: time,
      [`${prefix}coord`]: onlyIf(isUsed, position),
      ExtendedData: onlyIf(isUsed, { child: children({ SchemaData: schemaData }) }),
    }),
    close: () => {
      if (!isUsed()) return
      lists.eachPoint(sink.add)
      sink.end()
    },
  }
}

class KmlLists {
  readonly #report: ReadingWarnings
  /** The report of a forgiving reader. */
  readonly #findings: ReadingWarnings | undefined
  #times: number[] = []
  /** Longitude, latitude and elevation of each position; three times NaN for an empty one. */
  #positions: number[] = []
  #sensors: Record<Sensor, number[]> = { hr: [], cadence: [], power: [] }
  #values: number[] | undefined
  #sensor: Sensor | undefined
  readonly #position = new Float64Array(COORDINATES)

  constructor({ report, isForgiving }: KmlReading) {
    this.#report = report
    this.#findings = isForgiving ? report : undefined
  }

  clear(): void {
    this.#times = []
    this.#positions = []
    this.#sensors = { hr: [], cadence: [], power: [] }
  }

  addTime(text: XmlText): void {
    let time = text.time()
    if (Number.isNaN(time)) time = parseTimeText(text.toString().trim())
    if (Number.isNaN(time) && !text.isBlank() && !this.#findings)
      throw new TrackError('kmlUnreadable')
    append(this.#times, time)
  }

  addPosition(text: XmlText): void {
    const count = text.decimals(this.#position)
    const isPosition = count === COORDINATES || (this.#findings !== undefined && count === 2)
    if (!isPosition && count !== 0 && !this.#findings) throw new TrackError('kmlUnreadable')
    if (count === 2) this.#position[2] = Number.NaN
    if (this.#positions.length === MAX_POINTS * COORDINATES) throw new TrackError('tooManyPoints')
    for (const coordinate of this.#position)
      this.#positions.push(isPosition ? coordinate : Number.NaN)
  }

  startValues(name: string | undefined): void {
    const sensor = name === undefined ? undefined : SENSOR_BY_LIST[name]
    this.#sensor = sensor
    this.#values = sensor && this.#sensors[sensor]
  }

  addValue(text: XmlText): void {
    if (this.#values === undefined) return
    const findings = this.#findings
    const value =
      findings && this.#sensor && !text.isBlank()
        ? findings.reading(text.decimal(), this.#sensor)
        : text.truncated()
    if (value === undefined && !text.isBlank()) this.#report.valuesIgnored += 1
    append(this.#values, value ?? Number.NaN)
  }

  /** Whether a point is skipped because it lacks a position or, for a forgiving reader, a valid position or time. */
  #isSkipped({ time, lat, lon }: Point): boolean {
    if (Number.isNaN(lon)) return true
    return this.#findings !== undefined && !(isPlace(lat, lon) && isDate(time))
  }

  eachPoint(add: (point: Point) => void): void {
    const point = emptyPoint()
    const positions = this.#positions.length / COORDINATES
    const count = Math.min(positions, this.#times.length)
    this.#report.pointsLeftOut += Math.max(positions, this.#times.length) - count
    for (let index = 0; index < count; index++) {
      point.lon = this.#positions[index * COORDINATES] ?? Number.NaN
      point.lat = this.#positions[index * COORDINATES + 1] ?? Number.NaN
      point.ele = this.#positions[index * COORDINATES + 2] ?? Number.NaN
      point.time = this.#times[index] ?? Number.NaN
      if (this.#isSkipped(point)) {
        this.#report.pointsLeftOut += 1
        continue
      }
      if (!isDate(point.time)) this.#report.valuesIgnored += 1
      for (const sensor of SENSORS) point[sensor] = this.#sensors[sensor][index] ?? Number.NaN
      add(point)
    }
  }
}

function append(list: number[], value: number): void {
  if (list.length === MAX_POINTS) throw new TrackError('tooManyPoints')
  list.push(value)
}
