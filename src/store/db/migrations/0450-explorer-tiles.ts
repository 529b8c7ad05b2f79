/**
 * `workout_tiles` has the explorer tiles of each recording with positions, whatever its sport, and `first_visits`, for
 * each user and block of tiles, which workout visited which tiles first; `north` and `south` are the bits of
 * `BlockTiles`. Recordings that are there already are counted in the background; `uncounted_workouts` lists them.
 * `visit_recounts` lists the users whose first visits must be computed again because one of their workouts was deleted,
 * or does not have them any more.
 */
export const explorerTiles = [
  `create table workout_tiles (
    workout_id integer primary key references workouts (id) on delete cascade,
    tiles blob not null
  ) strict`,
  `create table first_visits (
    user_id integer not null references users (id) on delete cascade,
    block integer not null,
    workout_date integer not null,
    workout_id integer not null references workouts (id) on delete cascade,
    north integer not null,
    south integer not null,
    primary key (user_id, block, workout_date, workout_id)
  ) strict, without rowid`,
  'create index first_visits_workout on first_visits (workout_id)',
  `create table uncounted_workouts (
    workout_id integer primary key references workouts (id) on delete cascade
  ) strict`,
  `create table visit_recounts (
    user_id integer primary key references users (id) on delete cascade
  ) strict`,
  'insert into uncounted_workouts (workout_id) select distinct workout_id from segments',
]
