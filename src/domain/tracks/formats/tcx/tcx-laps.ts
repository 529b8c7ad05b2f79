import { deviceLaps, dropUnknown, parseIntensity, parseTrigger } from '@/domain/tracks/formats/laps'
import { MAX_LAPS } from '@/domain/tracks/formats/limits'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import { createWordMap } from '@/domain/tracks/formats/text/word-map'
import { children, type XmlElement } from '@/domain/tracks/formats/xml/xml-element'
import type { DeviceLaps, Lap } from '@/domain/tracks/track'

type Key = keyof Lap
type Draft = { -readonly [Name in Key]?: Lap[Name] | undefined }

/** Values in the extension of a lap, by local name. */
const EXTENSION = createWordMap<Key>({
  AvgSpeed: 'aveSpeed',
  AvgRunCadence: 'aveCadence',
  MaxRunCadence: 'maxCadence',
  MaxBikeCadence: 'maxCadence',
  AvgWatts: 'avePower',
  MaxWatts: 'maxPower',
})

const MICROSECONDS = 1e6

/** Collects the laps of activities. A lap ends at the start of the next one, or at the last point. */
export class TcxLaps {
  /** The values of a `Lap`, by element name. */
  readonly elements: Record<string, XmlElement>
  /** Number of laps that are skipped, because they have no start or there are too many. */
  leftOut = 0
  #laps: Draft[] = []
  #current: Draft = {}
  /** The previous lap of the same activity. */
  #former: Draft | undefined
  #last = Number.NaN

  constructor() {
    const extension: XmlElement = {
      child: (name) => {
        const key = EXTENSION.get(name.slice(name.indexOf(':') + 1))
        return key && this.#number(key)
      },
    }
    this.elements = {
      TotalTimeSeconds: this.#number('timer'),
      DistanceMeters: this.#number('distance'),
      MaximumSpeed: this.#number('maxSpeed'),
      Calories: this.#number('calories'),
      AverageHeartRateBpm: { child: children({ Value: this.#number('aveHr') }) },
      MaximumHeartRateBpm: { child: children({ Value: this.#number('maxHr') }) },
      Cadence: this.#number('aveCadence'),
      Intensity: {
        text: (text) => {
          this.#current.intensity = parseIntensity(text.toString())
        },
      },
      TriggerMethod: {
        text: (text) => {
          this.#current.trigger = parseTrigger(text.toString())
        },
      },
      Notes: {
        text: (text) => {
          this.#current.name = text.toString()
        },
      },
      Extensions: { child: (name) => (name.endsWith('LX') ? extension : undefined) },
    }
  }

  begin(startTime: string | undefined): void {
    const start = parseTimeText((startTime ?? '').trim())
    this.#current = { start }
    this.#endFormer(start)
  }

  /** Adds the time of a point, in microseconds or NaN. */
  addMoment(time: number): void {
    if (!(time <= this.#last) && !Number.isNaN(time)) this.#last = time
  }

  end(): void {
    const lap = this.#current
    if (lap.start === undefined || Number.isNaN(lap.start) || this.#laps.length === MAX_LAPS) {
      this.leftOut += 1
      return
    }
    this.#laps.push(lap)
    this.#former = lap
  }

  endActivity(): void {
    this.#endFormer(this.#last)
    this.#last = Number.NaN
  }

  /** Returns the laps since the last call. */
  take(): DeviceLaps | undefined {
    this.endActivity()
    const laps = this.#laps
    this.#laps = []
    return deviceLaps(
      laps.map(({ start = Number.NaN, ...rest }) => ({ start, ...dropUnknown(rest) })),
    )
  }

  #endFormer(moment: number): void {
    const lap = this.#former
    this.#former = undefined
    if (lap?.start === undefined || Number.isNaN(moment)) return
    const elapsed = Math.max(moment - lap.start, 0) / MICROSECONDS
    lap.elapsed = Math.max(elapsed, lap.timer ?? 0)
  }

  #number(key: Key): XmlElement {
    return {
      text: (text) => {
        Object.assign(this.#current, dropUnknown({ [key]: text.decimal() }))
      },
    }
  }
}
