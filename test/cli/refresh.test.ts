import { describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTo } from '@/store/db/connections/transact'
import { saveThreshold } from '@/store/db/queries/accounts/thresholds'
import { listSegments } from '@/store/db/queries/workouts/segments'
import { listUsersWithWrongLoadSums } from '@/store/db/queries/workouts/workout-loads'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { aRide } from '../support/archives'
import { dataDir, inContext, run, runOnTerminal, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

startInNewFolders()

const refresh = (...options: string[]) => run('workouts', 'refresh', ...options)

/** A user with the workouts of some rides, imported by the command. */
async function withRides(days: number[], username = 'ann') {
  await inContext((ctx) => aUser(ctx, { username }))
  for (const day of days) {
    const file = join(dataDir(), `${day}.gpx`)
    writeFileSync(file, aRide(day))
    await run('workouts', 'import', file, '--user', username)
  }
}

const workouts = (): Promise<WorkoutRow[]> =>
  inContext(({ db }) => db.selectFrom('workouts').selectAll().orderBy('id').execute())

const falsify = (changes: Partial<WorkoutRow>) =>
  inContext(({ db }) => db.updateTable('workouts').set(changes).execute())

/** Without a terminal, progress is printed in steps of a tenth. */
const TOLD = (done: number, errors = 0) =>
  `${done}/${done} (100 %)${errors > 0 ? `, errors: ${errors}` : ''}`

const DONE = (updated: number, deleted: number, errored: number) => [
  ...['Refresh done:', `- updated workouts: ${updated}`],
  ...[`- deleted workouts: ${deleted}`, `- errored workouts: ${errored}`, 'Done.'],
]

describe('workouts refresh', () => {
  test('recomputes workouts from their recordings', async () => {
    await withRides([1, 2])
    const before = await workouts()
    await falsify({ distance: 999, ave_speed: 1 })
    const { code, out } = await refresh('-v')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'Number of workouts to refresh: 2',
      ...['Refreshing workout 1/2...', 'Refreshing workout 2/2...'],
      ...DONE(2, 0, 0),
    ])
    const figures = (rows: WorkoutRow[]) =>
      rows.map(({ distance, ave_speed, title }) => ({ distance, ave_speed, title }))
    expect(figures(await workouts())).toEqual(figures(before))
  })

  test('recomputes efforts without the recordings', async () => {
    await withRides([1])
    const efforts = () =>
      inContext(({ db }) => db.selectFrom('efforts').selectAll().orderBy('kind').execute())
    const before = await efforts()
    expect(before.length).toBeGreaterThan(0)
    await inContext(({ db }) => db.updateTable('efforts').set({ value: 1 }).execute())
    await falsify({ original_file: 'gone.gpx' })
    const { out, err } = await refresh('--analysis')
    expect(out.split('\n').slice(1)).toEqual(DONE(1, 0, 0))
    expect(err).toBe(TOLD(1))
    expect(await efforts()).toEqual(before)
  })

  test('recomputes efforts except those of unreadable points', async () => {
    await withRides([1, 2, 3])
    await inContext(async ({ db }) => {
      const damaged = db.selectFrom('segments').select('id').where('workout_id', '=', 2)
      const points = Buffer.from('no points')
      await db
        .updateTable('segment_points')
        .set({ points })
        .where('segment_id', 'in', damaged)
        .execute()
      await db.deleteFrom('efforts').execute()
    })
    const { out, err } = await refresh('--analysis', '-v')
    expect(out.split('\n')).toEqual([
      ...['Number of workouts to refresh: 3', 'Refreshing workout 1/3...'],
      ...['Refreshing workout 2/3...', 'Refreshing workout 3/3...', ...DONE(2, 0, 1)],
    ])
    expect(err).toContain('(user: ann): ')
    const found = await inContext(({ db }) =>
      db.selectFrom('efforts').select('workout_id').distinct().execute(),
    )
    expect(found.map(({ workout_id }) => workout_id)).toEqual([1, 3])
  })

  test('shows its progress on a terminal, unless it lists every workout', async () => {
    await withRides([1, 2])
    const bar = (share: string) => expect.stringContaining(share)
    const all = await runOnTerminal('workouts', 'refresh', '--analysis')
    expect(all.drawn).toEqual([bar('2/2 (100 %)'), null])
    const each = await runOnTerminal('workouts', 'refresh')
    expect(each.drawn).toEqual([bar('2/2 (100 %)'), null])
    expect((await runOnTerminal('workouts', 'refresh', '-v')).drawn).toEqual([])
  })

  test('is limited to a user, sport, extension or period, in pages', async () => {
    await withRides([1, 2, 3])
    await withRides([4], 'bob')
    const count = async (...options: string[]) => (await refresh(...options)).out.split('\n')[0]
    expect(await count('--user', 'ann')).toBe('Number of workouts to refresh: 3')
    expect(await count('--sport-id', '2')).toBe('No workouts to refresh.')
    expect(await count('--extension', 'fit')).toBe('No workouts to refresh.')
    expect(await count('--from', '2024-01-02', '--to', '2024-01-04')).toBe(
      'Number of workouts to refresh: 2',
    )
    expect(await count('--per-page', '3', '--page', '2')).toBe('Number of workouts to refresh: 1')
  })

  test('can assign another sport first', async () => {
    await withRides([1])
    await refresh('--sport-id', '1', '--new-sport-id', '2')
    expect((await workouts()).map(({ sport_id }) => sport_id)).toEqual([2])
    const records = await inContext(({ db }) =>
      db.selectFrom('records').select('sport_id').distinct().execute(),
    )
    expect(records).toEqual([{ sport_id: 2 }])
  })

  test('reports missing recordings, and clears them or deletes their workouts on request', async () => {
    await withRides([1, 2])
    const [first] = await workouts()
    rmSync(join(dataDir(), 'uploads', first?.original_file ?? ''))
    const told = await refresh()
    expect(told.err).toBe(
      `Error when refreshing workout '${first?.short_id}' (user: ann): error when opening original file\n${TOLD(2, 1)}\n1 of 2 workouts could not be refreshed: the reasons are above.`,
    )
    expect(told.code).toBe(6)
    expect(told.out.split('\n').slice(1)).toEqual(DONE(1, 0, 1))
    await refresh('--on-file-error', 'remove-references')
    const [kept] = await workouts()
    expect(kept).toMatchObject({
      ...{ original_file: null, map_id: null, distance: first?.distance },
    })
    expect(await inContext(({ db }) => listSegments(db, [kept?.id ?? 0]))).toEqual([])
    rmSync(join(dataDir(), 'uploads', 'workouts'), { recursive: true })
    const { out } = await refresh('--on-file-error', 'delete-workout')
    expect(out.split('\n').slice(1)).toEqual(DONE(0, 1, 0))
    expect(await workouts()).toHaveLength(1)
  })

  test('computes missing paces of manual workouts', async () => {
    await inContext(async (ctx) => {
      const user = await aUser(ctx)
      await aWorkout(ctx, user, { ave_speed: 20, max_speed: 30, ave_pace: null, best_pace: null })
      await aWorkout(ctx, user)
    })
    const { out, err } = await refresh('--without-file', '--with-weather')
    expect(out.split('\n')).toEqual(['Number of workouts to refresh: 1', ...DONE(1, 0, 0)])
    expect(err).toContain('ignored with --without-file')
    expect((await workouts())[0]).toMatchObject({ ave_pace: 180, best_pace: 120 })
  })

  test('recomputes the loads of manual workouts', async () => {
    await inContext(async (ctx) => {
      const user = await aUser(ctx)
      const pace = { kind: 'threshold_pace', sport_id: 0, day: '2020-01-01', value: 360 } as const
      await writeTo(ctx.db, (tx) => saveThreshold(tx, { user_id: user.id, ...pace }))
      await aWorkout(ctx, user, { sport_id: 5, duration: 3600, moving: 3600 })
    })
    const { out } = await refresh('--without-file', '--analysis')
    expect(out.split('\n')).toEqual(['Number of workouts to refresh: 1', ...DONE(1, 0, 0)])
    const loads = inContext(({ db }) => db.selectFrom('workout_loads').selectAll().execute())
    expect(await loads).toMatchObject([{ load: 10_000, load_source: 'pace', is_estimated: 1 }])
    expect(await inContext(({ db }) => listUsersWithWrongLoadSums(db))).toEqual([])
  })

  test.each([
    [['--new-sport-id', '2'], 2, "'--new-sport-id' must be provided with '--sport-id'"],
    [['--order', 'up'], 2, "order must be 'asc' or 'desc'"],
    [['--per-page', '0'], 2, 'value must be greater than 0'],
    [['--sport-id', '999'], 3, "invalid sport id '999'"],
    [['--sport-id', 'x'], 3, "invalid sport id 'x'"],
    [['--user', 'nobody'], 3, "user 'nobody' does not exist"],
    [['--from', '2024-02-30'], 2, "'2024-02-30' does not match format '%Y-%m-%d'"],
    [['--extension', 'txt'], 2, 'valid extensions are: '],
    [['--on-file-error', 'cry'], 2, 'valid choices are: remove-references, delete-workout'],
  ])('rejects %p', async (options, exitCode, message) => {
    const { code, err } = await refresh(...options)
    expect(code).toBe(exitCode)
    expect(err).toContain(message)
  })

  test('warns when elevations are requested without a configured service', async () => {
    const { code, err } = await refresh('--with-elevation')
    expect([code, err]).toEqual([0, 'Warning: no elevation service is configured.'])
  })
})

