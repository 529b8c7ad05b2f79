import { CurrentPoint } from '@/domain/tracks/formats/current-point'
import { type PendingValues, toStreamName } from '@/domain/tracks/formats/extra-columns'
import { knownStream } from '@/domain/tracks/formats/fit/fit-streams'
import { streamElement, streamElements } from '@/domain/tracks/formats/gpx/gpx-extensions'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import { createWordMap } from '@/domain/tracks/formats/text/word-map'
import { children, type XmlElement, type XmlText } from '@/domain/tracks/formats/xml/xml-element'
import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Point } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'

/** Absolute value in metres above which an altitude means a missing value. */
const ALTITUDE_BOUND = 9999.99

/** The values of a `Trackpoint`. The object is reused for the next one. */
export interface TcxPoint {
  readonly point: Point
  /** Metres since the start of the recording; NaN when missing. */
  distance: number
}

/**
 * Reads `Trackpoint` elements and calls `add` at the end of each; lat and lon are NaN without `Position`.
 * @throws TrackError tcxUnreadable for an invalid number or time; with `findings` these count as missing
 */
export function tcxPoint(
  add: (point: TcxPoint) => void,
  { pending, findings }: { pending: PendingValues; findings?: ReadingWarnings | undefined },
): XmlElement {
  const read = findings ? forgivingParsers(findings) : PARSERS
  const distance = streamElement(pending, knownStream('distance'))
  const point = new CurrentPoint()
  const current: TcxPoint = { point, distance: Number.NaN }
  let runCadence = Number.NaN
  const into = (column: keyof Point, parse: (text: XmlText) => number) => ({
    text: (text: XmlText) => {
      point[column] = parse(text)
    },
  })
  return {
    open: () => {
      pending.clear()
      point.clear()
      current.distance = runCadence = Number.NaN
    },
    child: children({
      Time: into('time', read.time),
      Position: {
        child: children({
          LatitudeDegrees: into('lat', read.decimal),
          LongitudeDegrees: into('lon', read.decimal),
        }),
      },
      AltitudeMeters: into('ele', read.altitude),
      DistanceMeters: {
        text: (text) => {
          current.distance = read.decimal(text)
          distance.text?.(text)
        },
      },
      HeartRateBpm: { child: children({ Value: into('hr', read.hr) }) },
      Cadence: into('cadence', read.cadence),
      Extensions: powerExtensions({
        watts: into('power', read.power),
        runCadence: {
          text: (text) => {
            runCadence = read.cadence(text)
          },
        },
        others: streamElements(pending, (name) => STREAMS.get(name) ?? toStreamName(name, null)),
      }),
    }),
    close: () => {
      if (Number.isNaN(point.cadence)) point.cadence = runCadence
      add(current)
    },
  }
}

const STREAMS = createWordMap({
  Speed: knownStream('speed'),
  Temperature: knownStream('temperature'),
})

/** Elements ending in `TPX` with any prefix, and the values in them, also with any prefix. */
function powerExtensions(values: {
  watts: XmlElement
  runCadence: XmlElement
  others: (name: string) => XmlElement | undefined
}): XmlElement {
  const extension: XmlElement = {
    child: (name) => {
      const local = name.slice(name.indexOf(':') + 1)
      if (local === 'Watts') return values.watts
      if (local === 'RunCadence') return values.runCadence
      return local === 'Extensions' ? undefined : values.others(name)
    },
  }
  return { child: (name) => (name.endsWith('TPX') ? extension : undefined) }
}

/** NaN for an empty element. @throws TrackError tcxUnreadable */
const decimal = (text: XmlText): number => text.decimal() ?? missing(text)

const whole = (text: XmlText): number => text.truncated() ?? missing(text)

function altitude(text: XmlText): number {
  const value = decimal(text)
  return Math.abs(value) < ALTITUDE_BOUND ? value : Number.NaN
}

function requiredTime(text: XmlText): number {
  const value = text.time()
  return Number.isNaN(value) ? trimmedTime(text) : value
}

function trimmedTime(text: XmlText): number {
  const value = parseTimeText(text.toString().trim())
  return Number.isNaN(value) ? missing(text) : value
}

const PARSERS = {
  time: requiredTime,
  decimal,
  altitude,
  hr: whole,
  cadence: whole,
  power: whole,
}

/** Parsers that count invalid values as missing. */
function forgivingParsers(findings: ReadingWarnings): typeof PARSERS {
  const ignored = () => {
    findings.valuesIgnored += 1
    return Number.NaN
  }
  const orMissing = (parse: (text: XmlText) => number) => (text: XmlText) => {
    try {
      return parse(text)
    } catch (error) {
      if (error instanceof TrackError) return ignored()
      throw error
    }
  }
  const reading = (sensor: Sensor) => (text: XmlText) =>
    text.isBlank() ? Number.NaN : findings.reading(text.decimal(), sensor)
  return {
    time: orMissing(requiredTime),
    decimal: orMissing(decimal),
    altitude: orMissing(altitude),
    hr: reading('hr'),
    cadence: reading('cadence'),
    power: reading('power'),
  }
}

function missing(text: XmlText): number {
  if (!text.isBlank()) throw new TrackError('tcxUnreadable')
  return Number.NaN
}
