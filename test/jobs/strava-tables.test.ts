import { describe, expect, test } from 'bun:test'
import { startArchiveServer } from '../support/archives'
import { gpxOf, type MadeActivity } from '../support/exports/activity'
import { stravaRow, stravaTable } from '../support/exports/strava'
import { aPhoto } from '../support/photo-files'
import type { ZipMember } from '../support/tracks/zip'

/** Headers of the table in several languages and years, up to the column of recordings. */
const NEW = [
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename',
  'Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendelfahrt,Private Anmerkung,Aktivitätsausrüstung,Dateiname',
  "ID de l'activité,Date de l'activité,Nom de l'activité,Type d'activité,Description,Temps écoulé,Distance,FC max,Effort relatif,Trajet,Note privée,Matériel,Nom du fichier",
  '活动 ID,活动日期,活动名称,活动类型,活动描述,经过时间,距离,最大心率,相对努力,通勤,私人备注,活动装备,文件名',
]
const OF_2020 =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Relative Effort,Commute,Activity Gear,Filename'
const OF_2018 = 'id,date,name,type,description,elapsed_time,distance,commute,gear,filename'

/** The first and third of January 2024, seven o'clock, in some of these formats. */
const ride: MadeActivity = { day: 1, sport: 'ride' }

/** A ride with a recording and one with numbers, in a table with this header. */
function table(head: string): ZipMember[] {
  const columns = head.split(',').length
  const [commute, gear, file] = [columns > 12 ? columns - 4 : columns - 3, columns - 2, columns - 1]
  const row = (values: Record<number, string>) =>
    Array.from({ length: columns + 25 }, (_, at) => `"${values[at] ?? ''}"`).join(',')
  const after = (steps: number) => file + steps
  return [
    {
      name: 'activities.csv',
      content: [
        `${head},${Array.from({ length: 25 }, () => 'x').join(',')}`,
        row({
          ...{ 0: '1', 1: 'Jan 1, 2024, 7:00:00 AM', 2: 'Recorded', 3: 'Ride', 4: 'Windy' },
          ...{ [commute]: 'true', [gear]: 'Red bike', [file]: 'activities/1.gpx' },
        }),
        row({
          ...{ 0: '2', 1: '3. Januar 2024 um 07:00:00', 2: 'By hand', 3: 'Run', 5: '900' },
          ...{ 6: '2,5', [after(4)]: '850.0', [after(5)]: '2500.0', [after(8)]: '40' },
          ...{ [after(9)]: '41', [after(22)]: '199.6' },
        }),
      ].join('\n'),
    },
    { name: 'activities/1.gpx', content: gpxOf(ride) },
  ]
}

test.each([...NEW, OF_2020, OF_2018])('a table that starts with %s is read', async (head) => {
  const { queue, serve, ctx } = await startArchiveServer()
  await queue(table(head), { sport_id: undefined })
  await serve()
  const workouts = await ctx.db.selectFrom('workouts').selectAll().orderBy('workout_date').execute()
  expect(workouts).toMatchObject([
    { title: 'Recorded', sport_id: 2, description: 'Windy' },
    {
      ...{ title: 'By hand', sport_id: 5, distance: 2.5, duration: 850, ascent: 40, descent: 41 },
      ...{ calories: 200, workout_date: Date.UTC(2024, 0, 3, 7) },
    },
  ])
  expect(await ctx.db.selectFrom('equipments').select('label').execute()).toEqual([
    { label: 'Red bike' },
  ])
})

test('comments, likes, and photos without a workout are counted and skipped', async () => {
  const { queue, serve, get } = await startArchiveServer()
  const [head = ''] = NEW
  const members = [
    ...table(head),
    { name: 'comments.csv', content: 'Activity ID,Comment\n1,"Nice,\nreally"\n1,Thanks\n' },
    { name: 'reactions.csv', content: 'Parent ID,Reaction\n1,Kudos\n1,Kudos\n2,Kudos\n' },
    ...[1, 2].map((number) => ({ name: `media/${number}.jpg`, content: '' })),
    { name: 'routes/plan.gpx', content: '<gpx/>' },
  ]
  const id = await queue(members, { sport_id: undefined })
  await serve()
  const { body } = await get(`/api/workouts/upload-tasks/${id}/report`)
  const lines = String(body).split('\n')
  expect(lines.filter((line) => line.includes(',skipped,'))).toEqual([
    'comments.csv,skipped,2 comments have no place here,',
    'reactions.csv,skipped,3 likes have no place here,',
    'media/1.jpg,skipped,no workout has this photo,',
    'media/2.jpg,skipped,no workout has this photo,',
    'routes/plan.gpx,skipped,no workout,',
  ])
})

describe('photos of an export', () => {
  const row = (media: string) =>
    stravaRow({
      ...{ 0: '1', 1: 'Jan 7, 2024, 7:00:00 AM', 2: 'Lake', 3: 'Ride', 6: '5' },
      ...{ 16: '900', 17: '5000', 39: media },
    })
  const members = async () => [
    stravaTable([row('media/a.jpg|media/film.mp4|media/broken.jpg|media/missing.jpg|media/b.png')]),
    {
      name: 'media.csv',
      content: 'Media Filename,Media Caption\nmedia/b.png,"The lake, at noon"\n',
    },
    { name: 'media/a.jpg', content: await aPhoto('jpeg') },
    { name: 'media/b.png', content: await aPhoto('png') },
    { name: 'media/broken.jpg', content: 'no photo' },
    { name: 'media/film.mp4', content: 'a film' },
  ]

  test('are attached to their workouts, in order and with their captions, once', async () => {
    const { queue, serve, get, ctx } = await startArchiveServer()
    const id = await queue(await members(), { sport_id: undefined })
    await serve()
    const read = async () => (await get('/api/workouts')).body.data.workouts
    const [workout] = await read()
    expect(
      workout.media_attachments.map(({ description, meta }: never) => [description, meta]),
    ).toMatchObject([
      ['', { coordinates: { latitude: 48.5, longitude: 2.25 } }],
      ['The lake, at noon', { coordinates: { latitude: 48.5, longitude: 2.25 } }],
    ])
    const { body } = await get(`/api/workouts/upload-tasks/${id}/report`)
    expect(String(body)).toContain('without photos that cannot be read: media/broken.jpg')
    expect(String(body)).toContain('media/film.mp4,skipped,videos have no place here,')
    await queue(await members(), { sport_id: undefined })
    await serve()
    expect((await read())[0].media_attachments).toHaveLength(2)
    expect(await ctx.db.selectFrom('photos').selectAll().execute()).toHaveLength(2)
  })

  test('are added to a workout that was imported before without them', async () => {
    const { queue, serve, get } = await startArchiveServer()
    const [table] = await members()
    await queue([table as never], { sport_id: undefined })
    await serve()
    await queue(await members(), { sport_id: undefined })
    await serve()
    const { workouts } = (await get('/api/workouts')).body.data
    expect(workouts).toHaveLength(1)
    expect(workouts[0].media_attachments).toHaveLength(2)
  })

  test('are deleted when the import is undone', async () => {
    const { queue, serve, send, ctx } = await startArchiveServer()
    const id = await queue(await members(), { sport_id: undefined })
    await serve()
    await send('POST', `/api/workouts/upload-tasks/${id}/undo`)
    expect(await ctx.db.selectFrom('photos').selectAll().execute()).toEqual([])
    const files = []
    for await (const { path } of ctx.files.list()) files.push(path)
    expect(files.filter((path) => path.startsWith('photos/'))).toEqual([])
  })
})
