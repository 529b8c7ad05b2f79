import { type Kysely, sql } from 'kysely'

/** A database or transaction, whatever its tables. */
type Executor = Pick<Kysely<unknown>, 'getExecutor'>

/** A column with a fixed set of values, and the value that replaces any other; undefined deletes the row. */
export interface AllowedValues {
  table: string
  column: string
  kind: 'role' | 'visibility' | 'boolean' | 'json'
  replacement: string | number | null | undefined
}

const visibility = (column: string): AllowedValues[] => {
  const [table = '', name = ''] = column.split('.')
  return [{ table, column: name, kind: 'visibility', replacement: 'private' }]
}

/** A boolean counts as false unless it is 1, so that is what replaces other numbers. */
const booleans = (table: string, columns: readonly string[]): AllowedValues[] =>
  columns.map((column) => ({ table, column, kind: 'boolean', replacement: 0 }))

const json = (
  table: string,
  columns: readonly string[],
  replacement: AllowedValues['replacement'],
): AllowedValues[] => columns.map((column) => ({ table, column, kind: 'json', replacement }))

/**
 * Columns that get a CHECK constraint. NOTE never change this list; a column that is
 * added later brings its constraint with it (`add column … check (…)`).
 */
export const ALLOWED_VALUES: readonly AllowedValues[] = [
  { table: 'users', column: 'role', kind: 'role', replacement: 'user' },
  ...[
    ...['users.workouts_visibility', 'users.analysis_visibility', 'users.map_visibility'],
    ...['users.hr_visibility', 'users.calories_visibility', 'equipments.visibility'],
    ...['workouts.workout_visibility', 'workouts.analysis_visibility', 'workouts.map_visibility'],
    'comments.text_visibility',
  ].flatMap(visibility),
  ...booleans('users', [
    ...['is_active', 'weekm', 'imperial_units', 'display_ascent', 'start_elevation_at_zero'],
    ...['use_raw_gpx_speed', 'use_dark_mode', 'split_workout_charts'],
    ...['manually_approves_followers', 'hide_profile_in_users_directory'],
  ]),
  ...booleans('workouts', ['is_analysed', 'is_device_read', 'is_routed']),
  ...booleans('user_tasks', ['is_errored', 'is_aborted', 'is_at_once']),
  ...['sports', 'equipment_types', 'equipments', 'sport_preferences'].flatMap((table) =>
    booleans(table, ['is_active']),
  ),
  ...booleans('appeals', ['is_approved']),
  ...booleans('notifications', ['is_read']),
  ...booleans('reports', ['is_resolved']),
  ...booleans('route_workouts', ['is_opposite']),
  ...booleans('server_move_steps', ['is_done']),
  ...booleans('workout_loads', ['is_estimated']),
  ...json('users', ['notification_preferences', 'messages_preferences'], '{}'),
  ...json('user_tasks', ['options', 'results'], '{}'),
  ...json('oauth2_apps', ['redirect_uris'], '[]'),
  ...json('workouts', ['weather_start', 'weather_end', 'import_warnings'], null),
  ...json('device_laps', ['content'], undefined),
  ...json('former_recordings', ['content'], undefined),
]

/** The condition that a value fulfils, as SQL; null fulfils it where the column may be null. */
export function conditionOf({ column, kind }: AllowedValues): string {
  switch (kind) {
    case 'role':
      return `${column} in ('user', 'moderator', 'admin', 'owner')`
    case 'visibility':
      return `${column} in ('public', 'followers_only', 'private')`
    case 'boolean':
      return `${column} in (0, 1)`
    case 'json':
      return `json_valid(${column})`
  }
}

