import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import { type MissingDetails, TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import { findJsonProblem } from './json-syntax'
import { MAX_JSON_BYTES } from './limits'
import { describeMalformed } from './malformed'
import { finiteOrNaN } from './text/number-text'

/** A JSON object with values of any type. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Parses a JSON document that is an object; of a truncated one, returns the complete part.
 * @throws TrackError fileTooLarge, or `unreadable` when it is not JSON or not an object
 */
export function parseJsonObject(
  bytes: Uint8Array,
  unreadable: TrackErrorKind,
  findings: ReadingWarnings,
): JsonObject {
  if (bytes.length > MAX_JSON_BYTES) throw new TrackError('fileTooLarge')
  const text = new TextDecoder().decode(bytes).trim()
  if (!hasFewValues(text)) throw new TrackError('fileTooLarge')
  let value = parse(text)
  if (value === undefined) {
    value = parse(completed(text))
    findings.isPart = true
  }
  const object = objectIn(value)
  if (object === undefined) throw new TrackError(unreadable, { remedy: describeProblem(text) })
  return object
}

function describeProblem(text: string): MissingDetails {
  if (parse(text) !== undefined) return describeMalformed('the document is not an object')
  const { reason, line } = findJsonProblem(text)
  return describeMalformed(reason, line)
}

/** Maximum number of values. A recording of a day has a few hundred thousand. */
const MAX_VALUES = 4_000_000

/**
 * Returns whether parsing a document needs memory in proportion to its size: `[[],[],…` has a value for every three
 * bytes, each of which takes dozens of bytes in memory. Also counts commas and brackets in strings, which errs on the
 * safe side.
 */
export function hasFewValues(text: string): boolean {
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values += 1
  }
  return values <= MAX_VALUES
}

const [COMMA, OPEN_LIST, OPEN_OBJECT] = [44, 91, 123] as const

export const objectIn = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined

/** The objects in a list; empty if the value is not a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map(objectIn).filter((each) => each !== undefined) : []

/** Returns a finite number, or a string that contains one; NaN for everything else. */
export function numberIn(value: unknown): number {
  if (typeof value === 'number') return finiteOrNaN(value)
  return typeof value === 'string' && value.trim() !== '' ? finiteOrNaN(Number(value)) : Number.NaN
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

/** Truncates a document after its last complete object or list, and closes those that contain it. */
function completed(text: string): string {
  // Matches strings, too, because they may contain brackets.
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
    if (open.length > MAX_DEPTH) return ''
  }
  return text.slice(0, whole.end) + whole.closing
}

/** No export nests deeper. */
const MAX_DEPTH = 100
