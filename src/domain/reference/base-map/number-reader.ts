/** Reads what the build script `number-writer.ts` wrote: whole numbers of variable length and texts. */
export class NumberReader {
  readonly #bytes: Uint8Array
  readonly #texts = new TextDecoder()
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Number of bytes that have not been read yet. */
  get remaining(): number {
    return this.#bytes.length - this.#at
  }

  number(): number {
    let [value, shift] = [0, 0]
    for (;;) {
      const byte = this.#bytes[this.#at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return value
      shift += 7
    }
  }

  signed(): number {
    const value = this.number()
    return value & 1 ? -(value + 1) / 2 : value / 2
  }

  text(): string {
    const length = this.number()
    const start = this.#at
    this.#at += length
    return this.#texts.decode(this.#bytes.subarray(start, this.#at))
  }
}
