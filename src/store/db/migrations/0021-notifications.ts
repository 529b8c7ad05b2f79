/**
 * What users are told about. A notification goes with the workout or comment it is about; those about reports,
 * sanctions and tasks outlive what they are about and are removed by name.
 */
export const notifications = [
  `create table notifications (
    id integer primary key,
    short_id text not null unique,
    type text not null,
    from_user_id integer not null references users (id) on delete cascade,
    to_user_id integer not null references users (id) on delete cascade,
    created_at integer not null,
    is_read integer not null default 0,
    workout_id integer references workouts (id) on delete cascade,
    comment_id integer references comments (id) on delete cascade,
    report_id integer,
    report_action_id integer,
    task_id integer
  ) strict`,
  `create unique index notifications_once on notifications (to_user_id, from_user_id, type,
    coalesce(comment_id, workout_id, report_action_id, report_id, task_id, 0))`,
  `create index notifications_newest on notifications (to_user_id, created_at desc, id desc)`,
  `create index notifications_from on notifications (from_user_id)`,
  `create index notifications_comment on notifications (comment_id) where comment_id is not null`,
  `create index notifications_workout on notifications (workout_id) where workout_id is not null`,
  `create index notifications_task on notifications (task_id) where task_id is not null`,
]
