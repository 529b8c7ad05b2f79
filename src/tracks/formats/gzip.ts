import { gunzipSync } from 'node:zlib'
import { TrackError } from '@/tracks/track-error'
import { MAX_UNPACKED_BYTES } from './limits'

/** Whether the bytes begin like gzip data. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
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
