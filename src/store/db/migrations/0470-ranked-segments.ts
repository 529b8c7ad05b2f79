/**
 * Lines on which users compare their times; `segments` are the parts of a recording. `segment_efforts` has each pass of a
 * workout over a line, and `segment_bests` the fastest one of each user among those that an audience may see, so that a
 * leaderboard reads as many rows as it returns. `unmatched_segments` lists what has yet to be compared in the background.
 */
export const rankedSegments = [
  `create table ranked_segments (
    id integer primary key autoincrement,
    short_id text not null unique,
    user_id integer not null references users (id) on delete cascade,
    name text not null,
    sport_id integer not null references sports (id),
    sport_group text not null,
    visibility text not null check (visibility in ('public', 'followers_only', 'private')),
    is_recorded integer not null check (is_recorded in (0, 1)),
    is_hidden integer not null check (is_hidden in (0, 1)),
    line text not null check (json_valid(line)),
    length real not null,
    ascent real,
    grade real,
    created_at integer not null
  ) strict`,
  'create index ranked_segments_user on ranked_segments (user_id, id desc)',
  'create virtual table ranked_segment_boxes using rtree (id, south, north, west, east)',
  `create trigger ranked_segments_deleted after delete on ranked_segments
    begin delete from ranked_segment_boxes where id = old.id; end`,
  `create table segment_efforts (
    id integer primary key,
    segment_id integer not null references ranked_segments (id) on delete cascade,
    workout_id integer not null references workouts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    started_at integer not null,
    duration real not null check (duration > 0),
    is_hidden integer not null check (is_hidden in (0, 1))
  ) strict`,
  `create index segment_efforts_fastest on segment_efforts (segment_id, user_id, duration, id)`,
  `create index segment_efforts_latest
    on segment_efforts (segment_id, user_id, started_at desc, id desc)`,
  'create index segment_efforts_workout on segment_efforts (workout_id, started_at)',
  'create index segment_efforts_user on segment_efforts (user_id)',
  `create table segment_bests (
    segment_id integer not null references ranked_segments (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    audience text not null check (audience in ('public', 'followers_only', 'private')),
    effort_id integer not null references segment_efforts (id) on delete cascade,
    duration real not null,
    primary key (segment_id, user_id, audience)
  ) strict, without rowid`,
  `create index segment_bests_fastest
    on segment_bests (segment_id, duration, effort_id, audience, user_id)`,
  'create index segment_bests_effort on segment_bests (effort_id)',
  'create index segment_bests_user on segment_bests (user_id)',
  `create table unmatched_segments (
    workout_id integer not null references workouts (id) on delete cascade,
    segment_id integer not null references ranked_segments (id) on delete cascade,
    primary key (workout_id, segment_id)
  ) strict, without rowid`,
  'create index unmatched_segments_segment on unmatched_segments (segment_id)',
]
