import { COLUMNS, type Point } from '@/tracks/track'

/**
 * The point that a reader is at; used again for the next one.
 *
 * NOTE what most files never have is NaN in every point. Of a plain property that holds nothing else, the engine assumes
 * the wrong type: it gave up and compiled its readers anew thirteen times in the first hundred files, over 12,600 exits.
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

  /** Nothing is known of the next point yet. */
  clear(): void {
    const values = this.#values
    // NOTE for seven values a call of `fill` takes longer than this.
    for (let i = 0; i < values.length; i++) values[i] = Number.NaN
  }
}
