import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNextTimeSlice } from '@/jobs/loop'
import { encodeShortId } from '@/lib/text/short-id'
import { startArchiveServer } from '../support/archives'
import {
  anAccount,
  type ExportWriter,
  gpxOf,
  type MadeActivity,
  NUMBERS,
  SPORT_IDS,
  startOf,
} from '../support/exports/activity'
import { adidasRunningExport } from '../support/exports/adidas-running'
import { appleHealthExport, heartRatesOf } from '../support/exports/apple-health'
import { endomondoExport } from '../support/exports/endomondo'
import { fitbitExport } from '../support/exports/fitbit'
import { garminExport } from '../support/exports/garmin'
import { googleFitExport } from '../support/exports/google-fit'
import { polarExport } from '../support/exports/polar'
import { runkeeperExport, runkeeperExportInMiles } from '../support/exports/runkeeper'
import { stravaExport } from '../support/exports/strava'
import { aUser } from '../support/factories'
import type { ZipMember } from '../support/tracks/zip'

/** The parts of an activity that each service's export contains. */
const SERVICES: Record<
  string,
  { write: ExportWriter; keeps: readonly ('title' | 'description' | 'notes' | 'gear')[] }
> = {
  strava: { write: stravaExport, keeps: ['title', 'description', 'notes', 'gear'] },
  runkeeper: { write: runkeeperExport, keeps: ['title', 'notes'] },
  'runkeeper in miles': { write: runkeeperExportInMiles, keeps: ['title', 'notes'] },
  'apple health': { write: appleHealthExport, keeps: [] },
  endomondo: { write: endomondoExport, keeps: ['title'] },
  'google fit': { write: googleFitExport, keeps: [] },
  polar: { write: polarExport, keeps: ['title', 'description'] },
  fitbit: { write: fitbitExport, keeps: [] },
  'adidas running': { write: adidasRunningExport, keeps: ['notes'] },
}

const ACTIVITIES: readonly MadeActivity[] = [
  {
    ...{ day: 1, sport: 'ride', title: 'Round "the lake", twice', description: 'With\nBob' },
    ...{ notes: 'tired', gear: 'Red bike' },
  },
  { day: 2, sport: 'run', title: 'Läufchen', gear: 'Old shoes' },
  { day: 3, sport: 'swim', title: 'Pool', kept: 'numbers' },
  { day: 4, sport: 'ride', title: 'Broken', kept: 'broken' },
]

/** A server, and functions to import an export twice and read the result. */
async function moved(write: ExportWriter, activities: readonly MadeActivity[]) {
  const server = await startArchiveServer({
    timezone: 'Europe/Paris',
    workouts_visibility: 'public',
  })
  const move = async () => {
    const id = await server.queue(write(activities), { sport_id: undefined })
    await server.serve()
    const task = await server.task(id)
    const { body } = await server.get(`/api/workouts/upload-tasks/${id}/report`)
    const [, ...lines] = String(body).trimEnd().split('\n')
    return { task, lines, results: lines.map((line) => line.split(',').at(-3) ?? '') }
  }
  const workouts = () =>
    server.ctx.db.selectFrom('workouts').selectAll().orderBy('workout_date').execute()
  return { ...server, move, workouts }
}

const countOf = (results: readonly string[], result: string) =>
  results.filter((one) => one === result).length

