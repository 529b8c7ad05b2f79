import { COLUMNS, type Point } from '@/domain/tracks/track'

/**
 * The point that is being read. One instance is reused for all points.
 *
 * NOTE values that a file lacks are NaN in every point. For a plain property that only ever holds NaN, the engine assumes
 * the wrong type: it recompiled the readers thirteen times in the first hundred files, after 12,600 exits.
 */
export class CurrentPoint implements Point {
  readonly #values = new Float64Array(COLUMNS.length).fill(Number.NaN)

  get time(): number {
    return this.#values[0] ?? Number.NaN
  }

  set time(value: number) {
    this.#values[0] = value
  }

  get lat(): number {
    return this.#values[1] ?? Number.NaN
  }

  set lat(value: number) {
    this.#values[1] = value
  }

  get lon(): number {
    return this.#values[2] ?? Number.NaN
  }

  set lon(value: number) {
    this.#values[2] = value
  }

  get ele(): number {
    return this.#values[3] ?? Number.NaN
  }

  set ele(value: number) {
    this.#values[3] = value
  }

  get hr(): number {
    return this.#values[4] ?? Number.NaN
  }

  set hr(value: number) {
    this.#values[4] = value
  }

  get cadence(): number {
    return this.#values[5] ?? Number.NaN
  }

  set cadence(value: number) {
    this.#values[5] = value
  }

  get power(): number {
    return this.#values[6] ?? Number.NaN
  }

  set power(value: number) {
    this.#values[6] = value
  }

  /** Sets all values of the next point to NaN. */
  clear(): void {
    const values = this.#values
    // For seven values, a loop is faster than `fill`.
    for (let i = 0; i < values.length; i++) values[i] = Number.NaN
  }
}
