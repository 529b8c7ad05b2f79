import type { ExportedPoint } from '@/use-cases/imports/services/declared-track'
import { ExportError } from '@/use-cases/imports/services/read-service-export'

/** Latitude, longitude, time, height, heart rate, and the position of the workout in the list of ids. */
const VALUES = 6
/** Maximum number of positions, 48 bytes each: about 550 hours with one per second. */
const MAX_POINTS = 2_000_000
const FIRST_POINTS = 1024

/** Collects the positions of all workouts of a backup, which lists them together and in any order. */
export class FitoTrackSamples {
  #values = new Float64Array(FIRST_POINTS * VALUES)
  #size = 0
  readonly #workouts = new Map<string, number>()
  #order: Uint32Array | undefined

  /** Adds a position of a workout. @throws ExportError when there are too many */
  add(workout: string, point: ExportedPoint | undefined): void {
    if (point === undefined) return
    if (this.#size === MAX_POINTS) throw new ExportError('The backup has too many positions.')
    if (this.#size * VALUES === this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length)
      larger.set(this.#values)
      this.#values = larger
    }
    const index = this.#workouts.get(workout) ?? this.#workouts.size
    this.#workouts.set(workout, index)
    const { lat, lon, time, ele = Number.NaN, hr = Number.NaN } = point
    this.#values.set([lat, lon, time, ele, hr, index], this.#size * VALUES)
    this.#size += 1
    this.#order = undefined
  }

  /** Returns the positions of a workout, ordered by time. */
  of(workout: string): ExportedPoint[] {
    const index = this.#workouts.get(workout)
    if (index === undefined) return []
    this.#order ??= this.#sorted()
    const order = this.#order
    const points: ExportedPoint[] = []
    for (let at = this.#firstOf(order, index); at < order.length; at++) {
      const [lat = 0, lon = 0, time = 0, ele = 0, hr = 0, owner] = this.#valuesAt(order[at] ?? 0)
      if (owner !== index) break
      points.push({ lat, lon, time, ele: numberOrNone(ele), hr: numberOrNone(hr) })
    }
    return points
  }

  #valuesAt(point: number): Float64Array {
    return this.#values.subarray(point * VALUES, (point + 1) * VALUES)
  }

  /** The positions' numbers, by workout and time. */
  #sorted(): Uint32Array {
    const value = (point: number, place: number) => this.#values[point * VALUES + place] ?? 0
    return Uint32Array.from({ length: this.#size }, (_, point) => point).sort(
      (one, other) => value(one, 5) - value(other, 5) || value(one, 2) - value(other, 2),
    )
  }

  #firstOf(order: Uint32Array, workout: number): number {
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#values[(order[middle] ?? 0) * VALUES + 5] ?? 0) < workout) low = middle + 1
      else high = middle
    }
    return low
  }
}

const numberOrNone = (value: number) => (Number.isNaN(value) ? undefined : value)
