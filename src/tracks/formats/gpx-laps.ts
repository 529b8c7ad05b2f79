import type { DeviceLaps, Lap } from '@/tracks/track'
import { deviceLaps, intensityOf, known, triggerOf } from './laps'
import { MOST_LAPS } from './limits'
import { parseDecimalText } from './number-text'
import { parseTimeText } from './time-text'
import { wordsOf } from './words'
import type { XmlElement } from './xml-element'

/** Values of `summary` elements, by the names that TCX gives them. */
const SUMMARIES = wordsOf<keyof Lap>({
  AverageHeartRateBpm: 'aveHr',
  MaximumHeartRateBpm: 'maxHr',
  AverageCadence: 'aveCadence',
  MaximumCadence: 'maxCadence',
  AveragePower: 'avePower',
  MaximumPower: 'maxPower',
  AverageSpeed: 'aveSpeed',
  MaximumSpeed: 'maxSpeed',
})

/** Collects the `lap` elements of the Cluetrust extension, which stand beside the tracks. */
export class GpxLaps {
  /** For the `extensions` of the document. */
  readonly element: XmlElement
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
    const elements = wordsOf<XmlElement>({
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
          this.#current.intensity = intensityOf(text.toString())
        },
      },
      trigger: {
        open: (attributes) => {
          this.#current.trigger = triggerOf(attributes.text('kind') ?? '')
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
    if (Number.isNaN(start) || this.#laps.length === MOST_LAPS) return
    this.#laps.push({ start, ...known(rest) })
  }
}
