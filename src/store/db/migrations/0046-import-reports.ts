/** What became of every file of an import, kept with its task. */
export const importReports = [
  `create table import_entries (
    id integer primary key,
    task_id integer not null references user_tasks (id) on delete cascade,
    name text not null,
    result text not null,
    reason text not null default '',
    workout_short_id text
  ) strict`,
  `create index import_entries_task on import_entries (task_id, id)`,
]
