/** Which import added a photo, so that it can be undone for workouts that existed before. */
export const importedPhotos = [
  `alter table photos add column import_task_id integer
    references user_tasks (id) on delete set null`,
  'create index photos_import on photos (import_task_id) where import_task_id is not null',
]
