import { describe, expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/db/open'
import { entityTag } from '@/lib/entity-tag'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { damageTable } from '../support/damaged-database'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

startInNewFolders()

const SOUND = ['pages: sound', 'references: sound']

describe('db check', () => {
  test('finds a sound database sound', async () => {
    await inContext(async (ctx) => void (await aWorkout(ctx, await aUser(ctx))))
    const out = [
      ...SOUND,
      'sums of workouts: sound',
      'sums of loads: sound',
      'kept answers: sound',
    ].join('\n')
    expect(await run('db', 'check')).toEqual({ code: 0, out, err: '' })
  })

  test('refuses to look at what is not there, or is of an older release', async () => {
    const file = join(dataDir(), 'milepost.db')
    const database = openDatabase(file)
    const newest = 'select max(name) from kysely_migration'
    database.sqlite.exec(`delete from kysely_migration where name = (${newest})`)
    await database.db.destroy()
    const old = await run('db', 'check')
    expect([old.code, old.err]).toEqual([1, expect.stringContaining('milepost upgrade')])
    rmSync(file)
    const none = await run('db', 'check')
    expect([none.code, none.err]).toEqual([1, `There is no database at ${file}.`])
    expect(existsSync(file)).toBe(false)
  })

  test('tells of damaged pages, and nothing of what cannot be read then', async () => {
    await inContext(async (ctx) => void (await aWorkout(ctx, await aUser(ctx))))
    damageTable(join(dataDir(), 'milepost.db'), 'workouts')
    const { code, out, err } = await run('db', 'check')
    expect([code, err]).toEqual([1, 'The database is not sound: pages.'])
    expect(out).toMatch(/^pages: .+$/)
  })

  test('tells of wrong sums, and mends them when asked to', async () => {
    await inContext(async (ctx) => {
      await aWorkout(ctx, await aUser(ctx))
      await ctx.db.updateTable('workout_sums').set({ distance: 0 }).execute()
    })
    const found = await run('db', 'check')
    expect(found.code).toBe(1)
    const wrong = 'sums of workouts: wrong for 1 account(s)'
    expect(found.out).toBe(
      [...SOUND, wrong, 'sums of loads: sound', 'kept answers: sound'].join('\n'),
    )
    expect(found.err).toContain('The database is not sound: sums of workouts.')
    const mended = await run('db', 'check', '--repair')
    expect(mended.code).toBe(0)
    expect(mended.out).toContain('sums of workouts: mended, was wrong for 1 account(s)')
    expect((await run('db', 'check')).code).toBe(0)
  })
  test('tells of kept answers that are damaged, and drops them when asked to', async () => {
    await inContext(async (ctx) => {
      const workout = await aWorkout(ctx, await aUser(ctx))
      const segment = { short_id: 'segment', workout_id: workout.id, position: 1, started_at: 0 }
      const { id } = await ctx.db
        .insertInto('segments')
        .values({ ...segment, point_count: 0, duration: 1, moving: 1, distance: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const plain = new TextEncoder().encode('{}')
      const sound = { etag: entityTag(plain), body: Buffer.from(Bun.gzipSync(plain)) }
      const kept = { segment_id: id, ...sound }
      for (const one of [
        { ...kept, variant: 'sound' },
        { ...kept, variant: 'cut', body: sound.body.subarray(0, 9) },
        { ...kept, variant: 'other', etag: 'W/"other"' },
      ])
        await ctx.db.insertInto('kept_answers').values(one).execute()
    })
    expect((await run('db', 'check')).out).toContain('kept answers: 2 damaged')
    const mended = await run('db', 'check', '--repair')
    expect([mended.code, mended.out]).toEqual([
      0,
      expect.stringContaining('kept answers: mended, was 2 damaged'),
    ])
    await inContext(async (ctx) => {
      const left = await ctx.db.selectFrom('kept_answers').select('variant').execute()
      expect(left).toEqual([{ variant: 'sound' }])
    })
  })
})