describe.each(Object.entries(SERVICES))('an uploaded export of %s', (_, { write, keeps }) => {
  test('becomes workouts with their declared values, and a report with a line for each entry', async () => {
    const { move, workouts, ctx } = await moved(write, ACTIVITIES)
    const { task, results } = await move()
    expect(task).toMatchObject({ progress: 100, new_workouts_count: 3, status: 'errored' })
    expect([countOf(results, 'new'), countOf(results, 'failed')]).toEqual([3, 1])
    const made = await workouts()
    expect(made.map(({ workout_date }) => workout_date)).toEqual(
      ACTIVITIES.slice(0, 3).map((activity) => startOf(activity).getTime()),
    )
    expect(made.map(({ sport_id }) => sport_id)).toEqual(
      ACTIVITIES.slice(0, 3).map(({ sport }) => SPORT_IDS[sport]),
    )
    for (const [index, workout] of made.entries())
      for (const field of ['title', 'description', 'notes'] as const)
        if (keeps.includes(field)) expect(workout[field]).toBe(ACTIVITIES[index]?.[field] ?? null)
    expect(made[2]).toMatchObject({
      ...{ distance: NUMBERS.distance, moving: NUMBERS.duration, original_file: null },
    })
    const gear = await ctx.db.selectFrom('equipments').select('label').orderBy('id').execute()
    expect(gear.map(({ label }) => label)).toEqual(
      keeps.includes('gear') ? ['Red bike', 'Old shoes'] : [],
    )
  })

  test('imports nothing twice', async () => {
    const { move, workouts } = await moved(write, ACTIVITIES)
    const first = await move()
    const before = await workouts()
    const { task, results } = await move()
    expect(task.new_workouts_count).toBe(0)
    expect(countOf(results, 'already there')).toBe(countOf(first.results, 'new'))
    expect(await workouts()).toEqual(before)
  })

  test('of forty activities becomes forty workouts and leaves no temporary files behind', async () => {
    const account = anAccount(40)
    const { move, workouts, ctx } = await moved(write, account)
    const { task } = await move()
    expect(task).toMatchObject({ new_workouts_count: 40, status: 'successful' })
    const made = await workouts()
    expect(made.map(({ workout_date }) => workout_date)).toEqual(
      account.map((activity) => startOf(activity).getTime()),
    )
    const files = readdirSync(ctx.config.uploadsDir, { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile())).toHaveLength(36)
  })

  test('continues after an interruption', async () => {
    const { queue, task, workouts, ctx } = await moved(write, [])
    const account = anAccount(40)
    const id = await queue(write(account), { sport_id: undefined })
    let turns = 0
    while ((await task(id)).progress < 100) {
      await runNextTimeSlice(ctx, 'workouts_archive_upload', () => true)
      turns += 1
    }
    expect(turns).toBeGreaterThan(2)
    expect((await workouts()).map(({ workout_date }) => workout_date)).toEqual(
      account.map((activity) => startOf(activity).getTime()),
    )
    expect(await task(id)).toMatchObject({ new_workouts_count: 40, status: 'successful' })
  })

  test('is treated as an archive of recordings when one sport is given for all', async () => {
    const { uploadZip, workouts } = await moved(write, ACTIVITIES)
    const { status, body } = await uploadZip(write(ACTIVITIES.slice(0, 1)), { sport_id: 1 })
    expect({ status, workouts: body.data?.workouts?.length }).toEqual({ status: 201, workouts: 1 })
    expect(await workouts()).toHaveLength(1)
  })
})

