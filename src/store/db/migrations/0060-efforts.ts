/**
 * The best efforts of recorded workouts. Those of workouts that are there already are found in the background;
 * `is_analysed` is 0 for them.
 */
export const efforts = [
  'alter table workouts add column is_analysed integer not null default 0',
  `create index workouts_unanalysed on workouts (id)
    where is_analysed = 0 and original_file is not null`,
  `create table efforts (
    workout_id integer not null references workouts (id) on delete cascade,
    kind text not null,
    target real not null,
    value real not null,
    start real not null,
    elapsed real not null,
    user_id integer not null,
    sport_id integer not null,
    workout_date integer not null,
    primary key (workout_id, kind, target)
  ) strict, without rowid`,
  `create index efforts_best on efforts
    (user_id, sport_id, kind, target, value, workout_date, workout_id)`,
]
