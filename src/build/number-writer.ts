import { brotliCompressSync, constants } from 'node:zlib'
import type { Point } from './lines'
import { writeAtomically } from './project'

/** Collects numbers as base-128 varints, and texts with their length. */
export class NumberWriter {
  readonly #bytes: number[] = []

  number(value: number): void {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.#bytes.push((rest & 127) | 128)
    this.#bytes.push(rest)
  }

  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value)
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.number(bytes.length)
    this.#bytes.push(...bytes)
  }

  /** Writes lines as differences between consecutive points, also from one line to the next. */
  lines(lines: readonly (readonly Point[])[]): void {
    let [x, y] = [0, 0]
    this.number(lines.length)
    for (const line of lines) {
      this.number(line.length)
      for (const [nextX, nextY] of line) {
        this.signed(nextX - x)
        this.signed(nextY - y)
        ;[x, y] = [nextX, nextY]
      }
    }
  }

  finish = (): Buffer => Buffer.from(this.#bytes)
}

/** Compresses a file of the maps with Brotli, as browsers receive it. */
export function writeCompressed(path: string, bytes: Uint8Array): void {
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  writeAtomically(path, compressed)
  console.log(`${path}: ${bytes.length} bytes, compressed ${compressed.length}`)
}
