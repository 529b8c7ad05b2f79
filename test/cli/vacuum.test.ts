import { expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aloneIn } from '@/cli/database/lock-data-folder'
import { terminal } from '@/cli/io'
import { loadCommandConfig } from '@/cli/options'
import { openDatabase } from '@/store/db/connections/open'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { smallDisk } from '../support/small-disk'

startInNewFolders()

const MEGABYTE = 1_000_000
const disk = smallDisk(8000)

/** Inserts rows into a database and deletes them again. */
async function growAndShrink(file: string): Promise<void> {
  const { db, sqlite } = openDatabase(file)
  sqlite.exec(`pragma secure_delete = off;
    create table ballast (content blob);
    insert into ballast values (randomblob(${3 * MEGABYTE}));
    drop table ballast;
    pragma wal_checkpoint(truncate)`)
  await db.destroy()
}

test('vacuum frees the space of deleted rows and reports how much', async () => {
  await inContext((ctx) => aUser(ctx, { username: 'ann' }))
  const file = join(dataDir(), 'milepost.db')
  await growAndShrink(file)
  const before = statSync(file).size
  const { code, out, err } = await run('db', 'vacuum')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^The database has [\d.]+[KM]B now, (2\.9|3\.0)MB less than before\.$/)
  expect(statSync(file).size).toBeLessThan(before - 2.9 * MEGABYTE)
  const { db, sqlite } = openDatabase(file)
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(sqlite.prepare('select username from users').pluck().all()).toEqual(['ann'])
  await db.destroy()
})

test('vacuum requires a database and a stopped server', async () => {
  const config = loadCommandConfig({ dataDir: dataDir() }, { ...terminal, env: {} })
  const { code, err } = await aloneIn(config, () => run('db', 'vacuum'))
  expect([code, err]).toEqual([4, expect.stringContaining('is in use by another Milepost')])
  rmSync(join(dataDir(), 'milepost.db'))
  expect((await run('db', 'vacuum')).err).toContain('There is no database at')
  expect(existsSync(join(dataDir(), 'milepost.db'))).toBeFalse()
}, 20_000)

test.skipIf(disk === undefined)(
  'vacuum changes nothing on a disk without enough space',
  async () => {
    const folder = disk ?? ''
    const file = join(folder, 'milepost.db')
    writeFileSync(file, PREPARED_DATABASE)
    await growAndShrink(file)
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(1.5 * MEGABYTE))
    const before = readFileSync(file)
    const { code, err } = await run('db', 'vacuum', '--data-dir', folder)
    expect(code).toBe(1)
    expect(err).toMatch(/^There is no space to vacuum: [\d.]+MB are needed until it is done, and/)
    expect(readFileSync(file).equals(before)).toBeTrue()
  },
)
