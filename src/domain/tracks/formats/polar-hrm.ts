import { METRES_PER_FOOT } from '@/domain/reference/lengths'
import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { describeMalformed } from './malformed'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { parseDecimalText } from './text/number-text'
import { toPlainText } from './text/plain-text'
import { MICROSECONDS, parseTimeText } from './text/time-text'

/** Intervals of recordings that are not a number of seconds: one row per beat, or only at laps. */
const [PER_BEAT, AT_LAPS] = [238, 204]
const MILLISECONDS_PER_MINUTE = 60_000
const KM_PER_MILE = 1.609344
const SECONDS_PER_HOUR = 3600

/** What the columns of a file contain. */
interface Layout {
  readonly hasSpeed: boolean
  readonly hasCadence: boolean
  readonly hasAltitude: boolean
  readonly hasPower: boolean
  readonly isImperial: boolean
  /** Seconds between rows, or `PER_BEAT`. */
  readonly interval: number
}

/**
 * Reads a `.hrm` file of Polar's former programs: sections in brackets, with one row of `[HRData]` per interval (layout
 * of versions 1.02 to 1.07 as another reader interprets it). Times are local, and are read as UTC because the file has no
 * zone. Positions were exported separately.
 * @throws TrackError polarUnreadable without a date or rows, noSegments or tooManyPoints
 */
export function readPolarHrm(
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track {
  const reader = new HrmReader(findings, options)
  for (const line of linesOf(new TextDecoder('latin1').decode(toPlainText(bytes))))
    reader.read(line.trim())
  return reader.finish()
}

/** Yields lines one at a time, so that a large file does not become a list of strings. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end < 0 ? text.length : end)
    if (end < 0) return
    start = end + 1
  }
}

class HrmReader {
  readonly #findings: ReadingWarnings
  readonly #samples: Samples
  readonly #params = new Map<string, string>()
  #section = ''
  /** Number of the current line, from 1. */
  #line = 0
  #note = ''
  #layout: Layout | undefined
  #start = Number.NaN
  /** Seconds and metres since the start. */
  #elapsed = 0
  #distance = 0

  constructor(findings: ReadingWarnings, options: SampleOptions) {
    this.#findings = findings
    this.#samples = new Samples(findings, options)
  }

  read(line: string): void {
    this.#line += 1
    const section = /^\[(\w+)\]$/.exec(line)?.[1]
    if (section !== undefined) this.#section = section
    else if (line === '') return
    else if (this.#section === 'Params') this.#readParam(line)
    else if (this.#section === 'Note') this.#note ||= line
    else if (this.#section === 'HRData') this.#readRow(line)
  }

  finish(): Track {
    if (this.#layout === undefined)
      throw new TrackError('polarUnreadable', {
        remedy: describeMalformed('there are no rows in the section [HRData]'),
      })
    const facts = {
      name: null,
      description: this.#note || null,
      source: 'Polar',
      calories: null,
      sport: null,
    }
    const duration = secondsIn(this.#params.get('Length') ?? '')
    return this.#samples.finish(facts, duration > 0 ? { duration } : {})
  }

  #readParam(line: string): void {
    const at = line.indexOf('=')
    if (at > 0 && this.#params.size < MAX_PARAMS)
      this.#params.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }

  #readRow(line: string): void {
    const layout = this.#layout ?? this.#begin()
    const values = line
      .split(/\s+/, MAX_COLUMNS)
      .map((text) => parseDecimalText(text) ?? Number.NaN)
    const [first = Number.NaN] = values
    const isBeat = layout.interval === PER_BEAT
    if (isBeat && !(first > 0)) {
      this.#findings.valuesIgnored += 1
      return
    }
    if (isBeat) this.#elapsed += first / 1000
    const point = { ...emptyPoint(), time: this.#start + this.#elapsed * MICROSECONDS }
    point.hr = this.#reading(isBeat ? MILLISECONDS_PER_MINUTE / first : first, 'hr')
    if (!isBeat) this.#readColumns(point, values, layout)
    this.#samples.add(point, layout.hasSpeed && !isBeat ? this.#distance : Number.NaN)
    if (!isBeat) this.#elapsed += layout.interval
  }

  #readColumns(
    point: ReturnType<typeof emptyPoint>,
    values: readonly number[],
    layout: Layout,
  ): void {
    let column = 1
    const next = (isPresent: boolean) => {
      if (!isPresent) return Number.NaN
      column += 1
      return values[column - 1] ?? Number.NaN
    }
    // Tenths of km/h or mph.
    const speed = (next(layout.hasSpeed) / 10) * (layout.isImperial ? KM_PER_MILE : 1)
    if (speed > 0) this.#distance += ((speed * 1000) / SECONDS_PER_HOUR) * layout.interval
    point.cadence = this.#reading(next(layout.hasCadence), 'cadence')
    point.ele = next(layout.hasAltitude) * (layout.isImperial ? METRES_PER_FOOT : 1)
    point.power = this.#reading(next(layout.hasPower), 'power')
  }

  #reading(value: number, sensor: Sensor): number {
    return Number.isNaN(value) || value === 0 ? Number.NaN : this.#findings.reading(value, sensor)
  }

  /** Evaluates the parameters, which precede the rows. @throws TrackError polarUnreadable */
  #begin(): Layout {
    const date = /^(\d{4})(\d\d)(\d\d)$/.exec(this.#params.get('Date') ?? '')
    const time = this.#params.get('StartTime') ?? ''
    const interval = Number(this.#params.get('Interval'))
    this.#start = parseTimeText(`${date?.[1]}-${date?.[2]}-${date?.[3]} ${time}Z`)
    if (
      Number.isNaN(this.#start) ||
      !(interval > 0 && interval <= SECONDS_PER_HOUR) ||
      interval === AT_LAPS
    )
      throw new TrackError('polarUnreadable', {
        remedy: describeMalformed(
          'rows need Date (yyyymmdd), StartTime and Interval (seconds) in [Params] before them',
          this.#line,
        ),
      })
    this.#layout = { ...columnsOf(this.#params), interval }
    return this.#layout
  }
}

/** Which columns follow the heart rate: digits of `SMode` since version 1.06, and of `Mode` before. */
function columnsOf(params: ReadonlyMap<string, string>): Omit<Layout, 'interval'> {
  const mode = params.get('SMode')
  if (mode !== undefined) {
    const has = (digit: number) => mode[digit] === '1'
    return {
      hasSpeed: has(0),
      hasCadence: has(1),
      hasAltitude: has(2),
      hasPower: has(3),
      isImperial: has(7),
    }
  }
  const [sensor, hasData, unit] = params.get('Mode') ?? ''
  return {
    hasSpeed: hasData === '1',
    hasCadence: hasData === '1' && sensor === '0',
    hasAltitude: hasData === '1' && sensor === '1',
    hasPower: false,
    isImperial: unit === '1',
  }
}

/** Parses `h:mm:ss.s`. */
function secondsIn(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':', 3).map(Number)
  return hours * SECONDS_PER_HOUR + minutes * 60 + seconds || 0
}

/** No file has more parameters, or columns in a row. */
const [MAX_PARAMS, MAX_COLUMNS] = [100, 10]
