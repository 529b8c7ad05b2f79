import { UnusualXml } from './unusual-xml'

/** Meaning of a byte in a text or value: nothing special, part of a character beyond ASCII, … */
export const PLAIN = 0
export const WIDE = 1
/** … a carriage return, or a blank in a value that has to be normalised, … */
export const BLANK = 2
/** … the beginning of an entity in a value … */
export const ENTITY = 4
/** … or the end, or a byte that needs special handling. */
export const OTHER = 8

/** Kinds of bytes in texts. */
export const TEXT_KINDS = table((byte) => {
  if (byte === '\t' || byte === '\n') return PLAIN
  if (byte === '\r') return BLANK
  return '<>&'.includes(byte) || byte < ' ' ? OTHER : widthOf(byte)
})

/** Kinds of bytes in attribute values. */
export const VALUE_KINDS = table((byte) => {
  if (byte === '\t' || byte === '\n' || byte === '\r') return BLANK
  if (byte === '&') return ENTITY
  return byte === '<' || byte < ' ' ? OTHER : widthOf(byte)
})

/** Bytes that names may contain; documents with other names are unusual. */
export const COLON_IN_NAME = 1
const IN_NAME = 2
export const STARTS_NAME = 4
export const NAME_KINDS = table((byte) => {
  if (/[A-Za-z_]/.test(byte)) return STARTS_NAME
  if (/[\d.-]/.test(byte)) return IN_NAME
  return byte === ':' ? COLON_IN_NAME : 0
})

/** Characters that UTF-8 can represent but XML does not allow. */
const FORBIDDEN = /[\uFFFE\uFFFF]/

/**
 * Decodes bytes of valid UTF-8.
 * @throws UnusualXml
 */
export function wideTextIn(bytes: Uint8Array, start: number, end: number): string {
  const text = decode(bytes.subarray(start, end))
  if (FORBIDDEN.test(text)) throw new UnusualXml()
  return text
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnusualXml()
  }
}

function widthOf(byte: string): number {
  return byte < '\x80' ? PLAIN : WIDE
}

function table(kindOf: (byte: string) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => kindOf(String.fromCharCode(byte)))
}
