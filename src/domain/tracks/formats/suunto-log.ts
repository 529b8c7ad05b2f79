import { ReadingWarnings, type Sensor } from '@/domain/tracks/reading-warnings'
import type { DeviceTotals, Point, Track } from '@/domain/tracks/track'
import { MIN_POSITIONS } from './partial-gps'
import { MIN_GPS_GAP, type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { MICROSECONDS, parseTimeText } from './text/time-text'

/** The values of a sample, by Suunto's names; NaN or empty if missing. */
export interface SuuntoSample {
  /** ISO 8601; empty when only the seconds are known. */
  utc: string
  /** Seconds since the start. */
  seconds: number
  /** Radians. */
  latitude: number
  longitude: number
  /** Metres. */
  altitude: number
  gpsAltitude: number
  distance: number
  /** Beats and revolutions, per second or per minute. */
  hr: number
  cadence: number
  /** Watts. */
  power: number
  isPause: boolean
}

export const emptySample = (): SuuntoSample => ({
  utc: '',
  seconds: Number.NaN,
  latitude: Number.NaN,
  longitude: Number.NaN,
  altitude: Number.NaN,
  gpsAltitude: Number.NaN,
  distance: Number.NaN,
  hr: Number.NaN,
  cadence: Number.NaN,
  power: Number.NaN,
  isPause: false,
})

/** The values of the whole recording. */
export interface SuuntoHeader {
  dateTime?: string
  activity?: string
  device?: string
  duration?: number
  distance?: number
  /** Joules. */
  energy?: number
}

const DEGREES_PER_RADIAN = 180 / Math.PI
const JOULES_PER_KILOCALORIE = 4184
/** Values up to this are per second: no heart or leg is faster per second or slower per minute. */
const FASTEST_IN_A_SECOND = 10
/**
 * Maximum microseconds for which a value applies to later positions, because values and positions have different times.
 */
const MAX_CARRIED_LENGTH = 15 * MICROSECONDS

const CARRIED = ['ele', 'hr', 'cadence', 'power'] as const

/** Builds a track from the samples of a Suunto log: positions with the latest values of the sensors. */
export class SuuntoLog {
  readonly header: SuuntoHeader = {}
  readonly #findings: ReadingWarnings
  readonly #keepsAll: boolean
  readonly #placed: Samples
  /** Used only if there is no position, so its skipped samples are not counted. */
  readonly #all: Samples
  readonly #carried = { point: emptyPoint(), since: emptyPoint() }
  #start = Number.NaN

  #positions = 0
  /** A sample without a position that is not stored yet. */
  #held: { readonly point: Point; readonly distance: number } | undefined
  /** Number of samples between positions. */
  #betweenPositions = 0
  /** Time of the last stored sample. */
  #latest = Number.NaN

  constructor(findings: ReadingWarnings, options: SampleOptions) {
    this.#findings = findings
    this.#keepsAll = options.measurements === 'device'
    this.#placed = new Samples(findings, options)
    this.#all = new Samples(new ReadingWarnings(), options)
  }

  add(sample: SuuntoSample): void {
    if (sample.isPause) {
      this.#addHeld()
      this.#placed.endSegment()
      this.#all.endSegment()
    }
    const point = this.#pointOf(sample)
    const hasPlace = !Number.isNaN(point.lat + point.lon)
    const hasValue = CARRIED.some((name) => !Number.isNaN(point[name]))
    if (Number.isNaN(point.time)) {
      if (hasValue || hasPlace) this.#findings.pointsLeftOut += 1
      return
    }
    this.#carry(point)
    if (hasPlace) this.#addPlaced(point, sample.distance)
    else if (hasValue || !Number.isNaN(sample.distance)) this.#addUnplaced(point, sample.distance)
  }

  get #hasGps(): boolean {
    return this.#positions >= (this.#keepsAll ? MIN_POSITIONS : 1)
  }

  /** Holds the sample until it is known whether a position follows soon, which then has its values. */
  #addUnplaced(point: Point, distance: number): void {
    if (!this.#hasGps) this.#all.add(point, distance)
    this.#addHeld()
    if (!(Math.abs(point.time - this.#latest) < MIN_GPS_GAP)) this.#held = { point, distance }
  }

  #addPlaced(point: Point, distance: number): void {
    const held = this.#held?.point.time ?? Number.NaN
    if (Math.abs(point.time - held) < MIN_GPS_GAP) this.#held = undefined
    this.#addHeld()
    this.#positions += 1
    this.#latest = point.time
    this.#placed.add(point, distance)
  }

  #addHeld(): void {
    if (this.#held === undefined) return
    const { point, distance } = this.#held
    this.#held = undefined
    this.#latest = point.time
    if (this.#keepsAll) this.#placed.add(point, distance)
    else this.#betweenPositions += 1
  }

  /** @throws TrackError noSegments */
  finish(): Track {
    const { activity, device, duration, distance, energy } = this.header
    const facts = {
      name: null,
      description: null,
      source: device ?? 'Suunto',
      calories: energy && energy > 0 ? energy / JOULES_PER_KILOCALORIE : null,
      sport: activity ?? null,
    }
    const totals: Partial<DeviceTotals> = {
      ...(duration !== undefined && { duration }),
      ...(distance !== undefined && { distance }),
    }
    this.#addHeld()
    if (this.#hasGps) this.#findings.pointsLeftOut += this.#betweenPositions
    const samples = this.#hasGps ? this.#placed : this.#all
    return samples.finish(facts, totals)
  }

  #pointOf(sample: SuuntoSample): Point {
    const { altitude, gpsAltitude } = sample
    return {
      time: this.#timeOf(sample),
      lat: sample.latitude * DEGREES_PER_RADIAN,
      lon: sample.longitude * DEGREES_PER_RADIAN,
      ele: Number.isNaN(altitude) ? gpsAltitude : altitude,
      hr: this.#reading('hr', perMinute(sample.hr)),
      cadence: this.#reading('cadence', perMinute(sample.cadence)),
      power: this.#reading('power', sample.power),
    }
  }

  #reading(sensor: Sensor, value: number): number {
    return Number.isNaN(value) ? value : this.#findings.reading(value, sensor)
  }

  #timeOf({ utc, seconds }: SuuntoSample): number {
    const time = parseTimeText(utc)
    if (Number.isNaN(this.#start)) {
      const { dateTime = '' } = this.header
      this.#start = dateTime === '' ? time : parseTimeText(dateTime)
    }
    return Number.isNaN(time) ? this.#start + seconds * MICROSECONDS : time
  }

  /** Stores the values of a sample, and fills in those missing from it that are recent. */
  #carry(point: Point): void {
    const { point: latest, since } = this.#carried
    for (const name of CARRIED) {
      if (!Number.isNaN(point[name])) {
        latest[name] = point[name]
        since[name] = point.time
      } else if (point.time - since[name] <= MAX_CARRIED_LENGTH) point[name] = latest[name]
    }
  }
}

const perMinute = (value: number) => (value <= FASTEST_IN_A_SECOND ? value * 60 : value)
