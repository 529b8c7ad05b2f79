import { isUtf8 } from 'node:buffer'
import { declaredEncoding, markedEncoding } from './xml-encoding'

/** Bytes that are decoded at once. */
const CHUNK_BYTES = 65_536
/** Bytes that a last character may lack when a file ends in the middle of it. */
const MOST_OF_A_CHARACTER = 3
/** In which bytes mean what they mean on Windows: what Western devices write that say nothing, or UTF-8 wrongly. */
const LIKELY_ENCODING = 'windows-1252'

const DECLARATION = /^<\?xml\s[^>]*\?>/

/**
 * A document in UTF-8 that begins with what it is about: without XML declaration, byte order mark, leading blanks and
 * trailing zeros. Its encoding is the evident one, then the declared one, then that of Windows.
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
  for (let missing = 0; missing <= MOST_OF_A_CHARACTER; missing++)
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

/** Behind blanks, zeros and byte order marks of UTF-8; without `zeros` these stay, as UTF-16 has them. */
function contentStart(bytes: Uint8Array, zeros = true): number {
  let at = 0
  for (;;) {
    const code = bytes[at]
    if (code === 32 || code === 9 || code === 10 || code === 13 || (code === 0 && zeros)) at += 1
    else if (code === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3
    else return at
  }
}

/** In front of zeros: disks leave them when the power fails. */
function contentEnd(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return end
}
