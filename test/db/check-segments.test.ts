import { describe, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { checkRecordings } from '@/use-cases/workouts/check/check-recordings'
import { aUser } from '../support/factories'
import { startSegments, straightLine } from '../support/ranked-segments'
import { PUBLIC } from '../support/rides-around-home'

/** A server on which Ann and Bob have ridden over segments, the end of one of which is in a zone of Bob. */
async function startChecked() {
  const server = await startSegments()
  const { ctx, ann, ride, create, match, call } = server
  const bob = await aUser(ctx, { username: 'bob' })
  await ride(ann, { day: 1 })
  await ride(ann, { day: 2, speed: 8 }, { ...PUBLIC, map_visibility: 'private' })
  await ride(bob, { day: 3, speed: 10 })
  await call('POST', '/api/privacy/zones', {
    as: bob,
    json: { name: 'Work', positions: straightLine(2100, 0).slice(0, 1), radius: 200 },
  })
  const id = await create()
  await create({ visibility: 'private' }, bob)
  await create({ drawing: { sport_id: 5, positions: straightLine(1000, 2000) } })
  await match()
  const check = async () => {
    // Reads in one turn of the event loop see the same state.
    await setImmediate()
    return (await checkRecordings(ctx.db)).filter(({ problem }) => problem !== undefined)
  }
  const findings = async () =>
    (await check()).map(({ what, problem }) => `${what}: ${problem ?? ''}`)
  return { ...server, bob, id, check, findings }
}

describe('db check', () => {
  test('finds nothing wrong with efforts of several users, some of which are hidden', async () => {
    const { ctx, findings } = await startChecked()
    const efforts = await ctx.db
      .selectFrom('segment_efforts')
      .select(['user_id', 'is_hidden'])
      .orderBy('id')
      .execute()
    expect(efforts.map(({ is_hidden }) => is_hidden).toSorted()).toEqual([0, 0, 1, 1])
    expect(await findings()).toEqual([])
  })

  test('skips what has yet to be compared', async () => {
    const { ctx, create, ride, ann, send, findings, match } = await startChecked()
    await create({ name: 'Another' })
    await ride(ann, { day: 4 })
    await send('POST', '/api/privacy/zones', {
      json: { name: 'Home', positions: straightLine(-900, 0).slice(0, 1), radius: 100 },
    })
    const pending = await ctx.db.selectFrom('unmatched_segments').selectAll().execute()
    expect(pending.length).toBeGreaterThan(0)
    expect(await findings()).toEqual([])
    await match()
    expect(await findings()).toEqual([])
  })

  test('reports and repairs a hidden effort that others see', async () => {
    const { ctx, id, ann, ranked, check, findings } = await startChecked()
    await ctx.db.updateTable('segment_efforts').set({ is_hidden: 0 }).execute()
    expect(await findings()).toEqual([
      'efforts on segments: wrong in 2 row(s)',
      'best times on segments: wrong in 4 row(s)',
    ])
    for (const { repair } of await check()) await repair?.()
    expect(await findings()).toEqual([])
    expect(await ranked(id, ann)).toEqual(['ann 125'])
  })

  test('reports missing efforts, and those of others on a private segment', async () => {
    const { ctx, id, ann, bob, ranked, check, findings } = await startChecked()
    await ctx.db.deleteFrom('segment_efforts').where('user_id', '=', ann.id).execute()
    await ctx.db
      .updateTable('ranked_segments')
      .set({ visibility: 'private' })
      .where('short_id', '=', id)
      .execute()
    expect(await findings()).toEqual(['efforts on segments: wrong in 3 row(s)'])
    for (const { repair } of await check()) await repair?.()
    expect(await findings()).toEqual([])
    expect(await ranked(id, ann)).toEqual(['ann 125'])
    expect(await ctx.db.selectFrom('segment_bests').select('user_id').execute()).toContainEqual({
      user_id: bob.id,
    })
  })

  test('reports and repairs a segment that shows a hidden place', async () => {
    const { ctx, id, send, call, bob, check, findings } = await startChecked()
    await send('POST', '/api/privacy/zones', {
      json: { name: 'Cafe', positions: straightLine(1500, 0).slice(0, 1), radius: 200 },
    })
    await ctx.db.updateTable('ranked_segments').set({ is_hidden: 0 }).execute()
    expect(await findings()).toContain(
      'starts and boxes of segments, and which are hidden: wrong in 3 row(s)',
    )
    for (const { repair } of await check()) await repair?.()
    expect(await findings()).toEqual([])
    expect((await call('GET', `/api/segments/${id}`, { as: bob })).status).toBe(404)
  })
})
