import { type PendingValues, toStreamName } from '@/domain/tracks/formats/extra-columns'
import { knownStream } from '@/domain/tracks/formats/fit/fit-streams'
import { createWordMap } from '@/domain/tracks/formats/text/word-map'
import type { XmlElement, XmlText } from '@/domain/tracks/formats/xml/xml-element'
import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Point, StreamName } from '@/domain/tracks/track'

type Sensor = 'hr' | 'cadence' | 'power'

/**
 * Where sensor values of the current point are stored, and how to treat invalid ones: with `findings`, values that are
 * not numbers or out of range count as missing, and fractions are rounded.
 */
export interface SensorTarget {
  readonly point: Point
  readonly fail: () => void
  readonly findings: ReadingWarnings | undefined
  /** Receives all other numbers. */
  readonly pending: PendingValues
}

/**
 * Reads `extensions` of a track point: the children of every wrapper with `TrackPointExtension` in its name
 * or namespace, and every other child itself. Names must be resolved.
 */
export function pointExtensions(target: SensorTarget): XmlElement {
  const sensors: Record<Sensor, XmlElement> = {
    hr: sensorElement(target, 'hr', (text) => text.integer()),
    cadence: sensorElement(target, 'cadence', (text) => text.truncated()),
    power: sensorElement(target, 'power', (text) => text.integer()),
  }
  const streams = streamElements(
    target.pending,
    (name) => STREAMS.get(name) ?? toStreamName(name, null),
  )
  const leafOf = (name: string) => {
    const sensor = sensorNamed(name)
    return sensor ? sensors[sensor] : streams(name)
  }
  const wrapper: XmlElement = { child: leafOf }
  const other: XmlElement = { child: streams }
  return {
    child: (name) => {
      if (name.includes('TrackPointExtension')) return wrapper
      return WRAPPER.test(name) ? other : leafOf(name)
    },
  }
}

/** Matches the names of elements that contain values. */
const WRAPPER = /Extensions?$/

/** Names without namespace of numbers that have the same meaning in all programs. */
const STREAMS = createWordMap({
  atemp: knownStream('temperature'),
  temp: knownStream('temperature'),
  wtemp: knownStream('water_temperature'),
  depth: knownStream('depth'),
  distance: knownStream('distance'),
  speed: knownStream('speed'),
  verticalSpeed: knownStream('vertical_speed'),
  course: knownStream('course'),
  accuracy_horizontal: knownStream('gps_accuracy'),
})

/** More kinds of elements than any device writes. */
const MAX_KINDS = 64

/** Returns readers for elements by name. Texts that are numbers are stored. */
export function streamElements(
  pending: PendingValues,
  nameOf: (local: string) => StreamName,
): (name: string) => XmlElement | undefined {
  const elements = new Map<string, XmlElement>()
  return (name) => {
    const known = elements.get(name)
    if (known || elements.size === MAX_KINDS) return known
    const element = streamElement(pending, nameOf(name.slice(name.search(/[^}:]*$/))))
    elements.set(name, element)
    return element
  }
}

/** An element whose text is a value of a stream. */
export function streamElement(pending: PendingValues, stream: StreamName): XmlElement {
  let id: number | undefined
  return {
    text: (text) => {
      const value = text.decimal()
      if (value === undefined || !Number.isFinite(value)) return
      id ??= pending.names.idOf(stream)
      pending.add(id, value)
    },
  }
}

/** Reads the first non-empty `Calories` of any namespace two levels below the `extensions` of a track. */
export function trackExtensions(found: (calories: number | null) => void): XmlElement {
  let done = false
  const calories: XmlElement = {
    text: (text) => {
      if (done || text.isEmpty()) return
      done = true
      found(text.truncated() ?? null)
    },
  }
  const wrapper: XmlElement = {
    child: (name) => (name.endsWith('}Calories') ? calories : undefined),
  }
  return { child: () => wrapper }
}

/** Heart rate and cadence count only in a namespace, power always. */
function sensorNamed(name: string): Sensor | undefined {
  if (name.endsWith('}hr')) return 'hr'
  if (name.endsWith('}cad')) return 'cadence'
  return name === 'power' || name.endsWith('}power') ? 'power' : undefined
}

function sensorElement(
  { point, fail, findings }: SensorTarget,
  sensor: Sensor,
  parse: (text: XmlText) => number | undefined,
): XmlElement {
  return {
    text: (text) => {
      if (text.isEmpty()) return
      if (findings) {
        point[sensor] = findings.reading(text.decimal(), sensor)
        return
      }
      const value = parse(text)
      if (value === undefined) fail()
      else point[sensor] = value
    },
  }
}
