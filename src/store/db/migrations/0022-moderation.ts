/**
 * Reports about users and what they wrote, what moderators note and do about them, and appeals against that. Reports
 * outlive everybody and everything they name; sanctions go with the account they are against.
 */
export const moderation = [
  `create table reports (
    id integer primary key autoincrement,
    created_at integer not null,
    updated_at integer,
    object_type text not null,
    note text not null,
    reported_by integer references users (id) on delete set null,
    reported_user_id integer references users (id) on delete set null,
    reported_comment_id integer references comments (id) on delete set null,
    reported_workout_id integer references workouts (id) on delete set null,
    is_resolved integer not null default 0,
    resolved_at integer,
    resolved_by integer references users (id) on delete set null
  ) strict`,
  `create index reports_newest on reports (created_at desc, id desc)`,
  `create index reports_unresolved on reports (id) where is_resolved = 0`,
  `create index reports_reporter on reports (reported_by, object_type)`,
  `create index reports_user on reports (reported_user_id)`,
  `create index reports_comment on reports (reported_comment_id) where reported_comment_id is not null`,
  `create index reports_workout on reports (reported_workout_id) where reported_workout_id is not null`,
  `create index reports_resolver on reports (resolved_by) where resolved_by is not null`,
  `create table report_comments (
    id integer primary key autoincrement,
    report_id integer not null references reports (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at integer not null,
    comment text not null
  ) strict`,
  `create index report_comments_report on report_comments (report_id, created_at, id)`,
  `create index report_comments_user on report_comments (user_id)`,
  `create table report_actions (
    id integer primary key autoincrement,
    short_id text not null unique,
    report_id integer not null references reports (id) on delete cascade,
    action_type text not null,
    created_at integer not null,
    moderator_id integer references users (id) on delete set null,
    user_id integer references users (id) on delete cascade,
    comment_id integer references comments (id) on delete set null,
    workout_id integer references workouts (id) on delete set null,
    reason text
  ) strict`,
  `create index report_actions_report on report_actions (report_id, created_at, id)`,
  `create index report_actions_user on report_actions (user_id, created_at desc, id desc)`,
  `create index report_actions_moderator on report_actions (moderator_id)`,
  `create index report_actions_comment on report_actions (comment_id) where comment_id is not null`,
  `create index report_actions_workout on report_actions (workout_id) where workout_id is not null`,
  `create table appeals (
    id integer primary key autoincrement,
    short_id text not null unique,
    action_id integer not null references report_actions (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    moderator_id integer references users (id) on delete set null,
    created_at integer not null,
    updated_at integer,
    is_approved integer,
    text text not null,
    reason text,
    unique (action_id, user_id)
  ) strict`,
  `create index appeals_user on appeals (user_id)`,
  `create index appeals_moderator on appeals (moderator_id) where moderator_id is not null`,
]
