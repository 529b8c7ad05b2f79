import type { Findings } from '@/tracks/findings'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { MAX_JSON_BYTES } from './limits'

/** An object of JSON, whose values may be anything. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * The object in a JSON document; of one that ends in the middle, what is whole of it.
 * @throws TrackError fileTooLarge, or `unreadable` when it is no JSON or no object
 */
export function parseJsonObject(
  bytes: Uint8Array,
  unreadable: TrackErrorKind,
  findings: Findings,
): JsonObject {
  if (bytes.length > MAX_JSON_BYTES) throw new TrackError('fileTooLarge')
  const text = new TextDecoder().decode(bytes).trim()
  let value = parse(text)
  if (value === undefined) {
    value = parse(completed(text))
    findings.isPart = true
  }
  const object = objectIn(value)
  if (object === undefined) throw new TrackError(unreadable)
  return object
}

export const objectIn = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined

/** The objects of a list; none where there is no list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map(objectIn).filter((each) => each !== undefined) : []

/** A number, or a text that is one; NaN for everything else. */
export function numberIn(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

export const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** A document up to the last object or list that is whole, and what closes those around it. */
function completed(text: string): string {
  // Texts are of no interest, but may hold brackets.
  const brackets = text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)
  const open: string[] = []
  let whole = { end: 0, closing: '' }
  for (const { 0: token, index } of brackets) {
    const closing = CLOSING[token]
    if (closing !== undefined) open.push(closing)
    else if (!token.startsWith('"')) {
      open.pop()
      whole = { end: index + 1, closing: open.toReversed().join('') }
    }
    if (open.length > MOST_DEPTH) return ''
  }
  return text.slice(0, whole.end) + whole.closing
}

/** No export nests deeper. */
const MOST_DEPTH = 100
