import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenDatabase } from '@/store/db/connections/open'

type Sqlite = OpenDatabase['sqlite']

const paths = (sqlite: Sqlite, query: string): string[] =>
  sqlite
    .prepare<[], { path: string }>(query)
    .all()
    .map(({ path }) => path)

/** Files that rows refer to. */
const REFERENCES = `
  select original_file as path from workouts where original_file is not null
  union all select map_file from workouts where map_file is not null
  union all select path from kept_originals
  union all select file_path from user_tasks where file_path is not null`

/** The holder of every record, computed independently: the best value, or of equal ones the earliest workout. */
const RECORDS = [
  ...[
    ['AS', 'ave_speed', 'desc'],
    ['MS', 'max_speed', 'desc'],
    ['FD', 'distance', 'desc'],
  ],
  ...[
    ['LD', 'moving', 'desc'],
    ['HA', 'ascent', 'desc'],
  ],
  ...[
    ['AP', 'ave_pace', 'asc'],
    ['BP', 'best_pace', 'asc'],
  ],
].map(
  ([type, column, order]) => `
  select '${type}' as type, user_id, sport_id, id from (
    select *, row_number() over (
      partition by user_id, sport_id order by ${column} ${order}, workout_date, id) as place
    from workouts where ${column} > 0) where place = 1`,
)

const TOTALS = `
  select e.id from equipments e left join (
    select we.equipment_id as id, count(*) as n, sum(w.distance) as distance,
      sum(w.duration) as duration, sum(w.moving) as moving
    from workout_equipments we join workouts w on w.id = we.workout_id group by 1) t on t.id = e.id
  where abs(e.total_distance - coalesce(t.distance, 0)) > 0.001
    or e.total_workouts <> coalesce(t.n, 0)
    or abs(e.total_duration - coalesce(t.duration, 0)) > 0.001
    or abs(e.total_moving - coalesce(t.moving, 0)) > 0.001`

/** Everything that is wrong with a stopped server's database and files; empty if all is well. */
export function findDamage(sqlite: Sqlite, uploads: string, workouts: number): string[] {
  const wrong: string[] = []
  const expect = (isRight: boolean, what: string) => void (isRight || wrong.push(what))
  const count = (query: string) =>
    sqlite.prepare<[], { n: number }>(`select count(*) as n from (${query})`).get()?.n ?? -1
  expect(sqlite.pragma('integrity_check', { simple: true }) === 'ok', 'integrity check')
  expect(count('pragma_foreign_key_check') === 0, 'foreign keys')
  const found = count('select 1 from workouts')
  expect(found === workouts, `${found} workouts instead of ${workouts}`)
  const doubled = count('select 1 from workouts group by user_id, workout_date having count(*) > 1')
  expect(doubled === 0, `${doubled} workouts twice`)
  const kept = paths(sqlite, REFERENCES)
  const missing = kept.filter((path) => !existsSync(join(uploads, path)))
  expect(missing.length === 0, `missing files: ${missing}`)
  const stray = filesBelow(uploads).filter((path) => !kept.includes(path))
  expect(stray.length === 0, `files without a row: ${stray}`)
  const wanted = RECORDS.join(' union all ')
  const held = 'select record_type as type, user_id, sport_id, workout_id as id from records'
  expect(count(`${wanted} except ${held}`) === 0, 'records are missing')
  expect(count(`${held} except select * from (${wanted})`) === 0, 'records are wrong')
  expect(count(TOTALS) === 0, 'equipment totals')
  return wrong
}

/** Originals, map images and archives. Files that were set aside are not lost, and there are no incomplete uploads. */
function filesBelow(uploads: string): string[] {
  return readdirSync(uploads, { recursive: true })
    .map(String)
    .filter((path) => !path.startsWith('lost/') && statSync(join(uploads, path)).isFile())
}
