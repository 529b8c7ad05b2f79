import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { planUpgrade } from '@/store/db/schema/plan-upgrade'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { newTestFolder } from '../support/folder'
import { schemaAt } from '../support/schemas'

const DAY = 24 * 3_600_000
const START = Date.parse('2026-01-01T00:00:00Z')
const names = Object.keys(migrations)
const last = names.at(-1) ?? ''
const former = names.at(-2) ?? ''

/** A database without the last migration. */
async function placeOld(): Promise<string> {
  const file = join(newTestFolder(), 'milepost.db')
  writeFileSync(file, await schemaAt(former))
  return file
}

async function upgrade(file: string, now: number): Promise<string[]> {
  const database = openDatabase(file)
  try {
    return await migrateToLatest(database, { now })
  } finally {
    await database.db.destroy()
  }
}

const change = async (file: string, sql: string) => {
  const database = openDatabase(file)
  database.sqlite.exec(sql)
  await database.db.destroy()
}

/** Restores the copy of the last upgrade, as the handbook describes. */
function rollBack(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  copyFileSync(listUpgradeCopies(file).at(-1) ?? '', file)
}

test('an upgrade after a rollback makes another copy, including data stored in between', async () => {
  const file = await placeOld()
  expect(await upgrade(file, START)).toEqual([last])
  rollBack(file)
  await change(file, "update app_config set about = 'after the rollback'")
  expect(await upgrade(file, START)).toEqual([last])
  const copies = listUpgradeCopies(file)
  expect(copies.map((path) => basename(path))).toEqual([
    `milepost.db.before-${last}.2026-01-01T00-00-00Z`,
    `milepost.db.before-${last}.2026-01-01T00-00-01Z`,
  ])
  const copy = openDatabase(copies[1] ?? '')
  expect(copy.sqlite.prepare('select about from app_config').pluck().get()).toBe(
    'after the rollback',
  )
  await copy.db.destroy()
})

test('the newest three copies are kept, and those without a time count as the oldest', async () => {
  const file = await placeOld()
  writeFileSync(`${file}.before-0040-workout-sums`, 'of 0.1.0')
  for (let day = 0; day < 4; day++) {
    await upgrade(file, START + day * DAY)
    rollBack(file)
  }
  expect(listUpgradeCopies(file).map((path) => basename(path))).toEqual(
    ['02', '03', '04'].map((day) => `milepost.db.before-${last}.2026-01-${day}T00-00-00Z`),
  )
})

test('repeated failed upgrades do not delete the copy of the last successful one', async () => {
  const file = await placeOld()
  const done = `${file}.before-${former}.2026-01-01T00-00-00Z`
  writeFileSync(done, 'of the last upgrade')
  await change(
    file,
    `update kysely_migration set timestamp = '2026-01-01T00:00:05.000Z';
     create trigger refuse before insert on kysely_migration begin select raise(fail, 'in the way'); end`,
  )
  for (let day = 1; day < 7; day++)
    await expect(upgrade(file, START + day * DAY)).rejects.toThrow('in the way')
  expect(existsSync(done)).toBeTrue()
  expect(listUpgradeCopies(file)).toHaveLength(4)
})

test('a plan names the copy that the upgrade then makes, and writes nothing', async () => {
  const file = await placeOld()
  const before = readdirSync(join(file, '..'))
  const plan = planUpgrade(file, START)
  expect(readdirSync(join(file, '..')).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before)
  await upgrade(file, START)
  expect(listUpgradeCopies(file)).toEqual([plan?.copy ?? ''])
})

test('a database with migrations in another order is rejected with our message, by plan and upgrade', async () => {
  const file = await placeOld()
  await change(file, `insert into kysely_migration values ('${last}', '2030-01-01T00:00:00.000Z')`)
  await change(file, `delete from kysely_migration where name = '${former}'`)
  const text = `The database has the migration '${last}' but lacks '${former}', which comes before it`
  expect(() => planUpgrade(file, START)).toThrow(text)
  await expect(upgrade(file, START)).rejects.toThrow(text)
  expect(listUpgradeCopies(file)).toEqual([])
})

test('a clock that was set back between two upgrades does not prevent the later one', async () => {
  const file = await placeOld()
  await change(
    file,
    `update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z' where name = '${former}'`,
  )
  expect(await upgrade(file, START)).toEqual([last])
})
