import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { findDamage } from '../hard/crash-check'
import { afterTest } from '../support/after-test'
import { rides } from '../support/archives'
import { dataDir, inContext, run, startInNewFolders, startProcess } from '../support/cli'
import { aUser } from '../support/factories'
import { zipBytes } from '../support/tracks/zip'

const RIDES = 60
const KILLS = 2
const LIMIT = 300_000

startInNewFolders()

const startRefresh = () => startProcess('workouts', 'refresh', '--per-page', String(RIDES))

test(
  'a killed refresh leaves each workout either unchanged or completely refreshed, and can be repeated',
  async () => {
    await inContext((ctx) => aUser(ctx, { username: 'ann' }))
    const path = join(dataDir(), 'rides.zip')
    await Bun.write(path, zipBytes(rides(RIDES)))
    await run('workouts', 'import', path, '--user', 'ann', '--sport', '1')
    const { db, sqlite } = openDatabase(join(dataDir(), 'milepost.db'))
    afterTest(() => db.destroy())
    const all = (query: string) => sqlite.prepare<[], Record<string, unknown>>(query).all()
    const EFFORTS = 'select * from efforts order by workout_id, kind, target'
    const SEGMENTS = `select workout_id, position, distance, moving, points from segments
      join segment_points on segment_id = segments.id order by workout_id, position`
    const [efforts, segments, sums] = [EFFORTS, SEGMENTS, 'select * from workout_sums'].map(all)
    const SPOILT = 'select distinct workout_id as id from efforts where value = 1 order by 1'
    const OLD = 'select id from workouts where modification_date = 0 order by id'
    let kills = 0
    while (kills < KILLS) {
      sqlite.exec('update efforts set value = 1; update workouts set modification_date = 0')
      const child = startRefresh()
      while (child.exitCode === null && all(OLD).length === RIDES) await Bun.sleep(1)
      child.kill('SIGKILL')
      await child.exited
      const left = all(OLD)
      if (left.length > 0 && left.length < RIDES) kills += 1
      expect(all(SPOILT)).toEqual(left)
      expect(all(SEGMENTS)).toEqual(segments ?? [])
      expect(all('select * from workout_sums')).toEqual(sums ?? [])
      expect(findDamage(sqlite, join(dataDir(), 'uploads'), RIDES)).toEqual([])
    }
    const { out } = await run('workouts', 'refresh', '--per-page', String(RIDES))
    expect(out).toContain(
      `- updated workouts: ${RIDES}\n- deleted workouts: 0\n- errored workouts: 0`,
    )
    expect(all(EFFORTS)).toEqual(efforts ?? [])
    expect(all(SEGMENTS)).toEqual(segments ?? [])
  },
  LIMIT,
)
