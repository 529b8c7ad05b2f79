import { deviceLaps, dropUnknown, parseIntensity, parseTrigger } from '@/domain/tracks/formats/laps'
import { MAX_LAPS } from '@/domain/tracks/formats/limits'
import { parseDecimalText } from '@/domain/tracks/formats/text/number-text'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import { createWordMap } from '@/domain/tracks/formats/text/word-map'
import type { XmlElement } from '@/domain/tracks/formats/xml/xml-element'
import type { DeviceLaps, Lap } from '@/domain/tracks/track'

/** Values of `summary` elements, by the names that TCX gives them. */
const SUMMARIES = createWordMap<keyof Lap>({
  AverageHeartRateBpm: 'aveHr',
  MaximumHeartRateBpm: 'maxHr',
  AverageCadence: 'aveCadence',
  MaximumCadence: 'maxCadence',
  AveragePower: 'avePower',
  MaximumPower: 'maxPower',
  AverageSpeed: 'aveSpeed',
  MaximumSpeed: 'maxSpeed',
})

/** Collects the `lap` elements of the Cluetrust extension, which are siblings of the tracks. */
export class GpxLaps {
  /** Handles the `extensions` of the document. */
  readonly element: XmlElement
  /** Number of laps that are skipped, because they have no start or there are too many. */
  leftOut = 0
  readonly #laps: Lap[] = []
  #current: { -readonly [Key in keyof Lap]?: Lap[Key] | undefined } = {}
  #summary: keyof Lap | undefined

  constructor() {
    const lap = this.#lapElement()
    this.element = { child: (name) => (name.endsWith('}lap') ? lap : undefined) }
  }

  finish(): DeviceLaps | undefined {
    return deviceLaps(this.#laps)
  }

  #lapElement(): XmlElement {
    const number = (key: keyof Lap): XmlElement => ({
      text: (text) => Object.assign(this.#current, { [key]: text.decimal() }),
    })
    const elements = createWordMap<XmlElement>({
      startTime: {
        text: (text) => {
          this.#current.start = parseTimeText(text.toString().trim())
        },
      },
      elapsedTime: number('elapsed'),
      distance: number('distance'),
      calories: number('calories'),
      intensity: {
        text: (text) => {
          this.#current.intensity = parseIntensity(text.toString())
        },
      },
      trigger: {
        open: (attributes) => {
          this.#current.trigger = parseTrigger(attributes.text('kind') ?? '')
        },
      },
      summary: {
        open: (attributes) => {
          this.#summary = SUMMARIES.get(attributes.text('name') ?? '')
        },
        text: (text) => {
          const key = this.#summary
          if (key) Object.assign(this.#current, { [key]: parseDecimalText(text.toString().trim()) })
        },
      },
    })
    return {
      open: () => {
        this.#current = {}
      },
      child: (name) => elements.get(name.slice(name.lastIndexOf('}') + 1)),
      close: () => this.#finishLap(),
    }
  }

  #finishLap(): void {
    const { start = Number.NaN, ...rest } = this.#current
    if (Number.isNaN(start) || this.#laps.length === MAX_LAPS) this.leftOut += 1
    else this.#laps.push({ start, ...dropUnknown(rest) })
  }
}
