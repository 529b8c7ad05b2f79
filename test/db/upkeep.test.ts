import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@/db/open'
import { backUpDatabase, checkpoint, optimise } from '@/db/upkeep'

const folder = mkdtempSync(join(tmpdir(), 'milepost-upkeep-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('backups are whole databases, and only the newest are kept', async () => {
  const { db, sqlite } = openDatabase(join(folder, 'a.db'))
  sqlite.exec('create table t (n integer); insert into t values (7)')
  await optimise(db)
  await checkpoint(db)
  const backups = join(folder, 'backups')
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03'])
    await backUpDatabase({ sqlite }, { folder: backups, day, keep: 2 })
  expect(readdirSync(backups).toSorted()).toEqual([
    'milepost-2026-01-02.db',
    'milepost-2026-01-03.db',
  ])
  const copy = openDatabase(join(backups, 'milepost-2026-01-03.db'))
  expect(copy.sqlite.prepare('select n from t').get()).toEqual({ n: 7 })
  expect(copy.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  await copy.db.destroy()
  await db.destroy()
})
