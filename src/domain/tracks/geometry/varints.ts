/**
 * Builds a sequence of integers of variable length (LEB128): seven bits per byte, lowest first; the highest bit of a
 * byte says that another one follows. Signed integers are zigzag-coded: 0, -1, 1, -2, … are written as 0, 1, 2, 3, ….
 */
export class VarintWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  unsigned(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  }

  bytes(part: Uint8Array): void {
    this.#reserve(part.length)
    this.#bytes.set(part, this.#length)
    this.#length += part.length
  }

  /** Writes a text as UTF-8 after the number of its bytes. */
  text(text: string): void {
    const encoded = new TextEncoder().encode(text)
    this.unsigned(encoded.length)
    this.bytes(encoded)
  }

  /** Returns a copy of what was written so far. */
  join(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#length + count))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** Reads what a `VarintWriter` wrote. Reading past the end returns zeros. */
export class VarintReader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length
  }

  /** Reads one byte. */
  byte(): number {
    return this.#bytes[this.#offset++] ?? 0
  }

  unsigned(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#offset++] ?? 0
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Reads a text after the number of its bytes. */
  text(): string {
    const length = this.unsigned()
    this.#offset += length
    return new TextDecoder().decode(this.#bytes.subarray(this.#offset - length, this.#offset))
  }

  /** Returns a view of all bytes that were not read yet. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#offset)
  }
}
