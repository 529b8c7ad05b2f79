/** Which import added a saved course or a ranked segment, so that it can be undone. */
export const importedLines = ['saved_courses', 'ranked_segments'].flatMap((table) => [
  `alter table ${table} add column import_task_id integer
    references user_tasks (id) on delete set null`,
  `create index ${table}_import on ${table} (import_task_id) where import_task_id is not null`,
])
