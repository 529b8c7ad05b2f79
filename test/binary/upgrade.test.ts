import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'

const RELEASE = resolve(import.meta.dir, '../db/releases/0.1.0.db.gz')
const WORKOUTS = 5000

describe('milepost upgrade', () => {
  let binary: InstalledBinary
  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  const database = () => join(binary.dataDir, 'milepost.db')

  /** Copies a database of 0.1.0 into the data folder and changes it. */
  function place(change: (sqlite: Database.Database) => void = () => undefined): void {
    rmSync(binary.dataDir, { recursive: true, force: true })
    mkdirSync(binary.dataDir)
    writeFileSync(database(), gunzipSync(readFileSync(RELEASE)))
    const sqlite = new Database(database())
    change(sqlite)
    sqlite.close()
  }

  test('--check prints the plan and changes nothing', () => {
    place()
    const before = readFileSync(database())
    const { code, stdout } = binary.run(['upgrade', '--check'])
    expect(code).toBe(0)
    expect(stdout).toContain('Migrations that would be applied: 0040-workout-sums, 0041-attempts')
    expect(stdout).toContain(`It would be copied to ${database()}.before-0040-workout-sums.20`)
    expect(stdout).toMatch(/Space needed: up to [\d.]+.B; [\d.]+.B is free\./)
    expect(readFileSync(database()).equals(before)).toBe(true)
    expect(readdirSync(binary.dataDir).filter((name) => name.includes('before'))).toEqual([])
  })

  test('--check rejects the same as an upgrade: data of a newer release', () => {
    place((sqlite) =>
      sqlite.exec(
        "insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')",
      ),
    )
    const { code, stderr } = binary.run(['upgrade', '--check'])
    expect(code).toBe(1)
    expect(stderr).toBe(
      "The database was made by a newer release (it has '9999-future'): use that release, or restore a backup.\n",
    )
  })

  test('--check needs no database', () => {
    rmSync(binary.dataDir, { recursive: true, force: true })
    const { code, stdout } = binary.run(['upgrade', '--check'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('no database') })
    expect(existsSync(binary.dataDir)).toBe(false)
  })

  test('reports every step of an upgrade of many workouts, loses none, and has nothing to do the next time', () => {
    place((sqlite) => {
      const columns = sqlite
        .prepare<[], { name: string }>("select name from pragma_table_info('workouts')")
        .all()
        .map(({ name }) => name)
        .filter((name) => name !== 'id')
      const values = columns.map((name) => {
        if (name === 'short_id') return `short_id || '-' || n.i`
        // Later workouts, so that the records stay with the first.
        if (name === 'workout_date') return 'workout_date + 3600000 * n.i'
        return name === 'map_id' ? 'null' : name
      })
      sqlite.exec(
        `insert into workouts (${columns}) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${WORKOUTS})
         select ${values} from n join (select * from workouts where id = 1)`,
      )
    })
    const { code, stdout } = binary.run(['upgrade'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^migrating 1\/\d+ {2}0040-workout-sums\nmigrating 2\/\d+ {2}0041-attempts\n/,
    )
    expect(listUpgradeCopies(database())).toHaveLength(1)
    const sqlite = new Database(database(), { readonly: true })
    const sum = sqlite.prepare("select sum(workouts) as n from workout_sums where period = 'all'")
    const count = sqlite.prepare('select count(*) as n from workouts')
    expect(sum.get()).toEqual(count.get())
    expect(count.get()).toEqual({ n: WORKOUTS + 7 })
    sqlite.close()
    expect(binary.run(['upgrade', '--check']).stdout).toContain('nothing would be done')
    // The workouts were inserted without their records.
    expect(binary.run(['db', 'check', '--repair'])).toMatchObject({ code: 0 })
    expect(binary.run(['db', 'check'])).toMatchObject({ code: 0 })
  })
})
