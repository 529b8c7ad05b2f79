const visibility = (table: string) =>
  `alter table ${table} add column media_visibility text not null default 'private'
    check (media_visibility in ('public', 'followers_only', 'private'))`

/** After inserting, changing or deleting a photo, counts those of the workout that it belongs to or belonged to. */
const counted = (row: 'new' | 'old') =>
  `update workouts set photo_count = (select count(*) from photos where workout_id = ${row}.workout_id)
    where id = ${row}.workout_id`

/**
 * Photos of workouts. They are uploaded before they are attached to a workout; those that are not attached are deleted
 * after some time. `name` is the secret in the URLs of the files.
 */
export const photos = [
  visibility('users'),
  visibility('workouts'),
  'alter table workouts add column photo_count integer not null default 0 check (photo_count >= 0)',
  'alter table app_config add column max_image_size integer not null default 20971520',
  `create table photos (
    id integer primary key autoincrement,
    short_id text not null unique,
    name text not null unique,
    user_id integer not null references users (id) on delete cascade,
    workout_id integer references workouts (id) on delete cascade,
    position integer not null default 0,
    description text not null default '',
    file text not null,
    screen_file text not null,
    thumbnail_file text not null,
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    taken_at integer,
    latitude real check (latitude between -90 and 90),
    longitude real check (longitude between -180 and 180),
    created_at integer not null,
    unattached_since integer,
    check ((latitude is null) = (longitude is null)),
    check ((workout_id is null) = (unattached_since is not null))
  ) strict`,
  'create index photos_workout on photos (workout_id, position, id)',
  'create index photos_user on photos (user_id, id)',
  'create index photos_unattached on photos (unattached_since) where unattached_since is not null',
  `create trigger photos_inserted after insert on photos when new.workout_id is not null begin
    ${counted('new')};
  end`,
  `create trigger photos_deleted after delete on photos when old.workout_id is not null begin
    ${counted('old')};
  end`,
  `create trigger photos_moved after update of workout_id on photos
    when new.workout_id is not old.workout_id begin
    ${counted('old')};
    ${counted('new')};
  end`,
]
