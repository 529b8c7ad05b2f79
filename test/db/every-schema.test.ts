import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { openDatabase } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { findProblems } from '@/store/db/schema/open-copy'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'
import { realisticSchemas, rowsByTable, schemaAt } from '../support/schemas'
import { smallDisk } from '../support/small-disk'

const names = Object.keys(migrations)
const newest = names.at(-1) ?? ''
const old = names.slice(0, -1)
const schemas = await realisticSchemas()
/** The statements of the schema, ordered by name. */
async function readSchema(source: string | Buffer): Promise<unknown[]> {
  const { sqlite, db } = openDatabase(source)
  const schema = listSchema(sqlite)
  await db.destroy()
  return schema
}

const listSchema = (sqlite: Database.Database) =>
  sqlite.prepare('select type, name, sql from sqlite_schema order by name').raw().all()

const expected = await readSchema(await schemaAt(newest))

function place(folder: string, name: string): string {
  const file = join(folder, 'milepost.db')
  writeFileSync(file, schemas.get(name) ?? '')
  return file
}

/** Opens a database that is closed at the end of the test. */
function openUntilEnd(file: string) {
  const database = openDatabase(file)
  afterTest(() => database.db.destroy())
  return database
}

describe.each(old)('a database whose last migration is %s', (name) => {
  test('is upgraded to the schema of a new one without losing a row', async () => {
    const file = place(newTestFolder(), name)
    const database = openUntilEnd(file)
    const before = rowsByTable(database.sqlite)
    expect(Object.values(before).every((rows) => rows > 0)).toBeTrue()
    expect(await migrateToLatest(database)).toEqual(names.slice(names.indexOf(name) + 1))
    expect(rowsByTable(database.sqlite)).toMatchObject(before)
    expect(findProblems(database.sqlite)).toEqual([])
    expect(listSchema(database.sqlite)).toEqual(expected)
    const copy = openUntilEnd(listUpgradeCopies(file)[0] ?? '')
    expect(rowsByTable(copy.sqlite)).toEqual(before)
  })
})

/** The size of the largest of these databases in kilobytes. */
const largest = Math.max(...old.map((name) => (schemas.get(name)?.length ?? 0) / 1024))
const disk = smallDisk(Math.ceil(4 * largest))

/** Fills the disk except for `room` bytes. */
function fill(folder: string, room: number): void {
  const { success } = Bun.spawnSync([
    'sh',
    '-c',
    'free=$(df --output=avail -B1 "$0" | tail -1); head -c $((free - $1)) /dev/zero > "$0/ballast"',
    folder,
    String(room),
  ])
  expect(success).toBeTrue()
}

describe.skipIf(disk === undefined).each(old)('an upgrade on a full disk from %s', (name) => {
  test('leaves the old database without a partial copy, and the next upgrade works', async () => {
    const folder = disk ?? ''
    const size = schemas.get(name)?.length ?? 0
    const outcomes: string[] = []
    for (const share of [0, 1.1, 1.4, 2.5]) {
      for (const left of readdirSync(folder)) rmSync(join(folder, left))
      const file = place(folder, name)
      const database = openUntilEnd(file)
      database.sqlite.pragma('wal_checkpoint(truncate)')
      const before = rowsByTable(database.sqlite)
      fill(folder, Math.floor(share * size))
      const failure = await migrateToLatest(database).catch((error: Error) => error)
      expect(readdirSync(folder).filter((each) => each.includes('.partial'))).toEqual([])
      await database.db.destroy()
      const isUpgraded = !(failure instanceof Error)
      outcomes.push(isUpgraded ? 'new' : 'old')
      rmSync(join(folder, 'ballast'))
      const again = openUntilEnd(file)
      expect(rowsByTable(again.sqlite)).toMatchObject(before)
      if (isUpgraded) expect(await migrateToLatest(again)).toEqual([])
      else {
        expect(failure.message).toMatch(/no space for a copy|make room on its disk/)
        expect(listSchema(again.sqlite)).toEqual(await readSchema(schemas.get(name) ?? ''))
        expect(await migrateToLatest(again)).toEqual(names.slice(names.indexOf(name) + 1))
      }
      expect(listSchema(again.sqlite)).toEqual(expected)
      await again.db.destroy()
    }
    expect(outcomes[0]).toBe('old')
  })
})
