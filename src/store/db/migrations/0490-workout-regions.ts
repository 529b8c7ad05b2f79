/**
 * `workout_regions` has the countries and regions that each workout with positions passes, whatever its sport, with the
 * share of its explorer tiles in them. `unlocated_workouts` lists the workouts whose regions are not known yet; they are
 * found in the background.
 */
export const workoutRegions = [
  `create table workout_regions (
    workout_id integer not null references workouts (id) on delete cascade,
    country text not null,
    region text not null,
    share real not null check (share > 0 and share <= 1),
    primary key (workout_id, country, region)
  ) strict, without rowid`,
  `create table unlocated_workouts (
    workout_id integer primary key references workouts (id) on delete cascade
  ) strict`,
  'insert into unlocated_workouts (workout_id) select workout_id from workout_tiles',
]
