/** Background tasks. A row is the job: how far it has come is written together with what it has made. */
export const tasks = [
  `create table user_tasks (
    id integer primary key,
    short_id text not null unique,
    user_id integer not null references users (id) on delete cascade,
    type text not null,
    created_at integer not null,
    updated_at integer,
    progress integer not null default 0,
    is_errored integer not null default 0,
    is_aborted integer not null default 0,
    claimed_by text,
    heartbeat_at integer,
    served_at integer not null default 0,
    spent_ms integer not null default 0,
    file_path text,
    file_size integer,
    files_count integer not null default 0,
    files_done integer not null default 0,
    new_workouts_count integer not null default 0,
    original_file_name text,
    sport_id integer,
    options text not null default '{}',
    error text
  ) strict`,
  `create index user_tasks_of_user on user_tasks (user_id, type, id desc)`,
  `create index user_tasks_of_type on user_tasks (type, id desc)`,
  `create index user_tasks_open on user_tasks (served_at, id)
    where progress < 100 and is_errored = 0 and is_aborted = 0`,
  `create table user_task_errors (
    task_id integer not null references user_tasks (id) on delete cascade,
    path text not null,
    message text not null,
    primary key (task_id, path)
  ) strict, without rowid`,
]
