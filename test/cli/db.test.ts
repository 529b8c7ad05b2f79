import { describe, expect, test } from 'bun:test'
import { inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

startInNewFolders()

const SOUND = ['pages: sound', 'references: sound']

describe('db check', () => {
  test('finds a sound database sound', async () => {
    await inContext(async (ctx) => void (await aWorkout(ctx, await aUser(ctx))))
    const out = [...SOUND, 'sums of workouts: sound'].join('\n')
    expect(await run('db', 'check')).toEqual({ code: 0, out, err: '' })
  })

  test('tells of wrong sums, and mends them when asked to', async () => {
    await inContext(async (ctx) => {
      await aWorkout(ctx, await aUser(ctx))
      await ctx.db.updateTable('workout_sums').set({ distance: 0 }).execute()
    })
    const found = await run('db', 'check')
    expect(found.code).toBe(1)
    expect(found.out).toBe([...SOUND, 'sums of workouts: wrong for 1 account(s)'].join('\n'))
    expect(found.err).toContain('The database is not sound: sums of workouts.')
    const mended = await run('db', 'check', '--repair')
    expect(mended.code).toBe(0)
    expect(mended.out).toContain('sums of workouts: mended, was wrong for 1 account(s)')
    expect((await run('db', 'check')).code).toBe(0)
  })
})
