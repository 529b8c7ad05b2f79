/**
 * `workout_thumbnails` has a small drawing of the route or effort of each recording. Those of recordings that are there
 * already are made in the background, together with their lines for the map.
 */
export const thumbnails = [
  `create table workout_thumbnails (
    workout_id integer primary key references workouts (id) on delete cascade,
    kind text not null check (kind in ('route', 'heart_rate', 'power', 'speed')),
    path text not null
  ) strict`,
  'insert or ignore into unmapped_workouts (workout_id) select distinct workout_id from segments',
]
