import type { Readable } from 'node:stream'
import { type ReadStreamOptions, ZipFile } from 'yazl'

/** The latest time that a zip file can store, in milliseconds: seconds since the Unix epoch are stored in 32 bits. */
const LATEST = (2 ** 32 - 1) * 1000

/**
 * Clamps a time to the range that a zip file can store: a wrong clock, or the modification time of a file, may be
 * outside it.
 */
const clampTime = (instant: Date) => new Date(Math.min(Math.max(instant.getTime(), 0), LATEST))

/** A zip file that is written as a stream, one part after another. */
export class ZipWriter {
  readonly #zip = new ZipFile()
  /** The bytes of the archive. Read them while parts are added. */
  readonly output = this.#zip.outputStream as Readable

  constructor() {
    this.#zip.on('error', (cause) => this.output.destroy(cause))
  }

  /**
   * Adds a part from a stream. The library references every stream it was given, with its buffers, until the archive
   * ends. Therefore it gets a function that returns the stream once, and the reference is dropped then.
   */
  add(
    part: Readable,
    { name, mtime, ...options }: { name: string; mtime: Date } & Partial<ReadStreamOptions>,
  ): void {
    const held = [part]
    this.#zip.addReadStreamLazy(name, { ...options, mtime: clampTime(mtime) }, (take) => {
      const stream = held.pop()
      if (stream) take(null, stream)
    })
  }

  /** Adds a part from bytes. */
  addBytes(name: string, bytes: Uint8Array): void {
    this.#zip.addBuffer(Buffer.from(bytes), name)
  }

  /** Writes the central directory, which ends the archive, and an archive comment. */
  end(comment = ''): void {
    this.#zip.end({ forceZip64Format: false, comment })
  }

  /** Aborts the archive: the reader of `output` receives the error. */
  fail(cause: unknown): void {
    this.#zip.emit('error', cause)
  }
}
