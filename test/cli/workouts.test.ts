import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { AppContext } from '@/services/context'
import { writeTo } from '@/store/db/connections/transact'
import { findTask, insertTask } from '@/store/db/queries/tasks/user-tasks'
import { toJson } from '@/store/db/schema/columns'
import { aRide, rides } from '../support/archives'
import { dataDir, inContext, run, runAs, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { poorRide, richRide } from '../support/same-ride'
import { triathlon } from '../support/tracks/legs'
import { zipBytes } from '../support/tracks/zip'

startInNewFolders()

const DAY = 86_400_000
const BROKEN = { name: 'bad.gpx', content: '<?xml version="1.0"?><gpx></gpx>' }

const countWorkouts = () =>
  inContext(async ({ db }) => (await db.selectFrom('workouts').select('id').execute()).length)

/** A queued upload of an archive, as the server stores it. */
const queued = (members = [...rides(2), BROKEN]) =>
  inContext(async (ctx) => {
    const user = await aUser(ctx)
    const path = `workouts/${user.id}/archive_x.zip`
    const incoming = ctx.files.incoming()
    writeFileSync(incoming, zipBytes(members))
    await ctx.files.store(incoming, path)
    const task = await writeTo(ctx.db, (tx) =>
      insertTask(tx, {
        ...{ short_id: ctx.ids.shortId(), user_id: user.id, type: 'workouts_archive_upload' },
        ...{ created_at: ctx.clock.now(), file_path: path, file_size: 2048, sport_id: 1 },
        ...{ files_count: members.length, original_file_name: 'a.zip' },
        options: toJson({ data: { sport_id: 1 }, equipmentIds: [] }),
      }),
    )
    return task.short_id
  })

const queuedExport = (changes: object = {}) =>
  inContext(async (ctx) => {
    const user = await aUser(ctx)
    const created_at = ctx.clock.now()
    const facts = { user_id: user.id, type: 'user_data_export' as const, created_at }
    return writeTo(ctx.db, (tx) =>
      insertTask(tx, { short_id: ctx.ids.shortId(), ...facts, ...changes }),
    )
  })

describe.each(['archive_upload', 'archive-upload'])('workouts %s', (command) => {
  test('processes one queued archive and reports its errors', async () => {
    const id = await queued()
    const { code, out, err } = await run('workouts', command, '--id', id, '-v')
    expect(code).toBe(6)
    expect(err).toContain('1 of 1 archives could not be imported completely')
    expect(out.split('\n')).toEqual([
      `Processing task '${id}' (files: 3, size: 2.0KB)`,
      ' > errored files: 1',
      '   - bad.gpx: no tracks in gpx file',
      'Done.',
    ])
    expect(await countWorkouts()).toBe(2)
  })

  test.each([
    ['zz!', 2, 'Invalid task id: zz! is not one. They have 22 letters and digits.'],
    [
      '2AXUtXDfi8HwaAHdf6BDaa',
      3,
      'No task found: 2AXUtXDfi8HwaAHdf6BDaa is not the id of a request of this kind.',
    ],
  ])('reports what is wrong with the id %p', async (id, expected, message) => {
    const { code, err } = await run('workouts', command, '--id', id)
    expect([code, err]).toEqual([expected, message])
  })

  test('does not change a finished task', async () => {
    const id = await queued(rides(1))
    await run('workouts', command, '--id', id)
    const { code, err } = await run('workouts', command, '--id', id)
    expect([code, err]).toEqual([5, expect.stringContaining('Task is not queued')])
  })
})

describe('workouts archive_uploads', () => {
  test('processes the oldest archives first, up to the given number', async () => {
    const ids = [await queued(rides(1)), await queued(rides(1)), await queued(rides(1))]
    const { code, out } = await run('workouts', 'archive_uploads', '--max', '2')
    expect(code).toBe(0)
    expect(out.split('\n').slice(-1)).toEqual(['Workouts archives processed: 2.'])
    expect(out).toContain(' > done.')
    const find = (ctx: AppContext, shortId: string) =>
      findTask(ctx.db, { shortId, type: 'workouts_archive_upload' })
    const tasks = await inContext((ctx) => Promise.all(ids.map((id) => find(ctx, id))))
    expect(tasks.map((task) => task?.progress)).toEqual([100, 100, 0])
  })

  test('requires a number of at least one', async () => {
    const { code, err } = await run('workouts', 'archive_uploads', '--max', '0')
    expect(code).toBe(2)
    expect(err).toContain('value must be greater than 0')
  })
})

describe('users', () => {
  test('export_archives creates archives for queued and failed requests', async () => {
    await queuedExport({ is_errored: 1 })
    await queuedExport()
    const { code, out } = await run('users', 'export_archives', '--max', '5')
    expect([code, out]).toEqual([0, 'Generated data export archives: 2.'])
  })

  test('export_archive creates one archive, and clean_archives deletes old ones', async () => {
    const { short_id } = await queuedExport()
    expect(await run('users', 'export-archive', '--id', short_id)).toMatchObject({
      ...{ code: 0, out: 'Done.' },
    })
    const kept = await run('users', 'clean_archives', '--days', '1')
    expect(kept.out).toStartWith('Deleted data export requests: 0.')
    await inContext(({ db, clock }) =>
      db
        .updateTable('user_tasks')
        .set({ created_at: clock.now() - 2 * DAY })
        .execute(),
    )
    const { out } = await run('users', 'clean_archives', '--days', '1')
    expect(out).toMatch(
      /^Deleted data export requests: 1\.\nDeleted data export archives: 1\.\nFreed space: [\d.]+(KB| bytes)\.$/,
    )
  })

  test('export_archive requires a queued request', async () => {
    const { short_id } = await queuedExport({ progress: 100 })
    const { code, err } = await run('users', 'export_archive', '--id', short_id)
    expect([code, err]).toEqual([5, expect.stringContaining('Task is not queued')])
  })
})

describe('workouts import', () => {
  const setUp = () => inContext((ctx) => aUser(ctx, { username: 'ann' }))

  test('imports all recordings of a folder and its subfolders', async () => {
    await setUp()
    const folder = join(dataDir(), 'rides')
    mkdirSync(join(folder, '2024', 'may'), { recursive: true })
    writeFileSync(join(folder, '2024', 'may', 'a.gpx'), aRide(1))
    writeFileSync(join(folder, 'b.gpx.gz'), gzipSync(aRide(2)))
    writeFileSync(join(folder, 'bad.gpx'), BROKEN.content)
    writeFileSync(join(folder, 'notes.txt'), 'x')
    const { code, out, err } = await run('workouts', 'import', folder, '--user', 'ann')
    expect(code).toBe(6)
    expect(out.split('\n').slice(0, -1)).toEqual([
      'Importing 3 files for ann as the sport that each file contains.',
      ...['Imported workouts: 2.', 'Errored files: 1.', ' > bad.gpx: no tracks in gpx file'],
    ])
    expect(out.split('\n').at(-1)).toMatch(
      /^Report: (\w{22})\. To undo it: .*undo-import --user ann --id \1$/,
    )
    expect(err.split('\n')).toEqual([
      ...['1/3 (33 %)', '2/3 (66 %)', '3/3 (100 %), errors: 1'],
      expect.stringContaining(
        '1 of 3 could not be imported, such as bad.gpx (no tracks in gpx file).',
      ),
    ])
    expect(await countWorkouts()).toBe(2)
  })

  test('replaces a poorer recording on request, and can be undone', async () => {
    await setUp()
    const [poor, rich] = [join(dataDir(), 'ride.gpx'), join(dataDir(), 'ride.fit')]
    writeFileSync(poor, poorRide)
    writeFileSync(rich, richRide())
    const heartRates = () =>
      inContext(async ({ db }) => {
        const rows = await db.selectFrom('workouts').select('ave_hr').execute()
        return rows.map(({ ave_hr }) => ave_hr)
      })
    await run('workouts', 'import', poor, '--user', 'ann')
    const policy = ['--duplicates', 'replace-if-richer']
    const { out } = await run('workouts', 'import', rich, '--user', 'ann', ...policy)
    expect(out).toContain('Replaced by a richer recording: 1.')
    expect(await heartRates()).toEqual([120])
    const id = /Report: (\w+)/.exec(out)?.[1] ?? ''
    const undone = await run('workouts', 'undo-import', '--user', 'ann', '--id', id)
    expect(undone.out).toBe('Removed workouts: 0.\nRestored workouts: 1.')
    expect(await heartRates()).toEqual([null])
  })

  test('imports nothing twice, and can be undone', async () => {
    await setUp()
    const archive = join(dataDir(), 'rides.zip')
    writeFileSync(archive, zipBytes(rides(3)))
    const first = await run('workouts', 'import', archive, '--user', 'ann')
    expect(first.out).toContain('Imported workouts: 3.')
    const again = await run('workouts', 'import', archive, '--user', 'ann')
    expect(again.out).toContain('Imported workouts: 0.\nAlready there: 3.\nErrored files: 0.')
    const pairs = await run('workouts', 'duplicates', '--user', 'ann')
    expect(pairs.out).toBe('Possible duplicates: 0.')
    const allowed = await run(
      'workouts',
      'import',
      archive,
      '--user',
      'ann',
      '--duplicates',
      'allow',
    )
    expect(allowed.out).toContain('Imported workouts: 3.')
    const found = await run('workouts', 'duplicates', '--user', 'ann')
    expect(found.out).toEndWith('(same file)\nPossible duplicates: 3.')
    const [, keep = '', other = ''] = /^(\w{22}) .* = (\w{22}) /.exec(found.out) ?? []
    const judge = (choice: string) =>
      run('workouts', 'duplicates', '--user', 'ann', choice, keep, other)
    expect((await judge('--merge')).code).toBe(0)
    expect((await judge('--dismiss')).code).toBe(3)
    expect(await countWorkouts()).toBe(5)
    const [, id = ''] = /Report: (\w{22})/.exec(allowed.out) ?? []
    const undone = await run('workouts', 'undo-import', '--user', 'ann', '--id', id)
    expect([undone.code, undone.out]).toEqual([0, 'Removed workouts: 2.'])
    expect(await countWorkouts()).toBe(3)
  })

  test('makes a workout of each leg of a recording, which can be undone', async () => {
    await setUp()
    const race = join(dataDir(), 'race.fit')
    writeFileSync(race, triathlon())
    const dry = await run('workouts', 'import', race, '--user', 'ann', '--dry-run')
    expect(dry.out).toContain('New workouts: 5.')
    const { out } = await run('workouts', 'import', race, '--user', 'ann')
    expect(out).toContain('Imported workouts: 5.')
    const [, id = ''] = /Report: (\w{22})/.exec(out) ?? []
    const undone = await run('workouts', 'undo-import', '--user', 'ann', '--id', id)
    expect([undone.code, undone.out]).toEqual([0, 'Removed workouts: 5.'])
    expect(await countWorkouts()).toBe(0)
  })

  test('imports an archive for a sport given by name', async () => {
    await setUp()
    const archive = join(dataDir(), 'rides.zip')
    writeFileSync(archive, zipBytes(rides(3)))
    const { code, out } = await run(
      ...['workouts', 'import', archive, '--user', 'ann', '--sport', 'hiking'],
    )
    expect(code).toBe(0)
    expect(out).toContain("Importing 3 files for ann as 'Hiking'.")
    expect(out).toContain('Imported workouts: 3.\nErrored files: 0.')
  })

  test.each([
    [['--user', 'nobody'], "user 'nobody' does not exist: milepost users list shows all."],
    [
      ['--user', 'ann', '--sport', 'chess'],
      "invalid sport id 'chess': milepost sports list --all shows all.",
    ],
  ])('rejects %p', async (options, message) => {
    await setUp()
    const { code, err } = await run('workouts', 'import', dataDir(), ...options)
    expect([code, err]).toEqual([3, message])
  })

  test('rejects the same files as an upload', async () => {
    await setUp()
    const archive = join(dataDir(), 'no.zip')
    writeFileSync(archive, 'PK')
    const { code, err } = await run('workouts', 'import', archive, '--user', 'ann')
    expect([code, err]).toEqual([
      1,
      `${archive} is not a ZIP archive, or it is damaged or incomplete: download it again.`,
    ])
  })
})

test('workouts import --dry-run prints what a folder, archive or export would add, and writes nothing', async () => {
  await inContext((ctx) => aUser(ctx, { username: 'ann' }))
  const folder = join(dataDir(), 'rides')
  mkdirSync(folder)
  const archive = join(dataDir(), 'rides.zip')
  writeFileSync(archive, zipBytes([...rides(3), BROKEN]))
  for (const name of ['1.gpx', '2.gpx']) writeFileSync(join(folder, name), aRide(Number(name[0])))
  const dryRun = (path: string, ...more: string[]) =>
    run('workouts', 'import', path, '--user', 'ann', '--dry-run', ...more)
  const first = await dryRun(folder, '--sport', 'Running')
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('New workouts: 2.') })
  expect(await countWorkouts()).toBe(0)
  await run('workouts', 'import', folder, '--user', 'ann', '--sport', 'Running')
  const second = await dryRun(archive, '--sport', 'Running')
  expect(second.code).toBe(6)
  expect(second.out.split('\n')).toEqual([
    ...['Nothing is imported, because of --dry-run.', 'New workouts: 1.', 'Already there: 2.'],
    ...['Errored files: 1.', ' > bad.gpx: no tracks in gpx file'],
  ])
  const table = `\n1,"Jan 9, 2024, 7:00:00 AM",Swim,Swim,,1800,1.5,,,,,,`
  const strava = join(dataDir(), 'strava.zip')
  writeFileSync(
    strava,
    zipBytes([{ name: 'activities.csv', content: `${',x'.repeat(12)}${table}` }]),
  )
  expect((await dryRun(strava)).out).toContain('new: 1')
  expect(await countWorkouts()).toBe(2)
  const tasks = await inContext(({ db }) => db.selectFrom('user_tasks').select('id').execute())
  expect(tasks).toHaveLength(1)
})

test('workouts import applies the quotas of accounts unless told to ignore them', async () => {
  await inContext((ctx) => aUser(ctx, { username: 'ann' }))
  const folder = join(dataDir(), 'rides')
  mkdirSync(folder)
  for (const { name, content } of rides(3)) writeFileSync(join(folder, name), content)
  const env = { QUOTA_WORKOUTS: '1' }
  const importing = ['workouts', 'import', folder, '--user', 'ann', '--sport', '1']
  const { code, out, err } = await runAs({ env }, ...importing)
  expect([code, await countWorkouts()]).toEqual([6, 1])
  expect(out + err).toContain('this account has as many workouts as the server allows')
  expect((await runAs({ env }, ...importing, '--ignore-quotas')).code).toBe(0)
  expect(await countWorkouts()).toBe(3)
})
