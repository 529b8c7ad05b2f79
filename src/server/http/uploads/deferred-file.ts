import { type FileHandle, open, rm } from 'node:fs/promises'

/** Bytes that are buffered in memory before the file is opened. */
const MAX_BUFFERED = 64 * 1024
/** Number of chunks after which they are joined: a chunk of one byte takes some hundred bytes of memory. */
const MAX_CHUNKS = 64

/**
 * A file that is only opened once there is enough to write, so that clients which send almost nothing do not use a file
 * descriptor. It exists, possibly empty, once it is closed.
 */
export class DeferredFile {
  readonly #pathOf: () => string
  #path: string | undefined
  #handle: FileHandle | undefined
  #chunks: Buffer[] = []
  #buffered = 0

  /** `pathOf` is called once, when the file is opened. */
  constructor(pathOf: () => string) {
    this.#pathOf = pathOf
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (this.#chunks.length > MAX_CHUNKS) this.#chunks = [Buffer.concat(this.#chunks)]
    this.#buffered += bytes.byteLength
    if (this.#handle || this.#buffered > MAX_BUFFERED) await this.#flush()
  }

  /** Writes the remaining bytes and closes the file. Returns its path. */
  async close(): Promise<string> {
    await this.#flush()
    await this.#handle?.close()
    this.#handle = undefined
    return this.#path ?? ''
  }

  /** Closes and deletes the file, if it was opened. */
  async discard(): Promise<void> {
    this.#chunks = []
    await this.#handle?.close()
    if (this.#path !== undefined) await rm(this.#path, { force: true })
  }

  async #flush(): Promise<void> {
    this.#path ??= this.#pathOf()
    this.#handle ??= await open(this.#path, 'w')
    for (const chunk of this.#chunks) await writeAll(this.#handle, chunk)
    this.#chunks = []
    this.#buffered = 0
  }
}

/** Writes all of the bytes. On a full disk, a write first succeeds in part; only the next one fails. */
async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done)
    if (bytesWritten === 0) throw Object.assign(new Error('nothing was written'), { code: 'EIO' })
    done += bytesWritten
  }
}
