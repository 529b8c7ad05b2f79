import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'

/** Why an archive or a file in it cannot be read. */
export type ZipProblem = 'unreadable' | 'unsafe' | 'tooManyEntries' | 'tooLarge'

/** The only error that reading an archive throws. */
export class ZipError extends Error {
  override name = 'ZipError'
  readonly problem: ZipProblem

  constructor(problem: ZipProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** A file of an archive, as described in the central directory. */
export interface ZipEntry {
  /** Path with forward slashes; never absolute and never outside the archive. */
  readonly name: string
  /** Uncompressed size in bytes. */
  readonly size: number
  /** Compressed size in bytes. */
  readonly packedSize: number
  readonly isEncrypted: boolean
  /** A symbolic link; its content is its target. */
  readonly isLink: boolean
}

/** Location of an entry's data, its size and checksum, so that another thread can read it from the archive. */
export interface PackedBytes {
  /** Path of the archive. */
  readonly archive: string
  /** Offset of the local header before the data. */
  readonly headerAt: number
  readonly isDeflated: boolean
  readonly packedSize: number
  readonly size: number
  readonly crc32: number
}

/** Size of the fixed part of the local header before the data of an entry. */
export const LOCAL_HEADER_BYTES = 30
const [STORED, DEFLATED] = [0, 8] as const

/** Deflate cannot expand a byte to more than this, so a larger declared size is false. */
const MAX_DEFLATE_RATIO = 1032

export const WRONG_CHECKSUM = 'wrong checksum'

/** Messages of the ZIP library for paths outside the archive. */
const UNSAFE_NAME = /^(absolute path|invalid relative path|invalid characters in fileName)/

/** Mask of the file type in the upper half of Unix attributes. */
const FILE_KIND = 0o170000
const LINK = 0o120000

const READ_OPTIONS = {
  autoClose: false,
  lazyEntries: true,
  decodeStrings: true,
  validateEntrySizes: true,
} as const

/**
 * Opens an archive in memory, or on disk by its path, and checks its whole directory: number of entries, names,
 * and that no two entries share bytes.
 * @throws ZipError
 */
export async function openZip(
  source: Uint8Array | string,
  maxEntries: number,
): Promise<ZipArchive> {
  const file = await orZipError(() =>
    typeof source === 'string'
      ? openPromise(source, READ_OPTIONS)
      : fromBufferPromise(
          Buffer.from(source.buffer, source.byteOffset, source.length),
          READ_OPTIONS,
        ),
  )
  try {
    const path = typeof source === 'string' ? source : undefined
    return new ZipArchive(file, await listEntries(file, maxEntries), path)
  } catch (error) {
    file.close()
    throw error
  }
}

/** An open archive whose directory has been checked. The caller that opened it must close it. */
export class ZipArchive {
  /** The files, without folders, in the order of the directory. */
  readonly entries: readonly ZipEntry[]
  readonly #file: ZipFile
  readonly #details: ReadonlyMap<ZipEntry, Entry>
  readonly #path: string | undefined

  constructor(file: ZipFile, entries: readonly Entry[], path: string | undefined) {
    this.#file = file
    this.#path = path
    this.#details = new Map(
      entries
        .filter((entry) => !entry.fileName.endsWith('/'))
        .map((entry) => [describe(entry), entry]),
    )
    this.entries = [...this.#details.keys()]
  }

  /**
   * Returns the uncompressed bytes of one of `entries`, checked against the size and checksum in the directory.
   * @throws ZipError tooLarge above `maxBytes`; unsafe for an impossible size; unreadable for damaged data, encryption
   * and methods other than deflate
   */
  async read(entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
    const details = this.#check(entry, maxBytes)
    const bytes = await orZipError(() => this.#unpack(details))
    if (crc32(bytes) !== details.crc32) throw new ZipError('unreadable', WRONG_CHECKSUM)
    return bytes
  }

  /**
   * Like `read`, but as a stream, so that the content need not fit into memory. The stream ends with an error if the
   * data does not match the directory.
   * @throws ZipError as `read` does
   */
  async stream(entry: ZipEntry, maxBytes: number): Promise<Readable> {
    const details = this.#check(entry, maxBytes)
    const stream = await orZipError(() => this.#file.openReadStreamPromise(details))
    const checked = new Transform({
      transform(chunk: Uint8Array, _, done) {
        checksum = crc32(chunk, checksum)
        done(null, chunk)
      },
      flush: (done) =>
        done(checksum === details.crc32 ? null : new ZipError('unreadable', WRONG_CHECKSUM)),
    })
    let checksum = 0
    stream.on('error', (cause) => checked.destroy(cause))
    checked.on('close', () => stream.destroy())
    return stream.pipe(checked)
  }

  /**
   * Location of one of `entries`, for `readPacked`; undefined for an archive in memory.
   * @throws ZipError as `read` does, except for damaged data
   */
  locate(entry: ZipEntry, maxBytes: number): PackedBytes | undefined {
    const details = this.#check(entry, maxBytes)
    const { compressionMethod: method } = details
    if (entry.isEncrypted) throw new ZipError('unreadable', 'encrypted')
    if (method !== STORED && method !== DEFLATED)
      throw new ZipError('unreadable', `compression method ${method}`)
    if (this.#path === undefined) return undefined
    return {
      archive: this.#path,
      headerAt: details.relativeOffsetOfLocalHeader,
      isDeflated: method === DEFLATED,
      packedSize: entry.packedSize,
      size: entry.size,
      crc32: details.crc32,
    }
  }

  close(): void {
    this.#file.close()
  }

  #check(entry: ZipEntry, maxBytes: number): Entry {
    const details = this.#details.get(entry)
    if (details === undefined) throw new ZipError('unreadable', 'no entry of this archive')
    if (entry.size > maxBytes) throw new ZipError('tooLarge', `${entry.size} bytes`)
    if (entry.size > (entry.packedSize + 1) * MAX_DEFLATE_RATIO)
      throw new ZipError('unsafe', `${entry.packedSize} bytes cannot give ${entry.size}`)
    return details
  }

  async #unpack(entry: Entry): Promise<Uint8Array> {
    const bytes = new Uint8Array(entry.uncompressedSize)
    const stream = await this.#file.openReadStreamPromise(entry)
    let length = 0
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array) || length + chunk.length > bytes.length)
        throw new ZipError('unsafe', 'more bytes than promised')
      bytes.set(chunk, length)
      length += chunk.length
    }
    if (length !== bytes.length) throw new ZipError('unreadable', 'fewer bytes than promised')
    return bytes
  }
}