/** Replaces values that are not allowed; returns how many rows had one. */
export async function replaceForbiddenValues(
  db: Executor,
  allowed: AllowedValues,
): Promise<number> {
  const { table, column, replacement } = allowed
  const isForbidden = sql`not ${sql.raw(conditionOf({ ...allowed, column: `+${column}` }))}`
  const { numAffectedRows = 0n } =
    replacement === undefined
      ? await sql`delete from ${sql.table(table)} where ${isForbidden}`.execute(db)
      : await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.lit(replacement)}
          where ${isForbidden}`.execute(db)
  return Number(numAffectedRows)
}

/** A foreign key of a table, with its columns in order. */
interface ForeignKey {
  parent: string
  columns: { from: string; to: string }[]
  onDelete: string
}

/** The foreign keys of a table that a row violates. */
async function listViolatedKeys(db: Executor, table: string): Promise<ForeignKey[]> {
  const { rows } = await sql<{
    id: number
    table: string
    from: string
    to: string | null
    on_delete: string
  }>`select * from pragma_foreign_key_list(${sql.lit(table)})
    where id in (select fkid from pragma_foreign_key_check(${sql.lit(table)}))
    order by id, seq`.execute(db)
  const keys = Map.groupBy(rows, ({ id }) => id)
  return [...keys.values()].map((columns) => ({
    parent: columns[0]?.table ?? '',
    // Without a column, the primary key is meant, which is `id` in every parent table of ours.
    columns: columns.map(({ from, to }) => ({ from, to: to ?? 'id' })),
    onDelete: columns[0]?.on_delete ?? '',
  }))
}

/**
 * Repairs rows of a table that refer to missing rows, as their foreign keys would have done when the parent was deleted: sets the
 * reference to null or deletes the row. Returns the number of rows changed.
 */
export async function repairReferences(db: Executor, table: string): Promise<number> {
  let repaired = 0n
  for (const { parent, columns, onDelete } of await listViolatedKeys(db, table)) {
    const pairs = columns.map(({ from, to }) => ({
      child: sql.ref(`${table}.${from}`),
      parent: sql.ref(`parent.${to}`),
      from: sql.ref(from),
      to,
    }))
    const [only] = pairs.length === 1 ? pairs : []
    // Looks up each value once, as many rows share one.
    const isDangling = only
      ? sql`${only.child} in (select distinct ${only.from} from ${sql.table(table)}
          except select ${sql.ref(only.to)} from ${sql.table(parent)})`
      : sql`${sql.join(
          pairs.map(({ child }) => sql`${child} is not null`),
          sql` and `,
        )} and not exists (select 1 from ${sql.table(parent)} as parent where ${sql.join(
          pairs.map((pair) => sql`${pair.parent} = ${pair.child}`),
          sql` and `,
        )})`
    const { numAffectedRows = 0n } =
      onDelete === 'SET NULL'
        ? await sql`update ${sql.table(table)} set ${sql.join(
            pairs.map(({ from }) => sql`${from} = null`),
          )} where ${isDangling}`.execute(db)
        : await sql`delete from ${sql.table(table)} where ${isDangling}`.execute(db)
    repaired += numAffectedRows
  }
  return Number(repaired)
}

/**
 * Adds foreign keys to tables. NOTE SQLite has no statement for that. A copy of each table with its indexes would take most of
 * the upgrade, so this edits the definition (https://sqlite.org/lang_altertable.html, section 7): foreign keys change nothing
 * in how rows are stored. The caller repairs rows that refer to missing rows, and allows edits of `sqlite_schema`.
 */
async function addReferences(
  db: Executor,
  references: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await sql`pragma writable_schema = on`.execute(db)
  for (const [table, foreignKeys] of Object.entries(references)) {
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_schema where type = 'table' and name = ${table}`.execute(db)
    const text = rows[0]?.sql ?? ''
    const end = text.lastIndexOf(')')
    const changed = `${text.slice(0, end)}, ${foreignKeys.join(', ')}${text.slice(end)}`
    await sql`update sqlite_schema set sql = ${changed} where type = 'table' and name = ${table}`.execute(
      db,
    )
  }
  // Has SQLite read the definitions again.
  await sql`pragma writable_schema = reset`.execute(db)
}

/** Foreign keys that were missing, by table. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  efforts: [
    'foreign key (user_id) references users (id) on delete cascade',
    'foreign key (sport_id) references sports (id)',
  ],
  segment_pieces: ['foreign key (user_id) references users (id) on delete cascade'],
  route_workouts: ['foreign key (sport_id) references sports (id)'],
  notifications: [
    'foreign key (report_id) references reports (id) on delete cascade',
    'foreign key (report_action_id) references report_actions (id) on delete cascade',
    'foreign key (task_id) references user_tasks (id) on delete cascade',
  ],
}

/** Copies the columns of these rows that repeat their workout from it, rather than delete rows that can be corrected. */
const CORRECTIONS = [
  `update efforts set (user_id, sport_id, workout_date) =
      (select user_id, sport_id, workout_date from workouts where id = workout_id)
    where workout_id in (select id from workouts)
      and (user_id not in (select id from users) or sport_id not in (select id from sports))`,
  `update segment_pieces set user_id = (
      select workouts.user_id from segments join workouts on workouts.id = segments.workout_id
      where segments.id = segment_id)
    where user_id not in (select id from users) and segment_id in (
      select segments.id from segments join workouts on workouts.id = segments.workout_id)`,
  `update route_workouts set (sport_id, workout_date) =
      (select sport_id, workout_date from workouts where id = workout_id)
    where workout_id in (select id from workouts) and sport_id not in (select id from sports)`,
  `delete from routes where workout_id not in (select id from workouts)`,
  `update workouts set is_routed = 0 where id in (
    select workout_id from route_workouts where route_id not in (select id from routes))`,
]

/** The `sport_id` 0 of thresholds stands for all sports, which is not a row of `sports`, so another column refers to sports. */
const SPORTS_OF_THRESHOLDS = `
  alter table thresholds add column one_sport_id integer
    generated always as (nullif(sport_id, 0)) virtual references sports (id)`

const INDEXES = [
  `create index notifications_report_action on notifications (report_action_id)
    where report_action_id is not null`,
  'create index notifications_report on notifications (report_id) where report_id is not null',
  'analyze notifications',
]

/**
 * Adds CHECK constraints for roles, visibilities, booleans and JSON, and foreign keys that were missing. Rows that violate
 * one are corrected first: an upgrade must not fail because of one row.
 */
export async function addConstraints(db: Kysely<unknown>): Promise<void> {
  const repairs: [string, number][] = []
  for (const allowed of ALLOWED_VALUES) {
    const { table, column } = allowed
    repairs.push([`values of ${table}.${column}`, await replaceForbiddenValues(db, allowed)])
    const constraint = `${table}_${column}_allowed check (${conditionOf(allowed)})`
    await sql.raw(`alter table ${table} add constraint ${constraint}`).execute(db)
  }
  for (const statement of [...CORRECTIONS, SPORTS_OF_THRESHOLDS])
    await sql.raw(statement).execute(db)
  await addReferences(db, REFERENCES)
  for (const table of ['thresholds', ...Object.keys(REFERENCES)])
    repairs.push([`references of ${table}`, await repairReferences(db, table)])
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
  for (const [what, count] of repairs)
    if (count > 0) process.stderr.write(`0190-constraints: corrected ${what} in ${count} row(s)\n`)
}
