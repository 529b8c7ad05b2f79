import type { MoveResult, Visibility } from '@/db/columns'
import { shortIdFrom } from '@/lib/short-id'
import type { SourceRow } from '@/postgres/snapshot'

/*
 * What is in the columns of another server's rows. A value that is missing, or of another kind than it should be, is
 * null; what has to be there is told by the constraints of the tables here.
 */

export const textIn = (row: SourceRow, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}

export const numberIn = (row: SourceRow, column: string): number | null => {
  const value = row[column]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A whole number; one with a fraction is rounded. */
export const wholeIn = (row: SourceRow, column: string): number | null => {
  const value = numberIn(row, column)
  return value === null ? null : Math.round(value)
}

/** What a `Date` can be at most, in milliseconds. */
const LATEST = 8.64e15

/** Milliseconds since the Unix epoch, or whole seconds of an interval: what is beyond is cut. */
export const truncatedIn = (row: SourceRow, column: string): number | null => {
  const value = numberIn(row, column)
  return value === null || Math.abs(value) > LATEST ? null : Math.floor(value)
}

/** A text that has to be there. @throws Missed */
export const wordsIn = (row: SourceRow, column: string): string => {
  const text = textIn(row, column)
  if (!text) throw new Missed('failed', `${column} is missing`)
  return text
}

export const flagIn = (row: SourceRow, column: string): 0 | 1 => (row[column] === true ? 1 : 0)

/** A key of another row, or of the row itself. @throws Missed */
export const idIn = (row: SourceRow, column: string): number => {
  const value = row[column]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new Missed('failed', `${column} is no number`)
}

export const instantIn = (row: SourceRow, column: string): number => {
  const value = truncatedIn(row, column)
  if (value === null) throw new Missed('failed', `${column} is missing`)
  return value
}

/** The short id of the UUID of a row. @throws Missed */
export const shortIdIn = (row: SourceRow, column = 'uuid'): string => {
  const shortId = shortIdFrom(textIn(row, column) ?? '')
  if (shortId === undefined) throw new Missed('failed', `${column} is no UUID`)
  return shortId
}

const LEVELS: Readonly<Record<string, Visibility>> = {
  PUBLIC: 'public',
  FOLLOWERS: 'followers_only',
  // There are no other servers that could be told.
  FOLLOWERS_AND_REMOTE: 'followers_only',
}

/** A level of visibility; what is not known is private. */
export const levelIn = (row: SourceRow, column: string): Visibility =>
  LEVELS[textIn(row, column) ?? ''] ?? 'private'

/** One of some words, in whatever case it is written. */
export const wordIn = <Word extends string>(
  row: SourceRow,
  column: string,
  words: readonly Word[],
): Word | undefined => {
  const value = textIn(row, column)?.toLowerCase()
  return words.find((word) => word.toLowerCase() === value)
}

/** An object of a JSON column; an empty one for anything else. */
export const objectIn = (row: SourceRow, column: string): SourceRow => {
  const value = row[column]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export const listIn = (row: SourceRow, column: string): readonly unknown[] => {
  const value = row[column]
  return Array.isArray(value) ? value : []
}

/** Something that cannot be moved, has no place here, or is not as it was; the message says why. */
export class Missed extends Error {
  override name = 'Missed'
  readonly result: MoveResult

  constructor(result: MoveResult, reason: string) {
    super(reason)
    this.result = result
  }
}
