const TEXTS = {
  truncated: 'stored points are truncated',
  damaged: 'stored points are damaged',
  unknownVersion: 'stored points were written by a later version',
} as const

/** Stored points cannot be decoded; the message says why. */
export class StreamError extends Error {
  override name = 'StreamError'

  constructor(kind: keyof typeof TEXTS, options?: ErrorOptions) {
    super(TEXTS[kind], options)
  }
}

/** Builds a byte sequence; numbers are little-endian. */
export class ByteWriter {
  readonly #parts: Uint8Array[] = []

  byte(value: number): void {
    this.#parts.push(Uint8Array.of(value))
  }

  double(value: number): void {
    const part = new Uint8Array(8)
    new DataView(part.buffer).setFloat64(0, value, true)
    this.#parts.push(part)
  }

  bytes(part: Uint8Array): void {
    this.#parts.push(part)
  }

  /** Returns everything written so far as one sequence. */
  join(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}

/**
 * Reads what a `ByteWriter` wrote.
 * @throws StreamError when reading past the end.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0
  }

  double(): number {
    const part = this.bytes(8)
    return new DataView(part.buffer, part.byteOffset).getFloat64(0, true)
  }

  /** Returns a view of the next `length` bytes. */
  bytes(length: number): Uint8Array {
    const end = this.#offset + length
    if (end > this.#bytes.length) throw new StreamError('truncated')
    const part = this.#bytes.subarray(this.#offset, end)
    this.#offset = end
    return part
  }
}
