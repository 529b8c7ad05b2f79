import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { LISTED_COLUMNS, type ListedWorkout, type WorkoutRow } from './workouts'

const ofEvent = prepared((db, of: Placeholders<{ userId: number; eventId: string }>) =>
  db
    .selectFrom('workouts')
    .select(LISTED_COLUMNS)
    .where('user_id', '=', of.userId)
    .where('event_id', '=', of.eventId)
    .orderBy('leg'),
)

/** The legs of the multisport event to which a workout belongs, in order; empty without an event. */
export async function listLegs<Row extends Pick<WorkoutRow, 'user_id' | 'event_id'>>(
  db: Db,
  { user_id: userId, event_id: eventId }: Row,
): Promise<ListedWorkout[]> {
  return eventId === null ? [] : ofEvent.all(db, { userId, eventId })
}

const ofSplit = prepared((db, of: Placeholders<{ userId: number; splitId: string }>) =>
  db
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', of.userId)
    .where('split_id', '=', of.splitId)
    .orderBy('workout_date')
    .orderBy('id'),
)

/** The workouts with the parts of a recording that was split, in order of time. */
export const listSplitParts = (
  db: Db,
  of: { userId: number; splitId: string },
): Promise<WorkoutRow[]> => ofSplit.all(db, of)
