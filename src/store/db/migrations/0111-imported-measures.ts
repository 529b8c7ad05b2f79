const NOTED = ['weights', 'thresholds', 'zone_rules']

/** Which import noted weights, thresholds and how zones are made, so that it can be taken back. */
export const importedMeasures = NOTED.flatMap((table) => [
  `alter table ${table} add column import_task_id integer
    references user_tasks (id) on delete set null`,
  `create index ${table}_import on ${table} (import_task_id) where import_task_id is not null`,
])
