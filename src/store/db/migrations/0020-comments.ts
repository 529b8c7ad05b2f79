/** Comments on workouts, who is mentioned in them and who likes them. Comments outlive their workout. */
export const comments = [
  `create table comments (
    id integer primary key,
    short_id text not null unique,
    user_id integer not null references users (id) on delete cascade,
    workout_id integer references workouts (id) on delete set null,
    text text not null,
    text_visibility text not null,
    created_at integer not null,
    modification_date integer,
    suspended_at integer
  ) strict`,
  `create index comments_workout on comments (workout_id, created_at, id)`,
  `create index comments_user on comments (user_id, workout_id)`,
  `create table mentions (
    comment_id integer not null references comments (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at integer not null,
    primary key (comment_id, user_id)
  ) strict, without rowid`,
  `create index mentions_user on mentions (user_id)`,
  `create table comment_likes (
    id integer primary key,
    comment_id integer not null references comments (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at integer not null,
    unique (comment_id, user_id)
  ) strict`,
  `create index comment_likes_user on comment_likes (user_id)`,
]
