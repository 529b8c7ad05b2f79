import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { type JsonObject, numberIn, objectIn, objectsIn, parseJsonObject, textIn } from './json'
import type { SampleOptions } from './samples'
import { emptySample, SuuntoLog, type SuuntoSample } from './suunto-log'
import { toPlainText } from './text/plain-text'
import { readForgivingly } from './xml/xml'
import { children, type XmlElement, type XmlText } from './xml/xml-element'

/**
 * Reads a log of a Suunto watch: the XML that Moveslink2 wrote (SML, with or without an element around all), or the JSON
 * of the Suunto app's export.
 * @throws TrackError suuntoUnreadable, noSegments or tooManyPoints
 */
export function readSuunto(
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track {
  const plain = toPlainText(bytes)
  return plain[0] === JSON_START
    ? readJson(plain, options, findings)
    : readXmlLog(plain, options, findings)
}

const JSON_START = 123

type Value = Exclude<keyof SuuntoSample, 'utc' | 'isPause'>

const VALUES: Readonly<Record<string, Value>> = {
  Time: 'seconds',
  Latitude: 'latitude',
  Longitude: 'longitude',
  Altitude: 'altitude',
  GPSAltitude: 'gpsAltitude',
  Distance: 'distance',
  HR: 'hr',
  Cadence: 'cadence',
  Power: 'power',
  BikePower: 'power',
}

function readJson(bytes: Uint8Array, options: SampleOptions, findings: ReadingWarnings) {
  const root = parseJsonObject(bytes, 'suuntoUnreadable', findings)
  const log = new SuuntoLog(findings, options)
  const device = objectIn(root.DeviceLog) ?? objectIn(root.Data) ?? root
  const header = objectIn(device.Header) ?? {}
  Object.assign(log.header, {
    ...(textIn(header.DateTime) && { dateTime: textIn(header.DateTime) }),
    ...headerNumbers(header),
    ...(header.ActivityType !== undefined && { activity: `suunto ${header.ActivityType}` }),
  })
  const name = textIn(objectIn(device.Device)?.Name)
  if (name) log.header.device = name
  for (const each of objectsIn(device.Samples)) addSample(log, each)
  return log.finish()
}

const headerNumbers = (header: JsonObject) => ({
  ...known('duration', header.Duration),
  ...known('distance', header.Distance),
  ...known('energy', header.Energy),
})

function known(key: string, value: unknown): Record<string, number> {
  const number = numberIn(value)
  return number >= 0 ? { [key]: number } : {}
}

function addSample(log: SuuntoLog, written: JsonObject): void {
  const attributes = objectIn(objectIn(written.Attributes)?.['suunto/sml'])
  const values = attributes ? objectIn(attributes.Sample) : written
  if (values === undefined) return
  const sample = emptySample()
  sample.utc = textIn(values.UTC) ?? textIn(written.TimeISO8601) ?? ''
  for (const [name, key] of Object.entries(VALUES))
    if (values[name] !== undefined && values[name] !== null) sample[key] = numberIn(values[name])
  const events = Array.isArray(values.Events) ? values.Events : [values.Events]
  sample.isPause = objectsIn(events).some(({ Pause }) => objectIn(Pause)?.State === true)
  log.add(sample)
}

/** An enclosing element that makes one document of two consecutive elements. */
const AROUND = Buffer.from('<suunto>')

function readXmlLog(bytes: Uint8Array, options: SampleOptions, findings: ReadingWarnings): Track {
  let isWhole = false
  const track = readForgivingly(
    Buffer.concat([AROUND, bytes]),
    {
      namespaces: false,
      unreadable: 'suuntoUnreadable',
      begin: () => {
        const log = new SuuntoLog(findings, options)
        const document = logElement(log, () => {
          isWhole = true
        })
        return { document, finish: () => log.finish() }
      },
    },
    findings,
  )
  // The enclosing element has no end tag, so the samples show whether the file is complete.
  findings.isPart = !isWhole
  return track
}

function logElement(log: SuuntoLog, ended: () => void): XmlElement {
  const number = (key: 'duration' | 'distance' | 'energy'): XmlElement => ({
    text: (text) => {
      log.header[key] = text.decimal() ?? Number.NaN
    },
  })
  const word = (key: 'dateTime' | 'activity' | 'device'): XmlElement => ({
    text: (text) => {
      log.header[key] = text.toString().trim()
    },
  })
  const header: XmlElement = {
    child: children({
      DateTime: word('dateTime'),
      Activity: word('activity'),
      Duration: number('duration'),
      Distance: number('distance'),
      Energy: number('energy'),
    }),
  }
  const known: Record<string, XmlElement> = {
    Header: header,
    header,
    Device: { child: children({ Name: word('device') }) },
    Samples: { child: children({ Sample: sampleElement(log) }), close: ended },
  }
  const container: XmlElement = {
    child: (name) => (Object.hasOwn(known, name) ? known[name] : container),
  }
  return container
}

function sampleElement(log: SuuntoLog): XmlElement {
  let sample = emptySample()
  const values = Object.entries(VALUES).map(([name, key]): [string, XmlElement] => [
    name,
    {
      text: (text: XmlText) => {
        sample[key] = text.decimal() ?? Number.NaN
      },
    },
  ])
  const utc: XmlElement = {
    text: (text) => {
      sample.utc = text.toString().trim()
    },
  }
  const state: XmlElement = {
    text: (text) => {
      sample.isPause = text.toString().trim().toLowerCase() === 'true'
    },
  }
  const pause = { child: children({ State: state }) }
  return {
    open: () => {
      sample = emptySample()
    },
    child: children({
      ...Object.fromEntries(values),
      UTC: utc,
      Events: { child: children({ Pause: pause }) },
    }),
    close: () => log.add(sample),
  }
}
