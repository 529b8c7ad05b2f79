import type Database from 'better-sqlite3'
import { createPeriodNumber } from '@/store/db/period-number'

/** Registers the SQL functions that our statements use. */
export function addFunctions(sqlite: Database.Database): void {
  sqlite.function('fold_case', { deterministic: true }, foldCase)
  sqlite.function('period_number', { deterministic: true }, createPeriodNumber())
}

/**
 * Maps texts that differ only in case to the same text, for all of Unicode; SQLite's `lower` handles only ASCII. Both
 * steps are needed: some capital letters share a small letter (K and the Kelvin sign), and some small letters share a
 * capital (σ and ς).
 */
const foldCase = (text: unknown) =>
  typeof text === 'string' ? text.toLowerCase().toUpperCase() : text
