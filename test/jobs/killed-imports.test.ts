import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { sweepOrphans } from '@/store/files/orphans'
import { findDamage } from '../hard/crash-check'
import { dataDir, inContext, run, startInNewFolders, startProcess } from '../support/cli'
import { largeStravaExport } from '../support/exports/large-exports'
import { aUser } from '../support/factories'
import { zipBytes } from '../support/tracks/zip'

/** The number of entries of the export; KILLED_IMPORTS=5000 tests more. */
const ENTRIES = Number(process.env.KILLED_IMPORTS ?? 500)
const KILLS = 10
const LIMIT = 600_000

startInNewFolders()

const startImport = (path: string) => startProcess('import', 'strava', path, '--user', 'ann')

/** Runs the cleanup that a server performs at its start after others crashed. */
const clearUp = () => inContext((ctx) => sweepOrphans(ctx, ctx.clock.now()))

test(
  'an import that is killed ten times ends as if it had not been, with one report, and can be undone',
  async () => {
    await inContext((ctx) => aUser(ctx, { username: 'ann' }))
    const great = largeStravaExport(ENTRIES)
    const path = join(dataDir(), 'strava.zip')
    writeFileSync(path, zipBytes(great.members))
    const { db, sqlite } = openDatabase(join(dataDir(), 'milepost.db'))
    const count = (table: string) =>
      sqlite.prepare<[], { n: number }>(`select count(*) as n from ${table}`).get()?.n ?? 0
    try {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const child = startImport(path)
        const enough = (ENTRIES * kill) / (KILLS + 1)
        while (child.exitCode === null && count('import_entries') < enough) await Bun.sleep(5)
        expect(child.exitCode).toBeNull()
        child.kill('SIGKILL')
        await child.exited
      }
      const { out } = await run('import', 'strava', path, '--user', 'ann')
      expect(out).toContain('Continuing after ')
      const rows = sqlite
        .prepare<[], { name: string; result: string; reason: string }>(
          'select name, result, reason from import_entries order by name',
        )
        .all()
      const told = great.report.toSorted((one, other) => (one.name < other.name ? -1 : 1))
      expect(rows).toEqual(told)
      const made = sqlite
        .prepare<[], { startedAt: number }>(
          'select workout_date as startedAt from workouts order by workout_date',
        )
        .all()
      expect(made).toEqual(great.made.map(({ startedAt }) => ({ startedAt })))
      await clearUp()
      expect(findDamage(sqlite, join(dataDir(), 'uploads'), great.made.length)).toEqual([])
      expect(count('user_tasks')).toBe(1)
      const id = /Report: (\w+)/.exec(out)?.[1] ?? ''
      await run('workouts', 'undo-import', '--user', 'ann', '--id', id)
      for (const table of ['workouts', 'segments', 'equipments', 'workout_sums', 'records'])
        expect([table, count(table)]).toEqual([table, 0])
      expect(findDamage(sqlite, join(dataDir(), 'uploads'), 0)).toEqual([])
    } finally {
      await db.destroy()
    }
  },
  LIMIT,
)
