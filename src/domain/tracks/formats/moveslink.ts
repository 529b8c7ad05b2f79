import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { joinLegs, MAX_LEGS, withFurther } from './legs'
import { MAX_POINTS } from './limits'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { parseDecimalText } from './text/number-text'
import { MICROSECONDS, parseTimeText } from './text/time-text'
import { readForgivingly, type XmlFormat } from './xml/xml'
import { children, type XmlElement, type XmlText } from './xml/xml-element'

/** Seconds between the samples of a move. */
const INTERVAL = 10

/** Options for reading a file of Moveslink. */
export interface MoveslinkOptions extends SampleOptions {
  /** Whether the moves of a file are read as separate tracks. */
  readonly separatesLegs?: boolean
}

/**
 * Reads the XML that Suunto's Moveslink wrote for watches without GPS, such as the Quest: moves with lists of values,
 * one per ten seconds, separated by blanks. The first value of a list may be missing. Times are local, and are read as
 * UTC because the file has no zone. The layout is the one that the open-source program StravaLapAndSplit reads.
 * @throws TrackError suuntoUnreadable without a move with a start, noSegments or tooManyPoints
 */
export const readMoveslink = (
  bytes: Uint8Array,
  options: MoveslinkOptions,
  findings: ReadingWarnings,
): Track => readForgivingly(bytes, moveslinkFormat(options), findings)

const moveslinkFormat = (options: MoveslinkOptions): XmlFormat => ({
  namespaces: false,
  begin: (findings) => new MoveslinkReader(options, findings),
  unreadable: 'suuntoUnreadable',
})

/** The numbers of activities that are known, in the terms of other exports. */
const SPORTS: Readonly<Record<string, string>> = {
  5: 'Mountain Biking',
  75: 'Orienteering',
  82: 'Trail Running',
}

class MoveslinkReader {
  readonly document: XmlElement
  readonly #options: MoveslinkOptions
  readonly #findings: ReadingWarnings
  readonly #tracks: Track[] = []
  #device: string | null = null
  #texts = new Map<string, string>()
  #lists = new Map<string, readonly number[]>()
  #moves = 0

  constructor(options: MoveslinkOptions, findings: ReadingWarnings) {
    this.#options = options
    this.#findings = findings
    const text = (key: string): XmlElement => ({
      text: (found: XmlText) => {
        this.#texts.set(key, found.toString().trim())
      },
    })
    const list = (key: string): XmlElement => ({
      text: (found: XmlText) => {
        this.#lists.set(key, parseList(found.toString()))
      },
    })
    const fullName: XmlElement = {
      text: (found) => {
        this.#device = found.toString().trim() || null
      },
    }
    const header = children({
      ...{ Time: text('time'), Duration: text('duration'), Distance: text('distance') },
      ...{ Calories: text('calories'), Activity: text('activity') },
    })
    const samples = children({
      ...{ HR: list('hr'), Cadence: list('cadence'), Distance: list('distance') },
    })
    const move: XmlElement = {
      open: () => {
        this.#texts = new Map()
        this.#lists = new Map()
      },
      child: children({ Header: { child: header }, Samples: { child: samples } }),
      close: () => this.#endMove(),
    }
    this.document = {
      child: () => ({
        child: children({
          Device: { child: children({ FullName: fullName }) },
          Moves: { child: children({ Move: move }) },
        }),
      }),
    }
  }

  finish(): Track {
    const tracks = this.#tracks
    if (tracks.length === 0) throw new TrackError('suuntoUnreadable')
    const isSeparate = this.#options.separatesLegs === true && tracks.length > 1
    const joined = isSeparate ? joinLegs(tracks) : withFurther(tracks.slice(0, 1), 0)
    if (!joined) throw new TrackError('noSegments')
    this.#findings.tracksLeftOut += isSeparate
      ? this.#moves - tracks.length
      : Math.max(0, this.#moves - 1)
    return joined
  }

  #endMove(): void {
    this.#moves += 1
    const start = parseTimeText(this.#texts.get('time') ?? '')
    const limit = this.#options.separatesLegs ? MAX_LEGS : 1
    const count = Math.max(0, ...[...this.#lists.values()].map(({ length }) => length))
    if (Number.isNaN(start) || count === 0 || this.#tracks.length === limit) return
    const samples = new Samples(this.#findings, this.#options)
    let distance = 0
    for (let index = 0; index < count; index++) {
      distance += this.#lists.get('distance')?.[index] || 0
      samples.add(this.#pointAt(index, start), this.#lists.has('distance') ? distance : Number.NaN)
    }
    const facts = {
      ...{ name: null, description: null, source: this.#device },
      calories: this.#number('calories'),
      sport: SPORTS[this.#texts.get('activity') ?? ''] ?? null,
    }
    const duration = secondsIn(this.#texts.get('duration') ?? '')
    this.#tracks.push(samples.finish(facts, { distance: this.#number('distance'), duration }))
  }

  #pointAt(index: number, start: number) {
    return {
      ...emptyPoint(),
      time: start + index * INTERVAL * MICROSECONDS,
      hr: this.#reading('hr', index),
      cadence: this.#reading('cadence', index),
    }
  }

  #reading(sensor: Sensor, index: number): number {
    const value = this.#lists.get(sensor)?.[index] ?? Number.NaN
    return Number.isNaN(value) ? value : this.#findings.reading(value, sensor)
  }

  #number(key: string): number | null {
    return parseDecimalText(this.#texts.get(key) ?? '') || null
  }
}

/** The values of a list, with NaN for missing ones. */
function parseList(text: string): number[] {
  const values = text.replace(/[\r\n\t]+/g, '').trimEnd()
  if (values === '') return []
  return values.split(' ', MAX_POINTS).map((value) => parseDecimalText(value) ?? Number.NaN)
}

/** Parses `h:mm:ss.s`; null for other texts. */
function secondsIn(text: string): number | null {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':', 3).map(Number)
  return hours * 3600 + minutes * 60 + seconds || null
}
