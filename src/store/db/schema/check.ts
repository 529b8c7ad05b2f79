import { isDamaged } from '@/lib/system-errors'
import type { Db, OpenDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { repairReferences } from '@/store/db/migrations/0190-constraints'
import { SUMS_OF_LOADS } from '@/store/db/queries/workouts/workout-loads'
import { SUMS_OF_WORKOUTS } from '@/store/db/queries/workouts/workout-totals'
import { BOXES } from './check-bounding-boxes'
import { FIRST_VISITS } from './check-first-visits'
import { DERIVED_VALUES } from './derived-values'
import { type DerivedValues, formatWrongRows, MAX_EXAMPLES, type WrongRows } from './wrong-values'

/** A part of the database that was checked. */
export interface Finding {
  what: string
  /** The problem; undefined when the part is intact. */
  problem: string | undefined
  /** One line for each of the first wrong values, and how many rows are not listed. */
  details?: readonly string[]
  /** `table.column` of the values that were recomputed. */
  columns?: readonly string[]
  /** Repairs the part; undefined when nothing is wrong or only a backup can help. */
  repair?: () => Promise<void>
}

/** Creates the result of checking derived values. */
export const findingOf = (
  { what, columns }: Pick<DerivedValues, 'what' | 'columns'>,
  wrong: WrongRows,
  repair?: () => Promise<void>,
): Finding => ({
  ...{ what, columns },
  problem: wrong.count > 0 ? `wrong in ${wrong.count} row(s)` : undefined,
  details: formatWrongRows(wrong),
  ...(wrong.count > 0 && repair && { repair }),
})

/**
 * Checks the pages and foreign keys of a database, and the derived values that queries recompute. `checkMore` recomputes
 * others; it is called only when the pages are intact.
 */
export async function checkDatabase(
  { db, sqlite }: OpenDatabase,
  checkMore: (db: Db) => Promise<Finding[]> = async () => [],
): Promise<Finding[]> {
  const damage = damageOf(sqlite)
  // Nothing read from damaged pages can be trusted.
  if (damage.length > 0) return [{ what: 'pages', problem: inShort(damage) }]
  return [
    { what: 'pages', problem: undefined },
    checkReferences({ db, sqlite }),
    ...(await checkDerived(db, [...DERIVED_VALUES, ...BOXES])),
    ...(await checkMore(db)),
    // Repairs of loads change their sums, and those of tiles change first visits.
    ...(await checkDerived(db, [SUMS_OF_WORKOUTS, SUMS_OF_LOADS, FIRST_VISITS])),
  ]
}

function checkReferences({ db, sqlite }: Pick<OpenDatabase, 'db' | 'sqlite'>): Finding {
  const dangling = sqlite.pragma('foreign_key_check') as {
    table: string
    rowid: number | null
    parent: string
  }[]
  const tables = [...new Set(dangling.map(({ table }) => table))]
  const lines = dangling
    .slice(0, MAX_EXAMPLES)
    .map(
      ({ table, rowid, parent }) =>
        `${table}${rowid === null ? '' : ` (row ${rowid})`}: no such row of ${parent}`,
    )
  const more = dangling.length - lines.length
  return {
    what: 'references',
    problem: dangling.length > 0 ? `${dangling.length} in ${tables.join(', ')}` : undefined,
    details: more > 0 ? [...lines, `and ${more} more row(s)`] : lines,
    ...(dangling.length > 0 && {
      repair: async () => {
        for (const table of tables) await writeTo(db, (tx) => repairReferences(tx, table))
      },
    }),
  }
}

/** Finds the wrong rows of each kind of derived values. */
export async function checkDerived(db: Db, all: readonly DerivedValues[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const values of all)
    findings.push(findingOf(values, await values.find(db), () => writeTo(db, values.repair)))
  return findings
}

/** Violated CHECK constraints are reported separately, because they can be repaired. */
const isDamage = (text: string) => text !== 'ok' && !text.startsWith('CHECK constraint failed')

/** The damage that SQLite finds in the pages, or its error when it cannot check them. */
function damageOf(sqlite: OpenDatabase['sqlite']): string[] {
  try {
    const pages = sqlite.pragma('integrity_check') as { integrity_check: string }[]
    return pages.map((row) => row.integrity_check).filter(isDamage)
  } catch (error) {
    if (isDamaged(error)) return [error.message]
    throw error
  }
}

/** Maximum number of page errors to list; the others are of the same kind. */
const MAX_LISTED = 3

const inShort = (damage: readonly string[]) =>
  [
    ...damage.slice(0, MAX_LISTED),
    ...(damage.length > MAX_LISTED ? [`${damage.length - MAX_LISTED} more`] : []),
  ].join('; ')
