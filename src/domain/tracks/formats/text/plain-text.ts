import { isUtf8 } from 'node:buffer'
import { declaredEncoding, markedEncoding } from '@/domain/tracks/formats/xml/xml-encoding'

/** Number of bytes decoded at a time. */
const CHUNK_BYTES = 65_536
/** Number of bytes that may be missing from the last character when a file is truncated within it. */
const MAX_OF_A_CHARACTER = 3
/**
 * The encoding assumed for documents that declare none or are wrongly declared as UTF-8: Western devices write
 * Windows-1252.
 */
const LIKELY_ENCODING = 'windows-1252'

const DECLARATION = /^<\?xml\s[^>]*\?>/

/**
 * Converts a document to UTF-8 without XML declaration, byte order mark, leading blanks and trailing zeros. Its
 * encoding is the one evident from its bytes, otherwise the declared one, otherwise Windows-1252.
 */
export function toPlainText(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOf(bytes)
  const text = encoding === 'utf-8' ? bytes : transcode(bytes, encoding)
  const start = contentStart(text)
  const head = Buffer.from(
    text.buffer,
    text.byteOffset + start,
    Math.min(1024, text.length - start),
  )
  const declaration = DECLARATION.exec(head.toString('latin1'))?.[0].length ?? 0
  return text.subarray(start + declaration, contentEnd(text))
}

function encodingOf(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes.subarray(contentStart(bytes, false)))
  if (marked !== undefined) return marked
  for (let missing = 0; missing <= MAX_OF_A_CHARACTER; missing++)
    if (isUtf8(bytes.subarray(0, bytes.length - missing))) return 'utf-8'
  const declared = declaredEncoding(bytes.subarray(contentStart(bytes)))
  return declared !== undefined && isOfSingleBytes(declared) ? declared : LIKELY_ENCODING
}

function isOfSingleBytes(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-')
  } catch {
    return false
  }
}

function transcode(bytes: Uint8Array, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES)
    parts.push(encoder.encode(decoder.decode(chunk, { stream: true })))
  }
  parts.push(encoder.encode(decoder.decode()))
  return Buffer.concat(parts)
}

/**
 * Skips blanks, zeros and UTF-8 byte order marks. Without `zeros`, zeros are not skipped, because they are part of
 * UTF-16.
 */
function contentStart(bytes: Uint8Array, zeros = true): number {
  let at = 0
  for (;;) {
    const code = bytes[at]
    if (code === 32 || code === 9 || code === 10 || code === 13 || (code === 0 && zeros)) at += 1
    else if (code === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3
    else return at
  }
}

/** Omits trailing zeros, which file systems leave after a power failure. */
function contentEnd(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return end
}
