import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { parseDecimalText } from './text/number-text'
import { MICROSECONDS, parseTimeText } from './text/time-text'
import { readForgivingly } from './xml/xml'
import { children, countFurther, type XmlElement, type XmlText } from './xml/xml-element'

/** Lists of values of an exercise by type, with one value per interval of the recording. */
type Lists = Map<string, number[]>

/**
 * Reads the first exercise of an export of polarpersonaltrainer.com: sensor values without positions, which that
 * service exported in a separate file.
 * @throws TrackError polarUnreadable, noSegments or tooManyPoints
 */
export function readPolarXml(
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track {
  return readForgivingly(
    bytes,
    {
      namespaces: false,
      unreadable: 'polarUnreadable',
      begin: () => {
        const exercise = new PolarExercise(findings, options)
        return { document: exercise.document, finish: () => exercise.finish() }
      },
    },
    findings,
  )
}

class PolarExercise {
  readonly document: XmlElement
  readonly #findings: ReadingWarnings
  readonly #texts = new Map<string, string>()
  readonly #lists: Lists = new Map()
  #type = ''
  #exercises = 0

  readonly #options: SampleOptions

  constructor(findings: ReadingWarnings, options: SampleOptions) {
    this.#findings = findings
    this.#options = options
    const text = (key: string): XmlElement => ({
      text: (found: XmlText) => {
        this.#texts.set(key, found.toString().trim())
      },
    })
    const sample: XmlElement = {
      child: children({
        type: {
          text: (found) => {
            this.#type = found.toString().trim()
          },
        },
        values: {
          text: (found) => {
            const values = found.toString().split(',')
            this.#lists.set(
              this.#type,
              values.map((value) => parseDecimalText(value) ?? Number.NaN),
            )
          },
        },
      }),
    }
    const exercise: XmlElement = {
      wanted: () => this.#exercises === 0,
      child: children({
        time: text('time'),
        sport: text('sport'),
        name: text('name'),
        note: text('note'),
        result: {
          child: children({
            duration: text('duration'),
            distance: text('distance'),
            calories: text('calories'),
            'recording-rate': text('rate'),
            samples: { child: children({ sample }) },
          }),
        },
      }),
      close: () => {
        this.#exercises += 1
      },
    }
    const counted = countFurther(exercise, findings)
    const container: XmlElement = {
      child: (name) => (name === 'exercise' ? counted : container),
    }
    this.document = container
  }

  finish(): Track {
    const start = parseTimeText(this.#texts.get('time') ?? '')
    if (Number.isNaN(start)) throw new TrackError('polarUnreadable')
    const samples = new Samples(this.#findings, this.#options)
    const interval = this.#number('rate') || 1
    const count = Math.max(0, ...[...this.#lists.values()].map(({ length }) => length))
    for (let index = 0; index < count; index++)
      samples.add(this.#pointAt(index, start + index * interval * MICROSECONDS))
    const facts = {
      name: this.#texts.get('name') || null,
      description: this.#texts.get('note') || null,
      source: 'Polar',
      calories: this.#number('calories') || null,
      sport: this.#texts.get('sport') || null,
    }
    const device = { distance: this.#number('distance') || null, duration: this.#duration() }
    return samples.finish(facts, device)
  }

  #pointAt(index: number, time: number) {
    const reading = (sensor: Sensor, type: string) => {
      const value = this.#lists.get(type)?.[index]
      return value === undefined ? Number.NaN : this.#findings.reading(value, sensor)
    }
    return {
      ...emptyPoint(),
      time,
      ele: this.#lists.get('ALTITUDE')?.[index] ?? Number.NaN,
      hr: reading('hr', 'HEARTRATE'),
      cadence: reading('cadence', 'CADENCE'),
      power: reading('power', 'POWER'),
    }
  }

  #number(key: string): number {
    return parseDecimalText(this.#texts.get(key) ?? '') ?? 0
  }

  /** Parses `hh:mm:ss` to seconds. */
  #duration(): number {
    const [hours = 0, minutes = 0, seconds = 0] = (this.#texts.get('duration') ?? '')
      .split(':')
      .map(Number)
    return hours * 3600 + minutes * 60 + seconds || 0
  }
}
