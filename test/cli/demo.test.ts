import { describe, expect, test } from 'bun:test'
import { inContext, run, startInNewFolders } from '../support/cli'

startInNewFolders()

const demo = (...more: string[]) =>
  run('demo', '--password', 'a-long-password', '--until', '2026-10-31', '--days', '14', ...more)

const countOf = (table: 'users' | 'workouts' | 'comments' | 'reports' | 'photos') =>
  inContext(({ db }) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ).then(({ count }) => count)

describe('demo', () => {
  test('fills an empty server with users who add workouts, comment and report', async () => {
    const { code, out, err } = await demo()
    expect(code).toBe(0)
    expect(err.split('\n').at(-1)).toEndWith('(100 %)')
    expect(out).toEndWith('the password of all of them is a-long-password')
    expect(await countOf('users')).toBe(5)
    expect(await countOf('workouts')).toBeGreaterThan(10)
    expect(await countOf('comments')).toBeGreaterThan(0)
    expect(await countOf('reports')).toBe(2)
  })

  test('adds photos, taken on the track of their workout', async () => {
    await demo('--days', '24')
    const photos = await inContext(({ db }) =>
      db
        .selectFrom('photos')
        .innerJoin('workouts', 'workouts.id', 'photos.workout_id')
        .select(['latitude', 'longitude', 'min_lat', 'max_lat', 'min_lon', 'max_lon'])
        .execute(),
    )
    expect(photos.length).toBeGreaterThan(0)
    for (const { latitude, longitude, ...box } of photos) {
      expect(latitude).toBeWithin(Number(box.min_lat) - 0.001, Number(box.max_lat) + 0.001)
      expect(longitude).toBeWithin(Number(box.min_lon) - 0.001, Number(box.max_lon) + 0.001)
    }
  })

  test('creates nothing after its last day', async () => {
    await demo()
    const last = await inContext(({ db }) =>
      db
        .selectFrom('workouts')
        .select(({ fn }) => [fn.max('workout_date').as('date'), fn.max('creation_date').as('made')])
        .executeTakeFirstOrThrow(),
    )
    const end = Date.UTC(2026, 9, 31, 22)
    expect(Number(last.date)).toBeLessThan(end)
    expect(Number(last.made)).toBeLessThanOrEqual(end)
  })

  test('rejects a server that is in use', async () => {
    await run('users', 'create', 'sam', '--email', 'sam@example.com')
    const { code, err } = await demo()
    expect(code).toBe(5)
    expect(err).toContain('needs an empty one')
    expect(await countOf('users')).toBe(1)
  })

  test('rejects too few days', async () => {
    const { code, err } = await run('demo', '--days', '13')
    expect(code).toBe(2)
    expect(err).toContain('14 at least')
    expect(await countOf('users')).toBe(0)
  })

  test('rejects an invalid last day', async () => {
    const { code, err } = await run('demo', '--until', 'yesterday')
    expect(code).toBe(2)
    expect(err).toBe("'yesterday' is not a day: write YYYY-MM-DD.")
  })
})