describe('workouts remeasure', () => {
  const remeasure = (...options: string[]) => run('workouts', 'remeasure', ...options)

  test('measures all recordings of a user again, and leaves those of others and manual workouts', async () => {
    await withRides([1, 2])
    await withRides([1], 'bob')
    await inContext(async (ctx) => {
      const ann = await ctx.db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', 'ann')
        .executeTakeFirstOrThrow()
      await aWorkout(ctx, ann)
    })
    await falsify({ distance: 999 })
    const { code, out } = await remeasure('--user', 'ann')
    expect(code).toBe(0)
    expect(out).toContain('Number of workouts to refresh: 2')
    const wrong = (await workouts()).filter(({ distance }) => distance === 999)
    expect(wrong.map(({ original_file }) => original_file !== null)).toEqual([true, false])
  })

  test('only measures those that were measured by the other setting with --outdated', async () => {
    await withRides([1, 2])
    expect((await remeasure('--all', '--outdated')).out).toContain('No workouts to refresh.')
    await inContext(({ db }) =>
      db.updateTable('users').set({ measurements: 'fittrackee' }).execute(),
    )
    expect((await remeasure('--all', '--outdated')).out).toContain('- updated workouts: 2')
    expect((await workouts()).map(({ measured_by }) => measured_by)).toEqual([null, null])
  })

  test('requires a user, or all of them', async () => {
    for (const options of [[], ['--all', '--user', 'ann']]) {
      const { code, err } = await remeasure(...options)
      expect(code).toBe(2)
      expect(err).toContain("either '--user' or '--all' must be provided")
    }
    expect((await remeasure('--user', 'nobody-here')).err).toContain('does not exist')
  })
})
