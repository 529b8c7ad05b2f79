import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/** A stored value that differs from the one recomputed from its sources. */
export interface WrongValue {
  table: string
  column: string
  /** The key of its row, such as `id 7`. */
  row: string
  /** Undefined when the row is missing. */
  stored: unknown
  /** Undefined when the row should not exist. */
  recomputed: unknown
}

/** The number of rows with wrong values, and the values of the first few. */
export interface WrongRows {
  count: number
  examples: readonly WrongValue[]
}

/** Stored values that are derived from others: how to find the wrong ones, and how to repair them. */
export interface DerivedValues {
  what: string
  /** `table.column`. A test requires every derived column to be in one of these lists. */
  columns: readonly string[]
  find: (db: Db) => Promise<WrongRows>
  repair: (tx: Tx) => Promise<void>
}

/** Maximum number of listed wrong values of each kind. */
export const MAX_EXAMPLES = 5

/** Counts rows with wrong values. Retains only a few of the values, so that memory stays bounded. */
export class WrongRowCounter implements WrongRows {
  count = 0
  readonly examples: WrongValue[] = []

  /** Adds the wrong values of a row. A row without any is correct and not counted. */
  add(values: readonly WrongValue[]): void {
    if (values.length === 0) return
    this.count += 1
    this.examples.push(...values.slice(0, MAX_EXAMPLES - this.examples.length))
  }
}

type Row = Readonly<Record<string, unknown>>

/** Relative difference up to which fractions are equal, since platforms may compute them differently. */
const TOLERANCE = 1e-9

/** Whether a stored value equals the recomputed one. Fractions may differ in their last digits. */
export function isSameValue(stored: unknown, recomputed: unknown): boolean {
  if (stored instanceof Uint8Array && recomputed instanceof Uint8Array)
    return Buffer.compare(stored, recomputed) === 0
  if (isFraction(stored) || isFraction(recomputed))
    return isClose(Number(stored), Number(recomputed))
  return nullIfMissing(stored) === nullIfMissing(recomputed)
}

const isFraction = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isInteger(value) && !Number.isNaN(value)

const isClose = (one: number, other: number) =>
  Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other))

/** SQLite stores `NaN` as null. */
const nullIfMissing = (value: unknown) => (Number.isNaN(value) ? null : (value ?? null))

export const keyOf = (row: Row, key: readonly string[]): string =>
  key.map((column) => `${column} ${row[column]}`).join(', ')

interface RowsToCompare {
  table: string
  /** Columns that identify a row. */
  key: readonly string[]
  stored: readonly Row[]
  recomputed: readonly Row[]
}

/** Returns the wrong values of each row. For rows that are missing or should not exist, these are the key columns. */
export function compareRows({ table, key, stored, recomputed }: RowsToCompare): WrongValue[][] {
  const expected = new Map(recomputed.map((row) => [keyOf(row, key), row]))
  const wrong = stored.map((row) => {
    const id = keyOf(row, key)
    const right = expected.get(id)
    expected.delete(id)
    const columns = right ? Object.keys(row) : key
    return columns
      .filter((column) => !right || !isSameValue(row[column], right[column]))
      .map((column): WrongValue => {
        return { table, column, row: id, stored: row[column], recomputed: right?.[column] }
      })
  })
  for (const [id, row] of expected)
    wrong.push(
      key.map((column) => ({
        ...{ table, column, row: id },
        ...{ stored: undefined, recomputed: row[column] },
      })),
    )
  return wrong.filter((values) => values.length > 0)
}

const MAX_TEXT = 60

function formatValue(value: unknown, absent: string): string {
  if (value === undefined) return absent
  if (value instanceof Uint8Array) return `${value.length} bytes (${Bun.hash(value).toString(36)})`
  const text = JSON.stringify(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** One line per wrong value, and one with the number of rows not listed. */
export function formatWrongRows({ count, examples }: WrongRows): string[] {
  const lines = examples.map(
    ({ table, column, row, stored, recomputed }) =>
      `${table}.${column} (${row}): stored ${formatValue(stored, 'no row')}, recomputed ${formatValue(recomputed, 'no row')}`,
  )
  const listed = new Set(examples.map(({ table, row }) => `${table} ${row}`)).size
  return count > listed ? [...lines, `and ${count - listed} more row(s)`] : lines
}
