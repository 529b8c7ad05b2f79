import { describe, expect, test } from 'bun:test'
import { startArchiveServer } from '../support/archives'
import { gpxOf, type MadeActivity } from '../support/exports/activity'
import { stravaRow } from '../support/exports/strava'
import type { ZipMember } from '../support/tracks/zip'

/** Heading of the column of recordings, a date, and the name of a run, as exports in each language have them. */
const LANGUAGES: [language: string, file: string, date: string, run: string][] = [
  ['English', 'Filename', 'Jan 3, 2024, 7:05:09 AM', 'Run'],
  ['German', 'Dateiname', '03.01.2024, 07:05:09', 'Lauf'],
  ['French', 'Nom du fichier', '3 janv. 2024, 07:05:09', 'Course à pied'],
  ['Spanish', 'Nombre del archivo', '3 ene 2024, 7:05:09', 'Carrera'],
  ['Italian', 'Nome file', '3 gen 2024, 07:05:09', 'Corsa'],
  ['Dutch', 'Bestandsnaam', '3 jan. 2024 07:05:09', 'Hardloopsessie'],
  ['Portuguese', 'Nome do ficheiro', '3 de jan. de 2024, 07:05:09', 'Corrida'],
  ['Polish', 'Nazwa pliku', '3 sty 2024, 07:05:09', 'Bieg'],
  ['Russian', 'Имя файла', '3 янв. 2024 г., 07:05:09', 'Забег'],
  ['Japanese', 'ファイル名', '2024/01/03 7:05:09', 'ランニング'],
  ['Chinese', '文件名', '2024年1月3日 07:05:09', '跑步'],
  ['Korean', '파일 이름', '2024. 1. 3. 오전 7:05:09', '달리기'],
  ['Swedish', 'Filnamn', '3 jan. 2024 07:05:09', 'Löpning'],
  ['Czech', 'Název souboru', '3. 1. 2024 7:05:09', 'Běh'],
  ['an unknown language', 'Xyzzy', '2024-01-03 07:05:09', 'Run'],
]

const STARTED = Date.UTC(2024, 0, 3, 7, 5, 9)

/** A run without a file, and one with a recording, in a table whose headings are unknown except for the last. */
function exportIn([, file, date, run]: (typeof LANGUAGES)[number], hasRecording: boolean) {
  const recorded: MadeActivity = { day: 5, sport: 'run' }
  const head = Array.from({ length: 40 }, (_, index) => `"${index === 12 ? file : `x${index}`}"`)
  const numbers = stravaRow({
    ...{ 0: '1', 1: date, 2: 'By hand', 3: run, 5: '3700', 6: '10,00', 13: '71.5' },
    ...{ 16: '3600.0', 17: '10000.0', 30: '171.0', 31: '152.4', 32: '420.0', 33: '210.6' },
  })
  const rows = hasRecording
    ? [
        numbers,
        stravaRow({ 0: '2', 1: date, 2: 'Recorded', 3: run, 6: '2', 12: 'activities/2.gpx' }),
      ]
    : [numbers]
  const table = { name: 'activities.csv', content: [head.join(','), ...rows].join('\n') }
  return hasRecording ? [table, { name: 'activities/2.gpx', content: gpxOf(recorded) }] : [table]
}

async function open() {
  const server = await startArchiveServer({ timezone: 'Europe/Paris' })
  const move = async (members: readonly ZipMember[]) => {
    const id = await server.queue(members, { sport_id: undefined })
    await server.serve()
    return { id, task: await server.task(id) }
  }
  const workouts = () =>
    server.ctx.db.selectFrom('workouts').selectAll().orderBy('workout_date').execute()
  const weights = () =>
    server.ctx.db.selectFrom('weights').select(['day', 'kilograms']).orderBy('day').execute()
  return { ...server, move, workouts, weights }
}

describe.each(LANGUAGES)('a table of Strava in %s', (...language) => {
  test('keeps every entry, with and without recordings, and adds nothing twice', async () => {
    const { move, workouts } = await open()
    expect((await move(exportIn(language, false))).task).toMatchObject({ new_workouts_count: 1 })
    const numbers = { sport_id: 5, distance: 10, duration: 3600, workout_date: STARTED }
    const measured = { ave_hr: 152, max_hr: 171, ave_power: 211, max_power: 420 }
    expect(await workouts()).toMatchObject([{ title: 'By hand', ...numbers, ...measured }])
    expect((await move(exportIn(language, true))).task).toMatchObject({
      ...{ new_workouts_count: 1, status: 'successful' },
    })
    expect((await move(exportIn(language, true))).task).toMatchObject({ new_workouts_count: 0 })
    expect(await workouts()).toMatchObject([{ title: 'By hand' }, { title: 'Recorded' }])
  })
})

test('an entry of Strava without a file gets a load estimated from its heart rate', async () => {
  const { move, workouts, send, get } = await open()
  for (const [kind, value] of Object.entries({ max_hr: 190, resting_hr: 50, lthr: 160 }))
    await send('PUT', `/api/thresholds/${kind}/2020-01-01`, { json: { value } })
  const [english] = LANGUAGES
  if (!english) throw new Error('no language')
  await move(exportIn(english, false))
  const [made] = await workouts()
  const { body } = await get(`/api/workouts/${made?.short_id}/load`)
  expect(body.data.load.load).toMatchObject({ source: 'heart_rate', is_estimate: true })
})

test('body weights of Strava are imported on days when they change, and undone', async () => {
  const { move, weights, workouts, call, user } = await open()
  const head = stravaRow({ 12: 'Filename' })
  const rows = ['70', '70', '69.5'].map((weight, index) =>
    stravaRow({
      ...{ 0: `${index + 1}`, 1: `Jan ${index + 1}, 2024, 7:00:00 AM`, 3: 'Run', 6: '5' },
      ...{ 13: weight, 16: '1800' },
    }),
  )
  const { id } = await move([{ name: 'activities.csv', content: [head, ...rows].join('\n') }])
  expect(await weights()).toEqual([
    { day: '2024-01-01', kilograms: 70 },
    { day: '2024-01-03', kilograms: 69.5 },
  ])
  await call('POST', `/api/workouts/upload-tasks/${id}/undo`, { as: user })
  expect([await weights(), await workouts()]).toEqual([[], []])
})

test('an activities.csv of another service is not taken for that of Strava', async () => {
  const { uploadZip, workouts } = await open()
  const head = 'Type,Date,Favourite,Title,Distance,Calories,Time,HR,Max,Cadence,Pace,Climb'
  const table = `${head}\nRunning,2024-01-05 08:00:00,false,Lunch,5.01,300,00:30:00,150,170,160,6,20`
  const { status } = await uploadZip(
    [
      { name: 'activities.csv', content: table },
      { name: 'files/a.gpx', content: gpxOf({ day: 5, sport: 'run' }) },
    ],
    { sport_id: undefined, default_sport_id: 5 },
  )
  expect(status).toBe(201)
  expect(await workouts()).toMatchObject([{ sport_id: 5 }])
})
