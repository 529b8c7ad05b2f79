/**
 * Edits of recordings. `workouts.edits` is null for recordings that are as their files are. The workouts of a recording
 * that was split have the same `split_id`. `excluded_efforts` are efforts that their owner excluded from rankings.
 */
export const edits = [
  'alter table workouts add column edits text check (json_valid(edits))',
  'alter table workouts add column split_id text',
  'create index workouts_split on workouts (user_id, split_id) where split_id is not null',
  `create table excluded_efforts (
    workout_id integer not null references workouts (id) on delete cascade,
    kind text not null,
    target real not null,
    primary key (workout_id, kind, target)
  ) strict, without rowid`,
]
