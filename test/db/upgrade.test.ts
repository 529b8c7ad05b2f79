import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import catalogue from '@/domain/reference/sports.json'
import { openDatabase } from '@/store/db/connections/open'
import { checkDatabase } from '@/store/db/schema/check'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { checkRecordings } from '@/use-cases/workouts/check/check-recordings'
import { newFolder } from '../support/folder'

/** Databases of released versions, each with accounts, workouts, comments, equipment, reports and an app. */
const RELEASES = join(import.meta.dir, 'releases')
const releases = readdirSync(RELEASES).map((name) => name.replace('.db.gz', ''))

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

describe.each(releases)('a database of release %s', (release) => {
  test('is upgraded without losing a row, and is valid afterwards', async () => {
    const file = databaseOf(release)
    const before = counts(file)
    expect(before).toMatchObject({ users: 2, workouts: 7, comments: 1, equipments: 1, reports: 1 })
    const database = openDatabase(file)
    const applied = await migrateToLatest(database)
    expect(applied.length).toBeGreaterThan(0)
    const faults = (await checkDatabase(database, checkRecordings)).filter(
      ({ problem }) => problem !== undefined,
    )
    expect(faults).toEqual([])
    await database.db.destroy()
    expect(counts(file)).toMatchObject({ ...before, sports: catalogue.sports.length })
    const [copy = ''] = listUpgradeCopies(file)
    expect(copy).toStartWith(`${file}.before-${applied[0]}.`)
    expect(counts(copy)).toEqual(before)
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
