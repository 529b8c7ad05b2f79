import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Segment, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { MAX_POINTS } from './limits'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { MICROSECONDS, parseTimeText } from './text/time-text'
import { readForgivingly, type XmlFormat } from './xml/xml'
import { children, type XmlAttributes, type XmlElement, type XmlText } from './xml/xml-element'

/** Times are in hundredths of a second. */
const TICK = MICROSECONDS / 100
const MILLIMETRES_PER_METRE = 1000

/**
 * Reads a log of Sigma Data Center (`.slf`, revision 400): entries by the time that the rider trained, without pauses,
 * which markers of type `p` contain. The layout is the one that GPXSee, QMapShack and Runalyze read.
 * @throws TrackError sigmaUnreadable without a start, noSegments or tooManyPoints
 */
export const readSigma = (
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track => readForgivingly(bytes, sigmaFormat(options), findings)

const sigmaFormat = (options: SampleOptions): XmlFormat => ({
  namespaces: false,
  begin: (findings) => new SigmaReader(options, findings),
  unreadable: 'sigmaUnreadable',
})

/** A stop of the timer: when it ended in training time, and how long it lasted, in microseconds. */
interface Pause {
  readonly at: number
  readonly length: number
}

class SigmaReader {
  readonly document: XmlElement
  readonly #samples: Samples
  readonly #findings: ReadingWarnings
  readonly #texts = new Map<string, string>()
  readonly #numbers = new Map<string, number>()
  readonly #pauses: Pause[] = []

  constructor(options: SampleOptions, findings: ReadingWarnings) {
    this.#findings = findings
    this.#samples = new Samples(findings, options)
    const text = (key: string): XmlElement => ({
      text: (found: XmlText) => {
        this.#texts.set(key, found.toString().trim())
      },
    })
    const number = (key: string): XmlElement => ({
      text: (found: XmlText) => {
        const value = found.decimal() ?? Number.NaN
        if (value > 0) this.#numbers.set(key, value)
      },
    })
    const activity: XmlElement = {
      child: children({
        Computer: { open: (computer) => this.#texts.set('unit', computer.text('unit') ?? '') },
        GeneralInformation: {
          child: children({
            ...{ name: text('name'), description: text('description'), sport: text('sport') },
            ...{ startDate: text('start'), distance: number('distance') },
            ...{ trainingTime: number('moving'), calories: number('calories') },
          }),
        },
        Entries: { child: children({ Entry: { open: (entry) => this.#addEntry(entry) } }) },
        Markers: { child: children({ Marker: { open: (marker) => this.#addMarker(marker) } }) },
      }),
    }
    this.document = { child: () => activity }
  }

  finish(): Track {
    const start = parseStart(this.#texts.get('start') ?? '')
    if (Number.isNaN(start)) throw new TrackError('sigmaUnreadable')
    const device = this.#totals()
    const unit = this.#texts.get('unit')
    const facts = {
      name: this.#texts.get('name') || null,
      description: this.#texts.get('description') || null,
      source: unit ? `Sigma ${unit}` : 'Sigma',
      calories: this.#numbers.get('calories') ?? null,
      sport: this.#texts.get('sport') || null,
    }
    const track = this.#samples.finish(facts, device ?? {})
    addPauses(track.segments, start, this.#pauses)
    return device && !track.withoutGps ? { ...track, device } : track
  }

  /** The totals of the file; null when it has none. */
  #totals() {
    const ticks = this.#numbers.get('moving') ?? 0
    const paused = this.#pauses.reduce((sum, { length }) => sum + length, 0)
    const distance = this.#numbers.get('distance') ?? null
    if (ticks === 0) return distance === null ? null : { distance, ...NO_TIMES }
    const moving = (ticks * TICK) / MICROSECONDS
    return { distance, moving, duration: moving + paused / MICROSECONDS, maxSpeed: null }
  }

  #addEntry(entry: XmlAttributes): void {
    const number = (name: string) => entry.decimal(name) ?? Number.NaN
    const [lat, lon] = [number('latitude'), number('longitude')]
    // Computers without a position write 0.
    const hasPlace = lat !== 0 || lon !== 0
    const point = {
      ...emptyPoint(),
      time: number('trainingTimeAbsolute') * TICK,
      lat: hasPlace ? lat : Number.NaN,
      lon: hasPlace ? lon : Number.NaN,
      ele: number('altitude') / MILLIMETRES_PER_METRE,
      hr: this.#reading(entry, 'heartrate', 'hr'),
      cadence: this.#reading(entry, 'cadence', 'cadence'),
      power: this.#reading(entry, 'power', 'power'),
    }
    this.#samples.add(point, number('distanceAbsolute'))
  }

  /** Sensors that are not connected are written as 0. */
  #reading(entry: XmlAttributes, name: string, sensor: Sensor): number {
    const value = entry.decimal(name)
    if (value === undefined && !entry.text(name)) return Number.NaN
    return value === 0 && sensor === 'hr' ? Number.NaN : this.#findings.reading(value, sensor)
  }

  #addMarker(marker: XmlAttributes): void {
    if (marker.text('type') !== 'p' || this.#pauses.length === MAX_POINTS) return
    const [at, length] = [marker.decimal('timeAbsolute'), marker.decimal('duration')]
    if (at !== undefined && length !== undefined && at >= 0 && length > 0)
      this.#pauses.push({ at: at * TICK, length: length * TICK })
  }
}

const NO_TIMES = { moving: null, duration: null, maxSpeed: null }

/** Changes training times to times of the clock: adds the start, and all pauses before each point. */
function addPauses(segments: readonly Segment[], start: number, pauses: readonly Pause[]): void {
  const sorted = pauses.toSorted((one, other) => one.at - other.at)
  for (const { time } of segments) {
    let [next, paused] = [0, 0]
    for (let i = 0; i < time.length; i++) {
      const trained = time[i] ?? Number.NaN
      for (let pause = sorted[next]; pause && pause.at <= trained; pause = sorted[next]) {
        paused += pause.length
        next += 1
      }
      time[i] = start + trained + paused
    }
  }
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** Parses a date such as `Thu Aug 1 17:56:21 GMT+0200 2024`. Returns microseconds since the Unix epoch, or NaN. */
function parseStart(text: string): number {
  const [, month = '', day, time, zone = '', year] =
    /^\w{3} (\w{3}) +(\d{1,2}) ([\d:]{8}) GMT([+-]\d{4})? (\d{4})$/.exec(text) ?? []
  const number = MONTHS.indexOf(month) / 3 + 1
  return parseTimeText(`${year}-${number}-${day} ${time}${zone || 'Z'}`)
}
