/**
 * Public identifiers: a version 4 UUID written in base 57, most significant digit first, 22 characters. The alphabet
 * excludes characters that look alike (0 1 I O l).
 */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
const LENGTH = 22
/** The number of digits whose value a double represents exactly, and 57 to the power of 0 to that number. */
const EXACT = 9
const PLACES = Array.from({ length: EXACT + 1 }, (_, digits) => BASE ** BigInt(digits))
const LIMIT = 1n << 128n

/** Converts a UUID (8-4-4-4-12 hexadecimal digits) to its short form. */
export function encodeShortId(uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  while (value > 0n) {
    text = ALPHABET.charAt(Number(value % BASE)) + text
    value /= BASE
  }
  return text.padStart(LENGTH, ALPHABET.charAt(0))
}

/** Converts a short identifier back to its UUID. Returns undefined for an invalid identifier. */
export function decodeShortId(shortId: string): string | undefined {
  let value = 0n
  for (let at = 0; at < shortId.length; at += EXACT) {
    const digits = shortId.slice(at, at + EXACT)
    const number = parseDigits(digits)
    if (number === undefined) return undefined
    value = value * (PLACES[digits.length] ?? 1n) + BigInt(number)
  }
  if (shortId === '' || value >= LIMIT) return undefined
  const hex = value.toString(16).padStart(32, '0')
  const part = (from: number, to: number) => hex.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`
}

function parseDigits(digits: string): number | undefined {
  let value = 0
  for (const character of digits) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = value * ALPHABET.length + digit
  }
  return value
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Converts a UUID to its short form. Returns undefined for text that is not a UUID. */
export const toShortId = (text: string): string | undefined =>
  UUID.test(text) ? encodeShortId(text) : undefined
