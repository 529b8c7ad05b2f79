import { crc32, gunzipSync } from 'node:zlib'
import { TrackError } from '@/tracks/track-error'
import { MAX_UNPACKED_BYTES } from './limits'

/** Whether the bytes begin like gzip data. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Identification, deflate as method, no flags, no date, no level, no system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
const TRAILER_BYTES = 8

/** Gzip data (RFC 1952) of bytes that are deflated already, whose unpacked size and checksum are known. */
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
 * Whether gzip data end with the size and checksum of all that they unpack to. Where they are several pieces, or zeros
 * follow, browsers and other programs take the first piece for the whole, or refuse them.
 */
export function isOnePiece(gzip: Uint8Array, unpacked: Uint8Array): boolean {
  const trailer = new DataView(gzip.buffer, gzip.byteOffset + gzip.length - TRAILER_BYTES)
  return (
    trailer.getUint32(0, true) === crc32(unpacked) && trailer.getUint32(4, true) === unpacked.length
  )
}

/** Unpacks gzip data. @throws TrackError tooLarge above `most` bytes, invalidFile for damaged data */
export function gunzip(bytes: Uint8Array, most: number = MAX_UNPACKED_BYTES): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (cause) {
    const tooLarge = cause instanceof RangeError
    throw new TrackError(tooLarge ? 'tooLarge' : 'invalidFile', { cause })
  }
}
