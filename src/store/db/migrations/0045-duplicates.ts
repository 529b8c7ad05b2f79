/**
 * Which file a workout was made of, originals that are kept beside it, and pairs of workouts that may be one. Pairs are
 * found when workouts are written; those that are there already are found here, by the index of dates.
 */
export const duplicates = [
  'alter table workouts add column original_hash text',
  `create index workouts_hash on workouts (user_id, original_hash) where original_hash is not null`,
  `create index workouts_unhashed on workouts (id)
    where original_hash is null and original_file is not null`,
  `create table kept_originals (
    id integer primary key,
    workout_id integer not null references workouts (id) on delete cascade,
    path text not null unique,
    hash text
  ) strict`,
  `create index kept_originals_workout on kept_originals (workout_id)`,
  `create table workout_duplicates (
    workout_id integer not null references workouts (id) on delete cascade,
    twin_id integer not null references workouts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    dismissed_at integer,
    primary key (workout_id, twin_id)
  ) strict, without rowid`,
  `create index workout_duplicates_twin on workout_duplicates (twin_id)`,
  `create index workout_duplicates_open on workout_duplicates (user_id, workout_id desc, twin_id desc)
    where dismissed_at is null`,
  `insert into workout_duplicates (workout_id, twin_id, user_id)
    select later.id, twin.id, later.user_id from workouts later
    join workouts twin on twin.user_id = later.user_id
      and twin.workout_date between later.workout_date - 60000 and later.workout_date + 60000
      and twin.id < later.id
      and twin.distance between later.distance * 0.98 and later.distance * 1.02`,
]
