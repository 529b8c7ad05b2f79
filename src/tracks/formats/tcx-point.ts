import type { Findings, Sensor } from '@/tracks/findings'
import type { Point } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { CurrentPoint } from './current-point'
import { ownName, type PendingValues } from './extra-columns'
import { knownStream } from './fit-streams'
import { streamElement, streamElements } from './gpx-extensions'
import { parseTimeText } from './time-text'
import { wordsOf } from './words'
import { children, type XmlElement, type XmlText } from './xml-element'

/** Altitudes are known between these bounds, in metres; others stand for "none". */
const ALTITUDE_BOUND = 9999.99

/** One `Trackpoint` as it was written. The object is used again for the next one. */
export interface TcxPoint {
  readonly point: Point
  /** Metres since the start of the recording; NaN when not written. */
  distance: number
}

/**
 * Reads `Trackpoint` elements and hands on each at its end; lat and lon are NaN without `Position`.
 * @throws TrackError tcxUnreadable for a value that is no number, or no time; with `findings` these are missing
 */
export function tcxPoint(
  add: (point: TcxPoint) => void,
  { pending, findings }: { pending: PendingValues; findings?: Findings | undefined },
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
        others: streamElements(pending, (name) => STREAMS.get(name) ?? ownName(name, null)),
      }),
    }),
    close: () => {
      if (Number.isNaN(point.cadence)) point.cadence = runCadence
      add(current)
    },
  }
}

const STREAMS = wordsOf({
  Speed: knownStream('speed'),
  Temperature: knownStream('temperature'),
})

/** Elements ending in `TPX` under any prefix, and the values in them, likewise. */
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

/** The same, but for what is no value. */
function forgivingParsers(findings: Findings): typeof PARSERS {
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
