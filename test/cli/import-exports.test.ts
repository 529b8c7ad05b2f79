import { describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { asCaller } from '@/services/auth/as-caller'
import { findUserByName } from '@/store/db/queries/accounts/users'
import { toJson } from '@/store/db/schema/columns'
import { createComment } from '@/use-cases/comments/create-comment'
import { createEquipment } from '@/use-cases/equipment/create-equipment'
import { requestExport } from '@/use-cases/exports/request-export'
import { enterWorkout } from '@/use-cases/workouts/write/create-manual-workout'
import { editWorkout } from '@/use-cases/workouts/write/edit-workout'
import { likeWorkout } from '@/use-cases/workouts/write/like-workout'
import { aRide } from '../support/archives'
import { dataDir, inContext, run, startInNewFolder, startInNewFolders } from '../support/cli'
import { stravaRow, stravaTable } from '../support/exports/strava'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { type ZipMember, zipBytes } from '../support/tracks/zip'

startInNewFolders()

/** Writes an archive into the data folder and returns its path. */
function archive(name: string, members: readonly ZipMember[]): string {
  const path = join(dataDir(), name)
  writeFileSync(path, zipBytes(members))
  return path
}

const ann = () => inContext((ctx) => aUser(ctx, { username: 'ann', timezone: 'Europe/Paris' }))
const workouts = () =>
  inContext(({ db }) => db.selectFrom('workouts').selectAll().orderBy('workout_date').execute())

const activities = (...rows: string[]) => stravaTable(rows)

/** A ride with a file, a run compressed with gzip, a swim without a file, a broken file, a missing file and a photo. */
const strava = () =>
  archive('strava.zip', [
    activities(
      stravaRow({
        ...{ 0: '1', 1: 'Jan 1, 2024, 7:00:00 AM', 2: 'Round "the lake"', 3: 'Ride' },
        ...{ 4: 'With\nBob', 10: 'tired', 11: 'Red bike', 12: 'activities/1.gpx' },
      }),
      stravaRow({
        0: '2',
        1: '2. Januar 2024 um 07:00:00',
        2: 'Lauf',
        3: 'Lauf',
        12: 'activities/2.gpx.gz',
      }),
      stravaRow({
        ...{ 0: '3', 1: '3 janv. 2024, 18:30:00', 2: 'Piscine', 3: 'Natation' },
        ...{ 6: '1,50', 16: '1800.0', 17: '1500.0' },
      }),
      stravaRow({ 0: '4', 1: 'Jan 4, 2024, 7:00:00 AM', 3: 'Ride', 12: 'activities/4.gpx' }),
      stravaRow({ 0: '5', 1: 'Jan 5, 2024, 7:00:00 AM', 3: 'Ride', 12: 'activities/5.fit.gz' }),
      stravaRow({ 0: '6', 1: 'Jan 6, 2024, 7:00:00 AM', 2: 'Chess', 3: 'Chess', 6: '1', 16: '60' }),
      stravaRow({
        0: '7',
        1: 'Jan 7, 2024, 7:00:00 AM',
        2: 'To work',
        3: 'Ride',
        6: '5',
        9: 'true',
        16: '900',
        17: '5000',
      }),
    ),
    { name: 'activities/1.gpx', content: aRide(1) },
    { name: 'activities/2.gpx.gz', content: gzipSync(aRide(2)) },
    { name: 'activities/4.gpx', content: '<?xml version="1.0"?><gpx></gpx>' },
    { name: 'media/1.jpg', content: 'photo' },
  ])

describe('import strava', () => {
  test('imports titles, texts, types, gear and dates, and reports the outcome for each entry', async () => {
    await ann()
    const report = join(dataDir(), 'report.csv')
    const { code, out } = await run(
      'import',
      'strava',
      strava(),
      '--user',
      'ann',
      '--report',
      report,
    )
    expect(out.split('\n').slice(-8, -1)).toEqual([
      'new: 4',
      'already there: 0',
      'left out: 2',
      'failed: 3',
      expect.stringContaining('activities/4.gpx: '),
      ' > activities/5.fit.gz: neither a recording nor date, distance and duration',
      " > 6: unknown sport 'Chess': say what is meant (--sport-name, sport_names) or give a default (--sport, default_sport_id)",
    ])
    expect(code).toBe(6)
    expect(await workouts()).toMatchObject([
      { title: 'Round "the lake"', description: 'With\nBob', notes: 'tired', sport_id: 1 },
      { title: 'Lauf', sport_id: 5, original_file: expect.stringContaining('.gpx') },
      {
        ...{ title: 'Piscine', sport_id: 16, distance: 1.5, moving: 1800, original_file: null },
        workout_date: Date.UTC(2024, 0, 3, 18, 30),
      },
      { title: 'To work', sport_id: 2, distance: 5 },
    ])
    const gear = await inContext(({ db }) => db.selectFrom('equipments').selectAll().execute())
    expect(gear).toMatchObject([{ label: 'Red bike', equipment_type_id: 2, total_workouts: 1 }])
    expect(readFileSync(report, 'utf8').split('\n')).toHaveLength(11)
  })

  test('reports no entry as a spreadsheet formula', async () => {
    await ann()
    const path = archive('strava.zip', [
      activities(
        stravaRow({ 0: '=1+2', 1: 'Jan 6, 2024, 7:00:00 AM', 3: 'Chess', 6: '1', 16: '60' }),
      ),
    ])
    const report = join(dataDir(), 'report.csv')
    await run('import', 'strava', path, '--user', 'ann', '--report', report)
    expect(readFileSync(report, 'utf8').split('\n')[1]).toStartWith("'=1+2,failed,")
  })

  test('imports nothing twice, and nothing with --dry-run', async () => {
    await ann()
    const path = strava()
    const order = ['import', 'strava', path, '--user', 'ann']
    expect((await run(...order, '--dry-run')).out).toContain('new: 4')
    expect(await workouts()).toHaveLength(0)
    await run(...order)
    const first = await workouts()
    const { out } = await run(...order)
    expect(out).toContain('new: 0')
    expect(out).toContain('already there: 4')
    expect(await workouts()).toEqual(first)
  })

  test('does not change workouts that were imported in another way', async () => {
    await ann()
    const ride = join(dataDir(), 'mine.gpx')
    writeFileSync(ride, aRide(1))
    await run('workouts', 'import', ride, '--user', 'ann')
    const { out } = await run('import', 'strava', strava(), '--user', 'ann')
    expect(out).toContain('already there: 1')
    expect(await workouts()).toHaveLength(4)
  })

  test('uses the given sport for unknown types', async () => {
    await ann()
    const { out } = await run('import', 'strava', strava(), '--user', 'ann', '--sport', 'Walking')
    expect(out).toContain('new: 5')
    expect((await workouts()).map(({ sport_id }) => sport_id)).toContain(6)
  })

  test('is run by `workouts import` for an export, unless one sport is given for all', async () => {
    await ann()
    const { out } = await run('workouts', 'import', strava(), '--user', 'ann')
    expect(out).toContain('This is an export of Strava.')
    expect(out).toContain('new: 4')
    expect(await workouts()).toHaveLength(4)
    const again = await run('workouts', 'import', strava(), '--user', 'ann', '--sport', 'Running')
    expect(again.out).toContain('Already there: 2.')
  })

  test('rejects archives that are not exports of Strava', async () => {
    await ann()
    const other = archive('other.zip', [{ name: 'a.gpx', content: aRide(1) }])
    const { code, err } = await run('import', 'strava', other, '--user', 'ann')
    expect({ code, err }).toEqual({
      code: 1,
      err: `${other}: There is no activities.csv: this is not a Strava export.`,
    })
    writeFileSync(other, 'no archive')
    expect((await run('import', 'strava', other, '--user', 'ann')).err).toMatch(
      /other\.zip is not a ZIP archive, .*: download it again\.$/,
    )
  })
})

describe('import garmin', () => {
  test('reads nested archives, with the titles and types of the summaries', async () => {
    await ann()
    const nested = zipBytes([
      { name: 'ann@example.com_1001.gpx', content: aRide(1) },
      { name: 'ann@example.com_1002.gpx', content: aRide(2) },
      { name: 'ann@example.com_1003.fit', content: 'monitoring' },
      { name: 'notes.txt', content: '' },
    ])
    const summaries = [
      {
        summarizedActivitiesExport: [
          { activityId: 1001, name: 'Annecy Running', activityType: 'trail_running' },
          { activityId: 1002, name: 'Annecy Cycling', activityType: 'road_biking' },
        ],
      },
    ]
    const path = archive('garmin.zip', [
      { name: 'DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip', content: nested },
      {
        name: 'DI_CONNECT/DI-Connect-Fitness/ann_0_summarizedActivities.json',
        content: JSON.stringify(summaries),
      },
    ])
    const { out } = await run('import', 'garmin', path, '--user', 'ann', '--sport', 'Running')
    expect(out).toContain('new: 2')
    expect(out).toContain('failed: 1')
    expect(await workouts()).toMatchObject([
      { title: 'Annecy Running', sport_id: 8 },
      { title: 'Annecy Cycling', sport_id: 1 },
    ])
  })
})

test('import garmin uses the sport of the recording when the export has none', async () => {
  await ann()
  const typed = aRide(1).replace('<trk>', '<trk><type>trail_running</type>')
  const nested = zipBytes([
    { name: 'ann_1001.gpx', content: typed },
    { name: 'ann_1002.gpx', content: aRide(2) },
  ])
  const path = archive('garmin.zip', [{ name: 'UploadedFiles_0-_Part1.zip', content: nested }])
  const { out } = await run('import', 'garmin', path, '--user', 'ann')
  expect(out).toContain('new: 1')
  expect(out).toContain(' > ann_1002.gpx: the file does not say its sport: give one (sport_id)')
  expect(await workouts()).toMatchObject([{ sport_id: 8 }])
})

describe('import fittrackee', () => {
  /** A user's data export, as the server creates it: its path and its workouts. */
  async function exportOf(username: string) {
    const path = await inContext(async (ctx) => {
      const user = await findUserByName(ctx.db, username)
      if (!user) throw new Error('no user')
      await requestExport(ctx, asCaller(user), { withAnalysis: true })
      return ctx.config.uploadsDir
    })
    await run('users', 'export_archives', '--max', '1')
    const row = await inContext(({ db }) =>
      db
        .selectFrom('user_tasks')
        .select('file_path')
        .where('type', '=', 'user_data_export')
        .executeTakeFirstOrThrow(),
    )
    await inContext(({ db }) => db.deleteFrom('user_tasks').execute())
    const file = join(path, row.file_path ?? '')
    const zip = await openZip(file, 1000)
    const said: Record<string, unknown> = {}
    for (const entry of zip.entries.filter(({ name }) => name.endsWith('.json')))
      said[entry.name] = JSON.parse(new TextDecoder().decode(await zip.read(entry, 1e8)))
    zip.close()
    return { file, said }
  }

  /**
   * Adds a bike in use and another one, two rides, a swim without a recording, a comment, a like, weather and an edit.
   */
  const fillAccount = async () => {
    await ann()
    const ride = join(dataDir(), 'ride.gpx')
    for (const day of [1, 2]) {
      writeFileSync(ride, aRide(day))
      await run('workouts', 'import', ride, '--user', 'ann', '--visibility', 'public')
    }
    await inContext(async (ctx) => {
      const user = await findUserByName(ctx.db, 'ann')
      const [first, second] = await ctx.db.selectFrom('workouts').selectAll().execute()
      if (!user || !first || !second) throw new Error('nothing there')
      const caller = asCaller(user)
      const bike = { label: 'Red bike', equipment_type_id: 2, default_for_sport_ids: [1] }
      const { short_id } = await createEquipment(ctx, caller, { ...bike, visibility: 'public' })
      const old = { label: 'Old shoes', equipment_type_id: 1, description: 'worn' }
      await createEquipment(ctx, caller, { ...old, is_active: false })
      const words = {
        title: 'Round the lake',
        notes: 'tired',
        workout_visibility: 'followers_only' as const,
      }
      const changes = { ...words, equipment_ids: [short_id] }
      const edit = { shortId: first.short_id, changes, findSource: () => undefined }
      await editWorkout(ctx, caller, edit)
      await enterWorkout(ctx, caller, {
        ...{ sport_id: 16, duration: 1800, distance: 1.5, workout_date: '2024-01-03 18:30' },
        ...{ calories: 300, title: 'Pool' },
      })
      const comment = { text: 'It was windy', text_visibility: 'public' }
      await createComment(ctx, caller, first.short_id, comment)
      await likeWorkout(ctx, caller, first.short_id)
      const weather = { icon: 'rain', temperature: 9, humidity: 0.5, wind: 2, windBearing: 90 }
      const columns = { weather_start: toJson(weather), calories: 99 }
      await ctx.db.updateTable('workouts').set(columns).where('id', '=', second.id).execute()
    })
  }

  test('restores our own export on an empty server, where a new export is equal', async () => {
    await fillAccount()
    const before = await exportOf('ann')
    const file = join(newTestFolder(), 'export.zip')
    copyFileSync(before.file, file)
    startInNewFolder()
    await ann()
    const { code, out } = await run('import', 'fittrackee', file, '--user', 'ann')
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('new: 3') })
    const after = await exportOf('ann')
    for (const name of ['workouts', 'comments', 'equipments', 'analysis']) {
      const list = `user_${name}_data.json`
      expect(comparable(after.said[list])).toEqual(comparable(before.said[list]))
      expect(after.said[list]).not.toEqual([])
    }
    const again = await run('import', 'fittrackee', file, '--user', 'ann')
    expect(again.out).toContain('already there: 3')
  })

  test('assigns new ids to objects that another user on the server already has', async () => {
    await fillAccount()
    const { file } = await exportOf('ann')
    await inContext((ctx) => aUser(ctx, { username: 'bob' }))
    expect((await run('import', 'fittrackee', file, '--user', 'bob')).out).toContain('new: 3')
    for (const table of ['workouts', 'segments', 'equipments'] as const) {
      const ids = await inContext(({ db }) => db.selectFrom(table).select('short_id').execute())
      expect(new Set(ids.map(({ short_id }) => short_id)).size).toBe(
        table === 'segments' ? 4 : ids.length,
      )
    }
  })
})

/** Removes numbers that the server generates, and the random part of file names. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'user_id' && !(key === 'id' && 'record_type' in value))
      .map(([key, one]) => [
        key,
        key === 'original_file' ? String(one).replace(/^(.{19}_\d+)_.*\./, '$1.') : comparable(one),
      ]),
  )
}
