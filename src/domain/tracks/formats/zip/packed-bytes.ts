import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32, inflateRawSync } from 'node:zlib'
import { LOCAL_HEADER_BYTES, type PackedBytes, WRONG_CHECKSUM, ZipError } from './zip'

/** Signature of the local header before the data of an entry. */
const LOCAL_HEADER = 0x04034b50
const TOO_SHORT = 'the archive is too short'
/** zlib does not use smaller buffers. */
const MIN_BUFFER = 64

/** An entry of an archive. */
export interface ReadEntry {
  /** The bytes as stored in the archive, without any bytes after the deflated data. */
  packed: Uint8Array
  /** The uncompressed bytes. */
  bytes: Uint8Array
}

/**
 * Reads an entry on this thread and checks it against the size and checksum in the directory.
 * @throws ZipError unreadable for damaged data; a system error when the archive itself cannot be read
 */
export function readPacked(place: PackedBytes): ReadEntry {
  const stored = packedBytes(place)
  const entry = place.isDeflated ? inflate(stored, place.size) : { packed: stored, bytes: stored }
  const { bytes } = entry
  if (bytes.length !== place.size) throw new ZipError('unreadable', 'another size than promised')
  if (crc32(bytes) !== place.crc32) throw new ZipError('unreadable', WRONG_CHECKSUM)
  return entry
}

function packedBytes({ archive, headerAt, packedSize }: PackedBytes): Uint8Array {
  const file = openSync(archive, 'r')
  try {
    const header = new DataView(readAt(file, headerAt, LOCAL_HEADER_BYTES).buffer)
    if (header.getUint32(0, true) !== LOCAL_HEADER) throw new ZipError('unreadable', 'no header')
    const [nameLength, extraLength] = [header.getUint16(26, true), header.getUint16(28, true)]
    const start = headerAt + LOCAL_HEADER_BYTES + nameLength + extraLength
    if (start + packedSize > fstatSync(file).size) throw new ZipError('unreadable', TOO_SHORT)
    return readAt(file, start, packedSize)
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, start: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, start + done)
    if (count === 0) throw new ZipError('unreadable', TOO_SHORT)
    done += count
  }
  return bytes
}

interface Inflated {
  buffer: Uint8Array
  /** `bytesWritten`: number of compressed bytes that were consumed. */
  engine: { bytesWritten: number }
}

/** Inflates into one buffer of the promised size, and rejects data that would exceed it. */
function inflate(stored: Uint8Array, size: number): ReadEntry {
  try {
    const room = Math.max(size, MIN_BUFFER)
    // Without a spare byte in the buffer, zlib allocates a second one of the same size.
    const options = { chunkSize: room + 1, maxOutputLength: room, info: true }
    // The type declarations lack the result of `info`.
    const { buffer, engine } = inflateRawSync(stored, options) as unknown as Inflated
    return { packed: stored.subarray(0, engine.bytesWritten), bytes: buffer }
  } catch (cause) {
    throw new ZipError('unreadable', cause instanceof Error ? cause.message : 'damaged', { cause })
  }
}