describe('an uploaded export of apple health', () => {
  test('merges the heart rates of its workouts into their routes', async () => {
    const [ride] = ACTIVITIES
    if (!ride) throw new Error('nothing made')
    const { move, workouts, get, ctx } = await moved(appleHealthExport, [ride])
    await move()
    const [made] = await workouts()
    const beats = Array.from({ length: 40 }, (_, index) => heartRatesOf(ride, index))
    expect(made).toMatchObject({
      max_hr: Math.max(...beats),
      title: expect.stringContaining('Cycling'),
    })
    const { body } = await get(`/api/workouts/${made?.short_id}/chart_data`)
    const rows: { hr?: number }[] = body.data.chart_data
    expect(rows.slice(0, 40).map(({ hr }) => hr)).toEqual(beats)
    const original = join(ctx.config.uploadsDir, made?.original_file ?? '')
    expect(readFileSync(original, 'utf8')).toContain('<hAcc>3.2</hAcc>')
  })

  test('joins all parts of a route into one workout', async () => {
    const account: MadeActivity[] = [{ day: 1, sport: 'run' }]
    const members = appleHealthExport(account).flatMap((member) => {
      if (member.name.endsWith('exportación.xml'))
        return {
          ...member,
          content: String(member.content).replace(
            /(<FileReference path="[^"]*)(1\.gpx"\/>)/,
            '$1$2<FileReference path="/workout-routes/more.gpx"/>',
          ),
        }
      if (!member.name.endsWith('.gpx')) return member
      const text = String(member.content)
      const points = text.match(/<trkpt.*?<\/trkpt>/gs) ?? []
      const part = (from: number, to: number) =>
        text.replace(/<trkseg>.*<\/trkseg>/s, `<trkseg>${points.slice(from, to).join('')}</trkseg>`)
      return [
        { ...member, content: part(0, 20) },
        { name: 'apple_health_export/workout-routes/more.gpx', content: part(20, 40) },
      ]
    })
    const { move, workouts } = await moved(() => members, account)
    const { task } = await move()
    expect(task).toMatchObject({ new_workouts_count: 1, status: 'successful' })
    const [made] = await workouts()
    expect(made?.duration).toBe(39 * 5)
  })

  test('reports a route that belongs to no workout', async () => {
    const members = appleHealthExport([]).concat({
      name: 'apple_health_export/workout-routes/alone.gpx',
      content: gpxOf({ day: 1, sport: 'run' }),
    })
    const { move } = await moved(() => members, [])
    const { task } = await move()
    expect(Object.keys(task.errored_files.files)).toEqual([
      'apple_health_export/workout-routes/alone.gpx',
    ])
  })
})

describe('an uploaded export of garmin', () => {
  test('has titles and privacy from summaries, matched by activity or start', async () => {
    const { move, workouts } = await moved(garminExport, [
      { day: 1, sport: 'ride', title: 'By its number', notes: 'private' },
      { day: 2, sport: 'walk', title: 'By its start', description: 'Slow', notes: 'private' },
      { day: 3, sport: 'run', title: 'For all' },
    ])
    const { task, lines } = await move()
    expect(task).toMatchObject({ new_workouts_count: 3, status: 'successful' })
    expect(await workouts()).toMatchObject([
      { title: 'By its number', sport_id: 1, workout_visibility: 'private' },
      { title: 'By its start', sport_id: 6, description: 'Slow', workout_visibility: 'private' },
      { title: 'For all', sport_id: 5, workout_visibility: 'public' },
    ])
    const [walk] = (await workouts()).filter(({ sport_id }) => sport_id === 6)
    expect(lines.filter((line) => line.includes(',skipped,'))).toEqual([
      'ann@example.com_700001.fit,skipped,no recording of a workout,',
      `activity 2,skipped,its recording is imported,${walk?.short_id}`,
      'customer_data/customer.json,skipped,no workout,',
      'notes.txt,skipped,no workout,',
    ])
  })
})

