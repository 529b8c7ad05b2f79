import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { describeMalformed } from './malformed'
import { emptyPoint, SegmentCollector } from './segment-collector'
import { toPlainText } from './text/plain-text'
import { MICROSECONDS, secondsSinceEpoch } from './text/time-text'

/** Fix: time, latitude and longitude in minutes and thousandths, validity, pressure and GNSS altitude in metres. */
const FIX =
  /^B(\d\d)(\d\d)(\d\d)(\d\d)(\d{5})([NS])(\d{3})(\d{5})([EW])([AV])(-\d{4}|\d{5})(-\d{4}|\d{5})/
const DATE = /^H[FOPS]DTE(?:DATE:?)?\s*(\d\d)(\d\d)(\d\d)/
const RECORDER = /^H[FOPS]FTY[^:]*:\s*(.+)/
const SITE = /^H[FOPS]SIT[^:]*:\s*(.+)/

const THOUSANDTHS_PER_DEGREE = 60_000
const SECONDS_PER_DAY = 86_400
/** Years are written with two digits; GPS began in 1980. */
const FIRST_YEAR = 80

/**
 * Reads the flight of an IGC file (FAI technical specification, appendix A) as one segment, all times in UTC. Uses the
 * altitude of the satellites, or the pressure altitude if that is missing. Fixes without a valid position are skipped.
 * @throws TrackError igcUnreadable without date or fixes, tooManyPoints
 */
export function readIgc(bytes: Uint8Array, findings: ReadingWarnings): Track {
  const reader = new IgcReader(findings)
  for (const line of new TextDecoder().decode(toPlainText(bytes)).split('\n'))
    reader.read(line.trimEnd())
  return reader.finish()
}

class IgcReader {
  readonly #findings: ReadingWarnings
  readonly #collector = new SegmentCollector()
  readonly #point = emptyPoint()
  #midnight = Number.NaN
  /** Numbers of the current line and of the first fix, from 1. */
  #line = 0
  #firstFix: number | undefined
  #lastSecond = 0
  #source: string | null = null
  #site: string | null = null

  constructor(findings: ReadingWarnings) {
    this.#findings = findings
  }

  read(line: string): void {
    this.#line += 1
    if (line.startsWith('B')) {
      this.#firstFix ??= this.#line
      this.#readFix(line)
    } else if (line.startsWith('H')) this.#readHeader(line)
  }

  finish(): Track {
    this.#collector.endSegment()
    if (this.#collector.total === 0) {
      const reason = Number.isNaN(this.#midnight)
        ? 'the date (HFDTE) before the first fix (B) is missing'
        : 'no fix (B) has a time and a valid position'
      throw new TrackError('igcUnreadable', { remedy: describeMalformed(reason, this.#firstFix) })
    }
    return {
      name: this.#site,
      description: null,
      source: this.#source,
      calories: null,
      segments: this.#collector.segments,
      sport: 'igc',
      warnings: [],
    }
  }

  #readHeader(line: string): void {
    const [, day, month, year] = DATE.exec(line) ?? []
    if (day !== undefined && this.#collector.total === 0) {
      const century = Number(year) >= FIRST_YEAR ? 1900 : 2000
      this.#midnight = secondsSinceEpoch(century + Number(year), Number(month), Number(day))
    }
    this.#source ??= RECORDER.exec(line)?.[1]?.replaceAll(',', ' ').trim() || null
    this.#site ??= SITE.exec(line)?.[1]?.trim() || null
  }

  #readFix(line: string): void {
    const match = FIX.exec(line)
    const time = match === null ? Number.NaN : this.#timeOf(match)
    if (match === null || Number.isNaN(time)) {
      this.#findings.pointsLeftOut += 1
      return
    }
    const [, , , , latDegrees, latMinutes, north, lonDegrees, lonMinutes, east, validity] = match
    const [, , , , , , , , , , , pressure, satellites] = match
    const point = this.#point
    point.time = time
    point.lat = degrees(latDegrees, latMinutes) * (north === 'S' ? -1 : 1)
    point.lon = degrees(lonDegrees, lonMinutes) * (east === 'W' ? -1 : 1)
    const fix = validity === 'A' ? Number(satellites) : 0
    point.ele = fix !== 0 ? fix : Number(pressure) || Number.NaN
    const isNowhere = point.lat === 0 && point.lon === 0
    if (isNowhere || !isPlace(point.lat, point.lon)) this.#findings.pointsLeftOut += 1
    else this.#collector.add(point)
  }

  /** Converts a time of day to microseconds since the Unix epoch. A flight may continue past midnight. */
  #timeOf([, hours, minutes, seconds]: RegExpExecArray): number {
    const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (second < this.#lastSecond - SECONDS_PER_DAY / 2) this.#midnight += SECONDS_PER_DAY
    this.#lastSecond = second
    return (this.#midnight + second) * MICROSECONDS
  }
}

const degrees = (whole: string | undefined, thousandths: string | undefined): number =>
  Number(whole) + Number(thousandths) / THOUSANDTHS_PER_DEGREE
