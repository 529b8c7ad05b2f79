import { statSync } from 'node:fs'
import { HOUR } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { emptyLog, fileOf } from '@/store/db/connections/maintenance'
import { transact } from '@/store/db/connections/transact'
import { findVacuum, saveVacuum } from '@/store/db/queries/tasks/job-runs'
import { requireSpace } from '@/store/db/schema/vacuum'
import { runBulkWrite } from './bulk-write'
import type { IdleWork } from './idle-work'

/**
 * Size in bytes of the largest database that is vacuumed while the server runs: nothing can be written for some
 * seconds.
 */
const MAX_BYTES = 256 * 1024 * 1024
/** Time until the next attempt after a failure. */
const RETRY = HOUR

/**
 * Idle work that vacuums the database after an account was deleted, and once after an upgrade from a release that did
 * not vacuum. `secure_delete` overwrites deleted rows, but not the copies that SQLite leaves in the unused part of a
 * page when it moves rows to another page.
 */
export function vacuumingAfterDeletions(ctx: AppContext): IdleWork {
  const { db, clock, log } = ctx
  let notBefore = Number.NEGATIVE_INFINITY
  const isTooLarge = (file: string) => {
    if (statSync(file).size <= MAX_BYTES) return false
    log.warn('data of deleted accounts may remain in the database file: run milepost db vacuum')
    return true
  }
  const next = async () => {
    const file = fileOf(db)
    if (file === undefined || clock.elapsed() < notBefore) return false
    if ((await findVacuum(db)) !== undefined) return false
    notBefore = clock.elapsed() + RETRY
    if (isTooLarge(file)) {
      notBefore = Number.POSITIVE_INFINITY
      return false
    }
    requireSpace(file, process.env)
    await runBulkWrite(ctx, ctx.vacuum)
    await emptyLog(db, ctx.checkpoint)
    await transact(ctx, (tx) => saveVacuum(tx.db, clock.now()))
    notBefore = Number.NEGATIVE_INFINITY
    return false
  }
  return { next, failure: 'what deleted accounts left in the database was not cleared' }
}
