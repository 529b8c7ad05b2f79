/**
 * `remeasurements` has the last request of each user to measure all recordings again, newest first. `next_date` and
 * `next_id` are the position of the next workout; both are null once the request has ended. `attempts` counts how often
 * the measuring of the next workout has begun, to skip a recording that crashes the server. `failures` are the first
 * workouts that could not be measured.
 */
export const remeasurements = [
  `create table remeasurements (
    user_id integer primary key references users (id) on delete cascade,
    measurements text not null check (measurements in ('device', 'fittrackee')),
    next_date integer,
    next_id integer,
    attempts integer not null default 0,
    done integer not null default 0,
    failed integer not null default 0,
    total integer not null,
    failures text not null default '[]' check (json_valid(failures)),
    is_aborted integer not null default 0 check (is_aborted in (0, 1)),
    started_at integer not null,
    ended_at integer
  ) strict`,
  'create index remeasurements_open on remeasurements (total) where ended_at is null',
  `create index workouts_recorded on workouts (user_id, workout_date desc, id desc)
    where original_file is not null`,
]
