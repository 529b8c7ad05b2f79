import type { AppContext } from '@/services/context'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import type { InTransaction } from '@/store/db/connections/transact'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import type { FileOutcome, StoreResult } from './store-workouts'

type Tx = InTransaction<AppContext>

/** Queues the events of the workouts that entries have created, or whose recordings they have replaced. */
export async function queueStoredEvents(tx: Tx, results: readonly StoreResult[]): Promise<void> {
  for (const { result, row, workout } of results) {
    if (row) await queueWorkoutEvent(tx, 'workout.created', row)
    if (result !== 'replaced') continue
    const replaced = await findWorkout(tx.db, workout.short_id)
    if (replaced) await queueWorkoutEvent(tx, 'workout.changed', replaced)
  }
}

/** Queues the events of files that were imported together. */
export const queueEventsOfFiles = (tx: Tx, outcomes: readonly FileOutcome[]): Promise<void> =>
  queueStoredEvents(
    tx,
    outcomes.flatMap(({ stored, further = [] }) => (stored ? [stored, ...further] : [])),
  )
