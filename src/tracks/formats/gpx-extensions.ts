import type { Findings } from '@/tracks/findings'
import type { Point, StreamName } from '@/tracks/track'
import { ownName, type PendingValues } from './extra-columns'
import { knownStream } from './fit-streams'
import { wordsOf } from './words'
import type { XmlElement, XmlText } from './xml-element'

type Sensor = 'hr' | 'cadence' | 'power'

/**
 * Where sensor values of the current point go, and what to do with a text that is no number: with `findings` it is
 * missing, and so is a number out of range, while a fraction is rounded.
 */
export interface SensorTarget {
  readonly point: Point
  readonly fail: () => void
  readonly findings: Findings | undefined
  /** Gets all numbers besides. */
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
  const streams = streamElements(target.pending, (name) => STREAMS.get(name) ?? ownName(name, null))
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

/** What holds values instead of being one. */
const WRAPPER = /Extensions?$/

/** Numbers whose names everybody gives the same meaning, by their names without namespace. */
const STREAMS = wordsOf({
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
const MOST_KINDS = 64

/** Gives elements, by their names, whose texts are kept where they are numbers. */
export function streamElements(
  pending: PendingValues,
  nameOf: (local: string) => StreamName,
): (name: string) => XmlElement | undefined {
  const elements = new Map<string, XmlElement>()
  return (name) => {
    const known = elements.get(name)
    if (known || elements.size === MOST_KINDS) return known
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

/** Heart rate and cadence count only in a namespace of their own, power everywhere. */
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