describe('an uploaded export of fittrackee', () => {
  const exportOf = (...workouts: unknown[]): ZipMember[] => [
    { name: 'user_workouts_data.json', content: JSON.stringify(workouts) },
  ]
  const ride = {
    sport_label: 'Running',
    workout_date: '2024-01-01 07:00:00Z',
    distance: 5,
    duration: 1800,
  }

  test('preserves short ids, except invalid ones and those of others', async () => {
    const { queue, serve, enter, workouts, ctx, user } = await moved(stravaExport, [])
    const eve = await aUser(ctx, { username: 'eve' })
    const mine = await enter({ workout_date: '2024-03-01 10:00' })
    const kept = encodeShortId('6f9619ff-8b86-4d01-b42d-00cf4fc964ff')
    await ctx.db.updateTable('workouts').set({ user_id: eve.id }).execute()
    await queue(
      exportOf(
        { ...ride, id: mine.id, title: 'Of another' },
        { ...ride, id: '../../etc', title: 'None', workout_date: '2024-01-02 07:00:00Z' },
        { ...ride, id: kept, title: 'Kept', workout_date: '2024-01-03 07:00:00Z' },
      ),
      { sport_id: undefined, duplicates: 'allow' },
    )
    await serve()
    const made = (await workouts()).filter(({ user_id }) => user_id === user.id)
    expect(made.map(({ title }) => title)).toEqual(['Of another', 'None', 'Kept'])
    const ids = made.map(({ short_id }) => short_id)
    expect(ids).toEqual([
      expect.stringMatching(/^\w{22}$/),
      expect.stringMatching(/^\w{22}$/),
      kept,
    ])
    expect(ids).not.toContain(mine.id)
  })

  test('cannot set impossible numbers', async () => {
    const { queue, serve, workouts, task } = await moved(stravaExport, [])
    const id = await queue(
      exportOf(
        { ...ride, distance: 1e300 },
        { ...ride, duration: -5, moving: -5 },
        { ...ride, workout_date: '+275760-09-13' },
        { ...ride, ascent: 1e12, descent: -3, calories: 1e20 },
        'no object',
        null,
      ),
      { sport_id: undefined },
    )
    await serve()
    expect(await task(id)).toMatchObject({ new_workouts_count: 1, status: 'errored' })
    expect(await workouts()).toMatchObject([{ ascent: null, descent: null, calories: null }])
  })
})

describe('an uploaded export', () => {
  test('that is unreadable fails its task with a reason', async () => {
    const { queue, serve, task } = await startArchiveServer()
    const table = `${Array.from({ length: 40 }, (_, at) => `"${at}"`).join(',')}\n"never ended`
    const id = await queue([{ name: 'activities.csv', content: table }], { sport_id: undefined })
    await serve()
    expect(await task(id)).toMatchObject({
      status: 'errored',
      errored_files: { archive: 'activities.csv cannot be read.' },
    })
  })

  test('without any activity is finished at once', async () => {
    const { move } = await moved(stravaExport, [])
    const { task, lines } = await move()
    expect(task).toMatchObject({ progress: 100, new_workouts_count: 0, status: 'successful' })
    expect(lines).toEqual(['media/1.jpg,skipped,no workout has this photo,'])
  })

  test('applies a chosen sport to unknown types', async () => {
    const server = await startArchiveServer()
    const members = stravaExport([{ day: 1, sport: 'ride' }]).map((member) => ({
      ...member,
      content: member.name.endsWith('.csv')
        ? String(member.content).replace('"Ride"', '"Chess"')
        : member.content,
    }))
    await server.queue(members, { sport_id: undefined, default_sport_id: 6 })
    await server.serve()
    expect(await server.ctx.db.selectFrom('workouts').select('sport_id').execute()).toEqual([
      { sport_id: 6 },
    ])
  })
})

test('an uploaded export of FitTrackee is not rejected for impossible calories', async () => {
  const { ctx, queue, serve, get } = await startArchiveServer({ timezone: 'UTC' })
  const workouts = [100, 5.5, 1e12, -4, 200].map((calories, index) => ({
    ...{ id: ctx.ids.shortId(), title: `${index}`, sport_label: 'Running', calories },
    workout_date: `2024-01-0${index + 1} 10:00:00+00:00`,
    creation_date: '2024-02-01 10:00:00+00:00',
    ...{ distance: 5, duration: '0:30:00', moving: '0:30:00', original_file: null },
  }))
  const content = JSON.stringify(workouts)
  await queue([{ name: 'user_workouts_data.json', content }], { sport_id: undefined })
  await serve()
  const { body } = await get('/api/workouts?order=asc')
  expect(body.data.workouts.map((one: { calories: number | null }) => one.calories)).toEqual([
    ...[100, 6, null, null, 200],
  ])
})
