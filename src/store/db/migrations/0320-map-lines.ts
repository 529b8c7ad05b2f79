/**
 * `workout_lines` has the line of each recording with positions, simplified for a map of all workouts, at three
 * precisions. Those of recordings that are there already are made in the background; `unmapped_workouts` lists them.
 */
export const mapLines = [
  `create table workout_lines (
    workout_id integer primary key references workouts (id) on delete cascade,
    coarse blob not null,
    medium blob not null,
    fine blob not null
  ) strict`,
  `create table unmapped_workouts (
    workout_id integer primary key references workouts (id) on delete cascade
  ) strict`,
  'insert into unmapped_workouts (workout_id) select distinct workout_id from segments',
]
