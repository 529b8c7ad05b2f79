/**
 * What an import made, so that it can be taken back exactly: the file that it put in its place for every entry, the
 * recordings that gave way to richer ones, equipment and comments. How many entries ended how is counted along with
 * them. Imports that were answered at once keep their reports, too.
 */
export const undo = [
  `alter table import_entries add column made text`,
  `update import_entries set made =
      (select original_file from workouts where short_id = import_entries.workout_short_id)
    where result = 'new'`,
  `create index import_entries_workout on import_entries (workout_short_id, id)
    where workout_short_id is not null`,
  `create table former_recordings (
    made text not null primary key,
    workout_id integer not null references workouts (id) on delete cascade,
    content text not null
  ) strict`,
  `create index former_recordings_workout on former_recordings (workout_id)`,
  `create index kept_originals_hash on kept_originals (hash) where hash is not null`,
  `alter table user_tasks add column results text not null default '{}'`,
  `alter table user_tasks add column is_at_once integer not null default 0`,
  `create index user_tasks_listed on user_tasks (user_id, type, id desc) where is_at_once = 0`,
  `alter table equipments add column import_task_id integer
    references user_tasks (id) on delete set null`,
  `create index equipments_import on equipments (import_task_id) where import_task_id is not null`,
  `alter table comments add column import_task_id integer
    references user_tasks (id) on delete set null`,
  `create index comments_import on comments (import_task_id) where import_task_id is not null`,
]
