import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import catalogue from '@/domain/reference/sports.json'
import { openDatabase } from '@/store/db/connections/open'
import { checkDatabase } from '@/store/db/schema/check'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { checkRecordings } from '@/use-cases/workouts/check/check-recordings'
import { version } from '../../package.json'
import { makeCheckedDatabase } from '../support/checked-world'
import { newFolder } from '../support/folder'

/** Tables that have rows in the database of every release. */
const FILLED = ['users', 'workouts', 'segments', 'comments', 'equipments', 'reports', 'oauth2_apps']

/**
 * Databases of released versions, since 0.2.0 with rows in almost every table. `bun run release-database` adds that of the
 * current version.
 */
const RELEASES = join(import.meta.dir, 'releases')
const isRecording = process.env.RECORD_RELEASE !== undefined
const releases = [
  ...new Set([
    ...readdirSync(RELEASES).map((name) => name.replace('.db.gz', '')),
    ...(isRecording ? [version] : []),
  ]),
]

beforeAll(async () => {
  if (!isRecording) return
  const { content } = await makeCheckedDatabase(newFolder())
  writeFileSync(join(RELEASES, `${version}.db.gz`), gzipSync(content, { level: 9 }))
}, 60_000)

/** A copy of the database of a release. */
function databaseOf(release: string): string {
  const file = join(newFolder(), 'milepost.db')
  writeFileSync(file, gunzipSync(readFileSync(join(RELEASES, `${release}.db.gz`))))
  return file
}

/** The number of rows by table, without the tables of SQLite and the migrations. */
function counts(file: string): Record<string, number> {
  const sqlite = new Database(file, { readonly: true })
  const tables = sqlite
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
    .all()
    .filter(({ name }) => !/^(sqlite|kysely)_/.test(name))
  const count = (name: string) =>
    sqlite.prepare<[], { rows: number }>(`select count(*) as rows from "${name}"`).get()?.rows ?? 0
  const found = Object.fromEntries(tables.map(({ name }) => [name, count(name)]))
  sqlite.close()
  return found
}

test('the version of this checkout has a database from which later ones are upgraded', () => {
  expect(releases).toContain(version)
})

describe.each(releases)('a database of release %s', (release) => {
  test('is upgraded without losing a row, and is valid afterwards', async () => {
    const file = databaseOf(release)
    const before = counts(file)
    expect(FILLED.filter((table) => !before[table])).toEqual([])
    const database = openDatabase(file)
    const applied = await migrateToLatest(database)
    // The current version has no migration to apply, and makes no copy.
    if (release !== version) expect(applied.length).toBeGreaterThan(0)
    const faults = (await checkDatabase(database, checkRecordings)).filter(
      ({ problem }) => problem !== undefined,
    )
    expect(faults).toEqual([])
    await database.db.destroy()
    expect(counts(file)).toMatchObject({ ...before, sports: catalogue.sports.length })
    const copies = listUpgradeCopies(file)
    expect(copies.map((copy) => copy.replace(/\.\d{4}-\d\d-\d\dT.*$/, ''))).toEqual(
      applied.slice(0, 1).map((first) => `${file}.before-${first}`),
    )
    for (const copy of copies) expect(counts(copy)).toEqual(before)
  })

  test('is upgraded only once', async () => {
    const database = openDatabase(databaseOf(release))
    await migrateToLatest(database)
    expect(await migrateToLatest(database)).toEqual([])
    await database.db.destroy()
  })
})

test('a database of a newer release is rejected and not changed', async () => {
  const file = databaseOf(releases[0] ?? '')
  const sqlite = new Database(file)
  sqlite.exec("insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')")
  sqlite.close()
  const before = counts(file)
  const database = openDatabase(file)
  await expect(migrateToLatest(database)).rejects.toThrow('made by a newer release')
  await database.db.destroy()
  expect(counts(file)).toEqual(before)
})
