import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/db/open'
import { backUpDatabase, checkpoint, optimise } from '@/db/upkeep'
import { newTestFolder } from '../support/folder'

test('backups are whole databases, and only the newest are kept', async () => {
  const folder = newTestFolder()
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
