import { describe, expect, test } from 'bun:test'
import { startArchiveServer } from '../support/archives'
import {
  type ExportWriter,
  gpxOf,
  type MadeActivity,
  NUMBERS,
  SPORT_IDS,
  startOf,
} from '../support/exports/activity'
import { adidasRunningExport } from '../support/exports/adidas-running'
import { fitbitExport } from '../support/exports/fitbit'
import { fitotrackExport } from '../support/exports/fitotrack'
import { huaweiHealthExport } from '../support/exports/huawei-health'
import { nikeRunClubExport } from '../support/exports/nike-run-club'
import { samsungHealthExport } from '../support/exports/samsung-health'
import {
  intervalsIcuExport,
  mapMyRunExport,
  trainingPeaksExport,
  zeppExport,
} from '../support/exports/tables'
import type { ZipMember } from '../support/tracks/zip'

const SERVICES: Record<string, ExportWriter> = {
  ...{ fitbit: fitbitExport, 'adidas running': adidasRunningExport },
  ...{ 'samsung health': samsungHealthExport, 'nike run club': nikeRunClubExport },
  ...{ 'intervals.icu': intervalsIcuExport, trainingpeaks: trainingPeaksExport },
  ...{ mapmyrun: mapMyRunExport, zepp: zeppExport },
  ...{ fitotrack: fitotrackExport, 'huawei health': huaweiHealthExport },
}
/** Services whose exports contain the day of a workout, but not its time. */
const WITH_DAYS = ['trainingpeaks', 'mapmyrun']

const ACTIVITIES: readonly MadeActivity[] = [
  { day: 1, sport: 'ride', title: 'Round the lake', kept: 'numbers' },
  { day: 2, sport: 'run', title: 'Intervals', kept: 'numbers' },
  { day: 3, sport: 'walk', kept: 'numbers' },
]

async function open() {
  const server = await startArchiveServer({ timezone: 'Europe/Paris' })
  const move = async (members: readonly ZipMember[]) => {
    const id = await server.queue(members, { sport_id: undefined })
    await server.serve()
    const { body } = await server.get(`/api/workouts/upload-tasks/${id}/report`)
    return { id, task: await server.task(id), report: String(body) }
  }
  const workouts = () =>
    server.ctx.db.selectFrom('workouts').selectAll().orderBy('workout_date').execute()
  return { ...server, move, workouts }
}

describe.each(Object.entries(SERVICES))('an export of %s', (name, write) => {
  test('becomes workouts with their figures, nothing twice, and can be undone', async () => {
    const { move, workouts, enter, call, user } = await open()
    await enter({ workout_date: '2023-03-01 10:00' })
    const before = await workouts()
    const { id, task } = await move(write(ACTIVITIES))
    expect(task).toMatchObject({ new_workouts_count: 3, status: 'successful' })
    const made = (await workouts()).slice(1)
    expect(made.map(({ sport_id }) => sport_id)).toEqual(
      ACTIVITIES.map(({ sport }) => SPORT_IDS[sport]),
    )
    for (const [index, workout] of made.entries()) {
      const start = startOf(ACTIVITIES[index] ?? { day: 0, sport: 'run' })
      expect(workout).toMatchObject({ distance: NUMBERS.distance, duration: NUMBERS.duration })
      expect(workout.calories).toBe(name === 'trainingpeaks' ? null : 210)
      expect(new Date(workout.workout_date).toISOString().slice(0, 10)).toBe(
        start.toISOString().slice(0, 10),
      )
      if (!WITH_DAYS.includes(name)) expect(workout.workout_date).toBe(start.getTime())
    }
    const again = await move(write(ACTIVITIES))
    expect(again.task).toMatchObject({ new_workouts_count: 0, status: 'successful' })
    expect(again.report.match(/,already there,/g)).toHaveLength(3)
    const { body } = await call('POST', `/api/workouts/upload-tasks/${id}/undo`, { as: user })
    expect(body).toMatchObject({ removed: 3, left: 0 })
    expect(await workouts()).toEqual(before)
  })
})

test.each(['samsung health', 'nike run club', 'fitotrack', 'huawei health'])(
  'positions and heart rates of %s become a recording',
  async (name) => {
    const { move, workouts } = await open()
    const write = SERVICES[name] ?? nikeRunClubExport
    await move(write([{ day: 1, sport: 'run' }]))
    const [made] = await workouts()
    expect(made?.original_file).toEndWith('.gpx')
    expect(made?.start_lat).not.toBeNull()
    expect(made?.max_hr).toBeGreaterThan(100)
    expect((await move(write([{ day: 1, sport: 'run' }]))).task.new_workouts_count).toBe(0)
  },
)

test('positions of adidas Running in JSON become a recording with heart rates', async () => {
  const { move, workouts } = await open()
  const [session, recording] = adidasRunningExport([{ day: 1, sport: 'run' }])
  const start = startOf({ day: 1, sport: 'run' }).getTime()
  const at = [0, 10, 20, 30].map((seconds) => start + seconds * 1000)
  const path = String(recording?.name).replace('.gpx', '.json')
  await move([
    ...(session ? [session] : []),
    {
      name: path,
      content: JSON.stringify(
        at.map((timestamp, index) => ({
          ...{ timestamp, latitude: 45 + index / 1000, longitude: 6, altitude: 300 },
        })),
      ),
    },
    {
      name: path.replace('GPS-data', 'Heart-rate-data'),
      content: JSON.stringify(at.map((timestamp) => ({ timestamp, heart_rate: 150 }))),
    },
  ])
  expect(await workouts()).toMatchObject([
    { sport_id: 5, workout_date: start, duration: 30, ave_hr: 150 },
  ])
})

