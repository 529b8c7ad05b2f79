import { toShortId } from '@/lib/text/short-id'
import type { SourceRow } from '@/services/postgres/snapshot'
import type { MoveResult, Visibility } from '@/store/db/schema/columns'

/*
 * Readers for columns of another server's rows. A value that is missing or has the wrong type is returned as null; if
 * it is required, the constraints of our tables report it.
 */

export const textIn = (row: SourceRow, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}

export const numberIn = (row: SourceRow, column: string): number | null => {
  const value = row[column]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Rounds to a whole number. */
export const wholeIn = (row: SourceRow, column: string): number | null => {
  const value = numberIn(row, column)
  return value === null ? null : Math.round(value)
}

/** Maximum value of a `Date` in milliseconds. */
const LATEST = 8.64e15

/** Returns milliseconds since the Unix epoch, or seconds of an interval, without their fraction. */
export const truncatedIn = (row: SourceRow, column: string): number | null => {
  const value = numberIn(row, column)
  return value === null || Math.abs(value) > LATEST ? null : Math.floor(value)
}

/** Returns a required text. @throws SkippedRowError */
export const wordsIn = (row: SourceRow, column: string): string => {
  const text = textIn(row, column)
  if (!text) throw new SkippedRowError('failed', `${column} is missing`)
  return text
}

export const flagIn = (row: SourceRow, column: string): 0 | 1 => (row[column] === true ? 1 : 0)

/** Returns a key of this or another row. @throws SkippedRowError */
export const idIn = (row: SourceRow, column: string): number => {
  const value = row[column]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new SkippedRowError('failed', `${column} is no number`)
}

export const instantIn = (row: SourceRow, column: string): number => {
  const value = truncatedIn(row, column)
  if (value === null) throw new SkippedRowError('failed', `${column} is missing`)
  return value
}

/** Returns the short id for the UUID of a row. @throws SkippedRowError */
export const shortIdIn = (row: SourceRow, column = 'uuid'): string => {
  const shortId = toShortId(textIn(row, column) ?? '')
  if (shortId === undefined) throw new SkippedRowError('failed', `${column} is no UUID`)
  return shortId
}

const LEVELS: Readonly<Record<string, Visibility>> = {
  PUBLIC: 'public',
  FOLLOWERS: 'followers_only',
  // This server has no federation.
  FOLLOWERS_AND_REMOTE: 'followers_only',
}

/** Returns a visibility; private when it is unknown. */
export const levelIn = (row: SourceRow, column: string): Visibility =>
  LEVELS[textIn(row, column) ?? ''] ?? 'private'

/** Returns the value of a column if it is one of `words`, ignoring case. */
export const wordIn = <Word extends string>(
  row: SourceRow,
  column: string,
  words: readonly Word[],
): Word | undefined => {
  const value = textIn(row, column)?.toLowerCase()
  return words.find((word) => word.toLowerCase() === value)
}

/** Returns the object in a JSON column; empty for other values. */
export const objectIn = (row: SourceRow, column: string): SourceRow => {
  const value = row[column]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export const listIn = (row: SourceRow, column: string): readonly unknown[] => {
  const value = row[column]
  return Array.isArray(value) ? value : []
}

/** An item that cannot be migrated, is not supported, or differs afterwards. The message contains the reason. */
export class SkippedRowError extends Error {
  override name = 'SkippedRowError'
  readonly result: MoveResult

  constructor(result: MoveResult, reason: string) {
    super(reason)
    this.result = result
  }
}
