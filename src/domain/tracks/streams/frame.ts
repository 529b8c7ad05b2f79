import { StreamError } from './bytes'

/** Version, then the CRC-32 of the content. */
const HEADER = 5

/** Prepends version and checksum to content. */
export function frame(version: number, content: Uint8Array): Uint8Array {
  const blob = new Uint8Array(HEADER + content.length)
  const header = new DataView(blob.buffer)
  header.setUint8(0, version)
  header.setUint32(1, Bun.hash.crc32(content), true)
  blob.set(content, HEADER)
  return blob
}

/**
 * Returns the content of a frame.
 * @throws StreamError when it is truncated, damaged or of another version
 */
export function unframe(version: number, blob: Uint8Array): Uint8Array {
  if (blob.length < HEADER) throw new StreamError('truncated')
  const header = new DataView(blob.buffer, blob.byteOffset, HEADER)
  if (header.getUint8(0) !== version) throw new StreamError('unknownVersion')
  const content = blob.subarray(HEADER)
  if (Bun.hash.crc32(content) !== header.getUint32(1, true)) throw new StreamError('damaged')
  return content
}
