import type { Readable } from 'node:stream'
import { type ReadStreamOptions, ZipFile } from 'yazl'

/** The last instant that an archive can tell, in milliseconds; it counts seconds since the Unix epoch in 32 bits. */
const LATEST = (2 ** 32 - 1) * 1000

/** What an archive can tell of an instant: a clock, or a file, may be far beyond that. */
const within = (instant: Date) => new Date(Math.min(Math.max(instant.getTime(), 0), LATEST))

/** What the library keeps of each file until the end, for the list of them there. */
interface Entry {
  /** From 0, not begun, to 3, all of it in the archive. */
  readonly state: number
}
const WRITTEN = 3

/** A zip file that is written as it is made, one part after the other, in time that is in proportion to their number. */
export class ZipWriter {
  readonly #zip = new ZipFile() as ZipFile & { entries: Entry[] }
  #written: Entry[] = []
  /** The bytes of the archive; to be read while parts are added. */
  readonly output = this.#zip.outputStream as Readable

  constructor() {
    this.#zip.on('error', (cause) => this.output.destroy(cause))
  }

  /**
   * Adds what a stream brings. The library keeps what it was given until the archive ends, with all that a stream has in
   * memory; so it is given one that it has to ask for, once.
   */
  add(
    part: Readable,
    { name, mtime, ...options }: { name: string; mtime: Date } & Partial<ReadStreamOptions>,
  ): void {
    this.#setWrittenAside()
    const held = [part]
    this.#zip.addReadStreamLazy(name, { ...options, mtime: within(mtime) }, (take) => {
      const stream = held.pop()
      if (stream) take(null, stream)
    })
  }

  /** Adds bytes. */
  addBytes(name: string, bytes: Uint8Array): void {
    this.#zip.addBuffer(Buffer.from(bytes), name)
  }

  /** Writes the list of all parts, with which the archive ends, and a comment behind it. */
  end(comment = ''): void {
    this.#zip.entries = [...this.#written, ...this.#zip.entries]
    this.#written = []
    this.#zip.end({ forceZip64Format: false, comment })
  }

  /** Ends the archive with an error, which whoever reads it learns. */
  fail(cause: unknown): void {
    this.#zip.emit('error', cause)
  }

  /** For every part the library goes through all that it knows, to find the next one: 160,000 took it 97 seconds. */
  #setWrittenAside(): void {
    const { entries } = this.#zip
    const open = entries.findIndex(({ state }) => state < WRITTEN)
    this.#written.push(...entries.splice(0, open < 0 ? entries.length : open))
  }
}
