import { crc32, gunzipSync } from 'node:zlib'
import { MAX_UNPACKED_BYTES } from '@/domain/tracks/formats/limits'
import { TrackError } from '@/domain/tracks/track-error'

/** Returns whether the bytes begin like gzip data. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Identification, deflate as method, no flags, no date, no level, no system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
const TRAILER_BYTES = 8

/**
 * Wraps bytes that are already deflated in the gzip format (RFC 1952). Their uncompressed size and checksum are known.
 */
export function gzipOfDeflated(
  deflated: Uint8Array,
  { crc32, size }: { crc32: number; size: number },
): Uint8Array {
  const gzip = new Uint8Array(HEADER.length + deflated.length + TRAILER_BYTES)
  gzip.set(HEADER)
  gzip.set(deflated, HEADER.length)
  const trailer = new DataView(gzip.buffer, gzip.length - TRAILER_BYTES)
  trailer.setUint32(0, crc32, true)
  trailer.setUint32(4, size, true)
  return gzip
}

/**
 * Returns whether gzip data ends with the size and checksum of its whole uncompressed content. If it has several
 * members or trailing zeros, browsers and other programs use only the first member or reject it.
 */
export function isOnePiece(gzip: Uint8Array, unpacked: Uint8Array): boolean {
  const trailer = new DataView(gzip.buffer, gzip.byteOffset + gzip.length - TRAILER_BYTES)
  return (
    trailer.getUint32(0, true) === crc32(unpacked) && trailer.getUint32(4, true) === unpacked.length
  )
}

/**
 * Decompresses gzip data.
 * @throws TrackError tooLarge above `most` bytes, invalidFile for damaged data
 */
export function gunzip(bytes: Uint8Array, most: number = MAX_UNPACKED_BYTES): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (cause) {
    const tooLarge = cause instanceof RangeError
    throw new TrackError(tooLarge ? 'tooLarge' : 'invalidFile', { cause })
  }
}
