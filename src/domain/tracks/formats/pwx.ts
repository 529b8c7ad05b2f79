import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { DeviceTotals, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { MICROSECONDS, parseTimeText } from './text/time-text'
import { readForgivingly, type XmlFormat } from './xml/xml'
import { children, countFurther, type XmlElement, type XmlText } from './xml/xml-element'

/**
 * Reads the first workout of a PWX file, TrainingPeaks' format (schema http://www.peaksware.com/PWX/1/0): samples by
 * seconds since its start, which is in UTC unless it says otherwise.
 * @throws TrackError pwxUnreadable, noSegments or tooManyPoints
 */
export const readPwx = (
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track => readForgivingly(bytes, pwxFormat(options), findings)

const pwxFormat = (options: SampleOptions): XmlFormat => ({
  namespaces: false,
  begin: (findings) => new PwxReader(options, findings),
  unreadable: 'pwxUnreadable',
})

class PwxReader {
  readonly document: XmlElement
  readonly #samples: Samples
  readonly #findings: ReadingWarnings
  readonly #point = emptyPoint()
  readonly #texts = new Map<string, string>()
  readonly #device: { -readonly [Key in keyof DeviceTotals]?: number } = {}
  #distance = Number.NaN
  #start = Number.NaN
  #workouts = 0

  constructor(options: SampleOptions, findings: ReadingWarnings) {
    this.#findings = findings
    this.#samples = new Samples(findings, options)
    const text = (key: string): XmlElement => ({
      text: (found: XmlText) => {
        const trimmed = found.toString().trim()
        if (trimmed !== '' && !this.#texts.has(key)) this.#texts.set(key, trimmed)
      },
    })
    const workout: XmlElement = {
      wanted: () => this.#workouts === 0,
      child: children({
        sportType: text('sport'),
        title: text('title'),
        cmt: text('comment'),
        device: { child: children({ make: text('make'), model: text('model') }) },
        time: {
          text: (found) => {
            this.#start = parseTimeText(found.toString().trim())
          },
        },
        summarydata: {
          child: children({ dist: this.#total('distance'), duration: this.#total('duration') }),
        },
        sample: this.#sampleElement(),
      }),
      close: () => {
        this.#workouts += 1
      },
    }
    this.document = {
      child: () => ({ child: children({ workout: countFurther(workout, findings) }) }),
    }
  }

  finish(): Track {
    if (Number.isNaN(this.#start)) throw new TrackError('pwxUnreadable')
    const make = [this.#texts.get('make'), this.#texts.get('model')].filter(Boolean).join(' ')
    const facts = {
      name: this.#texts.get('title') ?? null,
      description: this.#texts.get('comment') ?? null,
      source: make || null,
      calories: null,
      sport: this.#texts.get('sport') ?? null,
    }
    return this.#samples.finish(facts, this.#device)
  }

  #total(key: 'distance' | 'duration'): XmlElement {
    return {
      text: (text) => {
        const value = text.decimal()
        if (value !== undefined && value >= 0) this.#device[key] = value
      },
    }
  }

  #sampleElement(): XmlElement {
    const point = this.#point
    const unset = emptyPoint()
    const number = (text: XmlText) => {
      const value = text.decimal()
      if (value === undefined && !text.isBlank()) this.#findings.valuesIgnored += 1
      return value ?? Number.NaN
    }
    const into = (column: 'lat' | 'lon' | 'ele'): XmlElement => ({
      text: (text) => {
        point[column] = number(text)
      },
    })
    const sensor = (column: Sensor): XmlElement => ({
      text: (text) => {
        if (text.isBlank()) return
        point[column] = this.#findings.reading(text.decimal(), column)
      },
    })
    return {
      open: () => {
        Object.assign(point, unset)
        this.#distance = Number.NaN
      },
      child: children({
        timeoffset: {
          text: (text) => {
            point.time = this.#start + number(text) * MICROSECONDS
          },
        },
        lat: into('lat'),
        lon: into('lon'),
        alt: into('ele'),
        hr: sensor('hr'),
        cad: sensor('cadence'),
        pwr: sensor('power'),
        dist: {
          text: (text) => {
            this.#distance = number(text)
          },
        },
      }),
      close: () => this.#samples.add(point, this.#distance),
    }
  }
}
