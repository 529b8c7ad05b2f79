/**
 * Legs of a multisport event: workouts from one recording with the same `event_id`. `leg` is the number of the leg in
 * the file, null for a workout from a whole file.
 */
export const legs = [
  'alter table workouts add column event_id text',
  'alter table workouts add column leg integer check (leg > 0)',
  `alter table workouts add column is_transition integer not null default 0
    check (is_transition in (0, 1))`,
  `create index workouts_event on workouts (user_id, event_id, leg) where event_id is not null`,
]
