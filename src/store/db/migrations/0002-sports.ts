/** The catalogue of sports with each user's preferences; equipment and its default sports. */
export const sports = [
  `create table sports (
    id integer primary key,
    label text not null unique,
    is_active integer not null default 1,
    stopped_speed_threshold real not null,
    pace_speed_display text not null
  ) strict`,
  `create table sport_preferences (
    user_id integer not null references users (id) on delete cascade,
    sport_id integer not null references sports (id),
    color text,
    is_active integer not null default 1,
    stopped_speed_threshold real not null,
    pace_speed_display text not null,
    primary key (user_id, sport_id)
  ) strict, without rowid`,
  `create table equipment_types (
    id integer primary key,
    label text not null unique,
    is_active integer not null default 1
  ) strict`,
  `create table equipments (
    id integer primary key,
    short_id text not null unique,
    user_id integer not null references users (id) on delete cascade,
    equipment_type_id integer not null references equipment_types (id),
    label text not null,
    description text,
    is_active integer not null default 1,
    visibility text not null default 'private',
    creation_date integer not null,
    total_distance real not null default 0,
    total_duration integer not null default 0,
    total_moving integer not null default 0,
    total_workouts integer not null default 0,
    unique (user_id, label)
  ) strict`,
  `create index equipments_type on equipments (equipment_type_id)`,
  `create table default_equipments (
    id integer primary key,
    user_id integer not null,
    sport_id integer not null,
    equipment_id integer not null references equipments (id) on delete cascade,
    unique (user_id, sport_id, equipment_id),
    foreign key (user_id, sport_id) references sport_preferences (user_id, sport_id) on delete cascade
  ) strict`,
  `create index default_equipments_item on default_equipments (equipment_id)`,
]
