import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { findProblems } from '@/store/db/schema/open-copy'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'

const TIME_LIMIT = 60_000
const MEGABYTE = 1_000_000
const ROWS = 30_000

let binary: InstalledBinary
let temporary: string
const file = () => join(binary.dataDir, 'milepost.db')
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

beforeAll(() => {
  binary = installBinary()
  temporary = join(binary.folder, 'temporary')
  mkdirSync(temporary)
  expect(binary.run(['db', 'migrate']).code).toBe(0)
  const sqlite = new Database(file())
  sqlite.exec(`create table ballast (id integer primary key, content blob);
    insert into ballast (content) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${2 * ROWS})
      select randomblob(1000) from n;
    delete from ballast where id % 2 = 0`)
  sqlite.close()
}, BUILD_TIMEOUT)
afterAll(() => binary.remove())

/** The number of bytes in the WAL when the command is killed. */
const moments = [0, 1, 4 * MEGABYTE, 16 * MEGABYTE, Number.POSITIVE_INFINITY]

test.each(moments)(
  'a vacuum that is killed after %d bytes in the WAL leaves a valid database and nothing else',
  async (bytes) => {
    const names = () => readdirSync(binary.dataDir).toSorted()
    const before = names().filter((name) => !name.startsWith('milepost.db-'))
    const child = Bun.spawn([join(binary.folder, 'milepost'), 'db', 'vacuum'], {
      env: { PATH: '/usr/bin:/bin', DATA_DIR: binary.dataDir, SQLITE_TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const isDue = () => bytes !== Number.POSITIVE_INFINITY && sizeOf(`${file()}-wal`) >= bytes
    while (child.exitCode === null && !isDue()) await Bun.sleep(1)
    child.kill('SIGKILL')
    await child.exited
    const sqlite = new Database(file())
    expect(findProblems(sqlite)).toEqual([])
    expect(sqlite.prepare('select count(*) from ballast').pluck().get()).toBe(ROWS)
    sqlite.close()
    expect(names().filter((name) => name !== 'in-use' && !name.startsWith('milepost.db-'))).toEqual(
      before.filter((name) => name !== 'in-use'),
    )
    expect(readdirSync(temporary)).toEqual([])
  },
  TIME_LIMIT,
)

test(
  'the next vacuum after a killed one works',
  () => {
    expect(binary.run(['db', 'vacuum'])).toMatchObject({ code: 0, stderr: '' })
  },
  TIME_LIMIT,
)
