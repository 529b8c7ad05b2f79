/**
 * What recordings hold besides their points: laps of the device, as JSON, and further columns of each segment,
 * compressed. Those of workouts that are there already are read from their originals in the background;
 * `is_device_read` is 0 for them.
 */
export const deviceData = [
  'alter table workouts add column is_device_read integer not null default 0',
  `create index workouts_device_unread on workouts (id)
    where is_device_read = 0 and original_file is not null`,
  `create table device_laps (
    workout_id integer primary key references workouts (id) on delete cascade,
    content text not null
  ) strict`,
  `create table segment_streams (
    segment_id integer primary key references segments (id) on delete cascade,
    streams blob not null
  ) strict`,
]
