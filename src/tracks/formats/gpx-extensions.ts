import type { Findings } from '@/tracks/findings'
import type { Point } from '@/tracks/track'
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
  const sensorOf = (name: string) => {
    const sensor = sensorNamed(name)
    return sensor && sensors[sensor]
  }
  const wrapper: XmlElement = { child: sensorOf }
  return {
    child: (name) => (name.includes('TrackPointExtension') ? wrapper : sensorOf(name)),
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