test.each(['intervals.icu', 'trainingpeaks'])(
  'a line of %s is skipped when the archive contains the recording',
  async (name) => {
    const { move, workouts, uploadZip } = await open()
    const activity: MadeActivity = { day: 1, sport: 'run' }
    const write = SERVICES[name] ?? intervalsIcuExport
    const [table] = write([activity])
    const content = gpxOf(activity).replace('<trk>', '<trk><type>running</type>')
    await uploadZip([{ name: 'files/1.gpx', content }], { sport_id: undefined })
    const [recorded] = await workouts()
    const metres = Math.round((recorded?.distance ?? 0) * 1000)
    const line = String(table?.content).replace(',1500,', `,${metres},`)
    const { report } = await move([
      { name: table?.name ?? '', content: line },
      { name: 'files/1.gpx', content },
    ])
    expect(await workouts()).toHaveLength(1)
    expect(report).toContain('its recording is imported')
  },
)

test('a backup of FitoTrack has indoor workouts and custom sports', async () => {
  const { move, workouts } = await open()
  const start = startOf({ day: 1, sport: 'run' }).getTime()
  const workoutOf = (id: number, type: string) =>
    `<id>${id}</id><start>${start + id * 3_600_000}</start><duration>600000</duration>` +
    `<comment>Up &amp; down ${id}</comment><workoutType>${type}</workoutType>`
  const content =
    `<fito-track><version>3</version><workouts><workouts>${workoutOf(1, 'custom_1')}` +
    '<length>2000</length></workouts></workouts><samples/>' +
    `<indoorWorkouts><indoorWorkouts>${workoutOf(2, 'treadmill')}</indoorWorkouts></indoorWorkouts>` +
    '<indoorSamples><indoorSamples><id>9</id><heartRate>90</heartRate></indoorSamples></indoorSamples>' +
    '<intervalSets/><workoutTypes><workoutTypes><id>custom_1</id><title>Hiking</title>' +
    '<icon>walking</icon></workoutTypes></workoutTypes></fito-track>'
  await move([{ name: 'data.xml', content }])
  const [hike, treadmill] = await workouts()
  expect(hike).toMatchObject({ sport_id: 3, distance: 2, title: 'Up & down 1' })
  expect(treadmill).toMatchObject({ duration: 600, title: 'Up & down 2' })
  expect(treadmill?.sport_id).toBeGreaterThan(1000)
})

test('positions of FitoTrack near the meridian of Greenwich, written with an exponent, are kept', async () => {
  const { move, workouts } = await open()
  const [document] = fitotrackExport([{ day: 1, sport: 'run' }])
  let index = 0
  const content = String(document?.content).replace(
    /<lon>[^<]*<\/lon>/g,
    () => `<lon>${(++index % 9) + 1}.0E-4</lon>`,
  )
  await move([{ name: 'data.xml', content }])
  const [run] = await workouts()
  expect(run?.original_file).toEndWith('.gpx')
  expect(run?.start_lon).toBeCloseTo(2e-4, 6)
})

test('an incomplete backup of FitoTrack is rejected as a whole', async () => {
  const { move, workouts } = await open()
  const [document] = fitotrackExport(ACTIVITIES)
  const content = String(document?.content).slice(0, -20)
  const { task } = await move([{ name: 'data.xml', content }])
  expect(task.new_workouts_count).toBe(0)
  expect(await workouts()).toEqual([])
})

test('activities of Huawei Health may be listed per day, and damaged ones do not affect others', async () => {
  const { move, workouts } = await open()
  const [document] = huaweiHealthExport([{ day: 1, sport: 'run' }])
  const perDay = `{"motionPathData":${String(document?.content)}}`
  const [later] = huaweiHealthExport([{ day: 2, sport: 'swim', kept: 'numbers' }])
  const content = `[${perDay},{"attribute":oops},${String(later?.content).slice(1, -1)}]`
  const { report } = await move([{ name: document?.name ?? '', content }])
  expect(await workouts()).toMatchObject([
    { sport_id: SPORT_IDS.run, original_file: expect.stringMatching(/\.gpx$/) },
    { distance: NUMBERS.distance, ave_hr: 141, max_hr: 160 },
  ])
  expect(report).toContain('#2 cannot be read')
})

test('marks of pauses in exports of Huawei Health are no positions', async () => {
  const { move, workouts } = await open()
  const [document] = huaweiHealthExport([{ day: 1, sport: 'run' }])
  const mark = 'tp=lbs;k=1;lat=90.0;lon=-80.0;alt=0.0;t=1.70409E9;'
  await move([
    {
      name: document?.name ?? '',
      content: String(document?.content).replace(
        'HW_EXT_TRACK_DETAIL@is',
        `HW_EXT_TRACK_DETAIL@is${mark}`,
      ),
    },
  ])
  const [run] = await workouts()
  expect(run?.distance).toBeLessThan(5)
})
