const metrics = `
    duration integer not null,
    moving integer not null,
    pauses integer,
    distance real not null,
    ascent real,
    descent real,
    min_alt real,
    max_alt real,
    ave_speed real,
    max_speed real,
    ave_pace integer,
    best_pace integer,
    ave_cadence integer,
    max_cadence integer,
    ave_hr integer,
    max_hr integer,
    ave_power integer,
    max_power integer`

/** Workouts with their parts: segments, recorded points, personal records, likes, equipment used. */
export const workouts = [
  `create table workouts (
    id integer primary key,
    short_id text not null unique,
    user_id integer not null references users (id) on delete cascade,
    sport_id integer not null references sports (id),
    title text,
    description text,
    notes text,
    workout_date integer not null,
    creation_date integer not null,
    modification_date integer,${metrics},
    calories integer,
    source text,
    elevation_data_source text not null default 'file',
    workout_visibility text not null default 'private',
    analysis_visibility text not null default 'private',
    map_visibility text not null default 'private',
    suspended_at integer,
    original_file text,
    map_id text,
    map_file text,
    min_lat real,
    min_lon real,
    max_lat real,
    max_lon real,
    start_lat real,
    start_lon real,
    weather_start text,
    weather_end text
  ) strict`,
  `create index workouts_by_date on workouts (user_id, workout_date desc, id desc)`,
  `create index workouts_by_sport on workouts (user_id, sport_id, workout_date desc)`,
  `create index workouts_sport on workouts (sport_id)`,
  `create index workouts_map on workouts (map_id) where map_id is not null`,
  `create table segments (
    id integer primary key,
    short_id text not null unique,
    workout_id integer not null references workouts (id) on delete cascade,
    position integer not null,
    started_at integer not null,
    point_count integer not null,${metrics},
    unique (workout_id, position)
  ) strict`,
  `create table segment_points (
    segment_id integer primary key references segments (id) on delete cascade,
    points blob not null
  ) strict`,
  `create table records (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    sport_id integer not null references sports (id),
    workout_id integer not null references workouts (id) on delete cascade,
    record_type text not null,
    workout_date integer not null,
    value integer not null,
    unique (user_id, sport_id, record_type)
  ) strict`,
  `create index records_workout on records (workout_id)`,
  `create table workout_likes (
    workout_id integer not null references workouts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at integer not null,
    primary key (workout_id, user_id)
  ) strict, without rowid`,
  `create index workout_likes_user on workout_likes (user_id)`,
  `create table workout_equipments (
    workout_id integer not null references workouts (id) on delete cascade,
    equipment_id integer not null references equipments (id) on delete cascade,
    primary key (workout_id, equipment_id)
  ) strict, without rowid`,
  `create index workout_equipments_item on workout_equipments (equipment_id)`,
]