const describe = (entry: Entry): ZipEntry => ({
  name: entry.fileName,
  size: entry.uncompressedSize,
  packedSize: entry.compressedSize,
  isEncrypted: (entry.generalPurposeBitFlag & 1) !== 0,
  isLink: ((entry.externalFileAttributes >>> 16) & FILE_KIND) === LINK,
})

async function listEntries(file: ZipFile, maxEntries: number): Promise<Entry[]> {
  if (file.entryCount > maxEntries)
    throw new ZipError('tooManyEntries', `${file.entryCount} entries`)
  const entries: Entry[] = []
  await orZipError(async () => {
    for await (const entry of file.eachEntry()) entries.push(entry)
  })
  rejectOverlaps(entries)
  return entries
}

/** Rejects entries that share data, because they multiply the uncompressed size of an archive. */
function rejectOverlaps(entries: readonly Entry[]): void {
  const byOffset = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ZipError('unsafe', 'overlapping entries')
    end =
      entry.relativeOffsetOfLocalHeader +
      LOCAL_HEADER_BYTES +
      entry.fileNameLength +
      entry.compressedSize
  }
}

async function orZipError<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (cause) {
    if (cause instanceof ZipError) throw cause
    const message = cause instanceof Error ? cause.message : 'damaged archive'
    throw new ZipError(UNSAFE_NAME.test(message) ? 'unsafe' : 'unreadable', message, { cause })
  }
}
