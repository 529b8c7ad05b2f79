import { describe, expect, test } from 'bun:test'
import { findSportId, sportKey } from '@/domain/reference/sport-named'
import catalogue from '@/domain/reference/sport-names.json'
import { guessSport } from '@/web/screens/add-workout/guess-sport'
import { inspectArchive } from '@/web/screens/add-workout/inspect-archive'
import { type FitMessageValue, fileId, fitFile, record, session } from '../../support/tracks/fit'
import { zipBytes } from '../../support/tracks/zip'

const guess = (name: string, content: string | Uint8Array, own = new Map<string, number>()) =>
  guessSport(new File([typeof content === 'string' ? content : new Uint8Array(content)], name), own)

const totals = session({ elapsed: 50 })
const mountainBiking: FitMessageValue = {
  ...totals,
  fields: [...totals.fields, [5, 'enum', 2], [6, 'enum', 8]],
}

describe('the sport of a file', () => {
  const records = Array.from({ length: 50 }, (_, index) =>
    record({ time: 1_000_000 + index, lat: 45, lon: 6, hr: 120 }),
  )

  test.each([true, false])(
    'is that of the session of a FIT file (big endian: %p)',
    async (bigEndian) => {
      const bytes = fitFile([fileId(1, 3121), ...records, mountainBiking], {
        bigEndian,
      })
      expect(await guess('a.FIT', bytes)).toEqual({ kind: 'known', sportId: 4 })
    },
  )

  test('is unknown for a FIT file without a session and for other content', async () => {
    expect(await guess('a.fit', fitFile([fileId(1, 3121), ...records]))).toEqual({ kind: 'none' })
    expect(await guess('a.fit', 'no such thing')).toEqual({ kind: 'none' })
    expect(await guess('a.fit', '')).toEqual({ kind: 'none' })
  })

  test('is the type of the first track of a GPX file', async () => {
    const gpx = (type: string) =>
      `<gpx><trk><name>a</name>${type}<trkseg><trkpt/></trkseg></trk></gpx>`
    expect(await guess('a.gpx', gpx('<type> trail_running </type>'))).toEqual({
      kind: 'known',
      sportId: 8,
    })
    expect(await guess('a.gpx', gpx('<type>9</type>'))).toEqual({ kind: 'known', sportId: 5 })
    expect(await guess('a.gpx', gpx(''))).toEqual({ kind: 'none' })
    expect(await guess('a.gpx', gpx('<type>knitting</type>'))).toEqual({ kind: 'none' })
  })

  test('is that of the activity in a TCX file', async () => {
    const tcx = '<TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id/></Activity>'
    expect(await guess('a.tcx', tcx)).toEqual({ kind: 'known', sportId: 1 })
  })

  test('is not read from other formats', async () => {
    expect(await guess('a.pwx', '<pwx/>')).toEqual({ kind: 'unseen' })
    expect(await guess('a', '')).toEqual({ kind: 'unseen' })
  })

  test('is never stated by KML', async () => {
    expect(await guess('a.kml', '<kml/>')).toEqual({ kind: 'none' })
    expect(await guess('a.KMZ', '')).toEqual({ kind: 'none' })
  })

  test('is the one that the user has assigned to the name', async () => {
    const own = new Map([[sportKey('Knitting'), 3]])
    const gpx = '<gpx><trk><type>knitting</type><trkseg/></trk></gpx>'
    expect(await guess('a.gpx', gpx, own)).toEqual({ kind: 'known', sportId: 3 })
  })
})

test('a sport is found by any spelling of its name, unless the user has assigned another one', () => {
  const odd = {
    ...{ '2/99': 1, '99/1': undefined, 'Trail Running': 8, 'Course à pied': 5, 'gpx 9': 5 },
    ...{
      9: 5,
      knitting: undefined,
      編み物: undefined,
      走る: 5,
      'Gravel-Fahrt': 1207,
      Alpinski: 9,
      'Rock Climb': 1120,
      'Bieg przełajowy': 8,
      '': undefined,
    },
  }
  const own = new Map([[sportKey('2/0'), 9]])
  const said: Record<string, number> = { '2/0': 9, '2/99': 9 }
  for (const [name, usual] of Object.entries({ ...catalogue.codes, ...catalogue.names, ...odd })) {
    const meant = { name, usual: findSportId(name), own: findSportId(name, own) }
    expect(meant).toEqual({ name, usual, own: said[name] ?? usual })
  }
})

describe('an archive', () => {
  const look = (...names: string[]) =>
    inspectArchive(
      new Blob([new Uint8Array(zipBytes(names.map((name) => ({ name, content: name }))))]),
    )

  test('shows the number of its recordings and archives', async () => {
    expect(await look('a.gpx', 'b/c.FIT.gz', 'log-1.json', 'notes.json', 'd.zip', 'e.jpg')).toEqual(
      {
        service: undefined,
        recordings: 3,
        archives: 1,
      },
    )
  })

  test.each([
    ['Strava', ['activities.csv', 'activities/1.fit.gz']],
    ['Strava', ['export_1/activities.csv']],
    ['Garmin Connect', ['DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip']],
    ['Garmin Connect', ['DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json']],
    ['FitTrackee', ['user_data.json', 'user_workouts_data.json']],
    ['Runkeeper', ['cardioActivities.csv', '2024-05-04-080000.gpx']],
    ['Endomondo', ['endomondo-2020/Workouts/2019-01-01.json']],
    ['Polar Flow', ['training-session-2024-1-2.json', 'account-data.json']],
    ['Google Fit', ['Takeout/Fit/Activities/2020-01-01T07_00_00Z_PT1H_Running.tcx']],
    ['Fitbit', ['Takeout/Fitbit/Global Export Data/exercise-0.json']],
    ['adidas Running', ['Sport-sessions/2024-01-01_07-00-00-UTC_1.json']],
    ['Samsung Health', ['samsunghealth_a_1/com.samsung.shealth.exercise.2024.csv']],
    ['Huawei Health', ['Motion path detail data & description/motion path detail data1.json']],
  ] as const)('is recognised as an export of %s', async (service, names) => {
    expect((await look(...names))?.service).toBe(service)
  })

  test('with the table of another service and its recordings is not taken for one of Strava', async () => {
    expect((await look('activities.csv', 'files/1.fit.gz'))?.service).toBeUndefined()
  })

  test('that is invalid or truncated returns undefined', async () => {
    expect(await inspectArchive(new Blob(['PK is no archive']))).toBeUndefined()
    expect(await inspectArchive(new Blob([]))).toBeUndefined()
    const bytes = zipBytes([{ name: 'a.gpx', content: 'a' }])
    const cut = new Blob([new Uint8Array(bytes.subarray(40))])
    expect(await inspectArchive(cut)).toBeUndefined()
  })
})

test.each([
  ['Łyżwy', 28],
  ['løb', 5],
  ['Fußball', 1105],
  ['bisiklet sürüşü', 1],
  ['силовая тренировка', 1001],
  ['泳池游泳', 1201],
  ['筋力トレーニング', 1001],
  ['달리기', 5],
  ['hiihto', 10],
  ['styrketräning', 1001],
  ['běh', 5],
  ['4/20', 1001],
  ['10/43', 1002],
  ['5/17', 1201],
  ['3/32', 1100],
  ['62/70', 1004],
])('%s is sport %p', (name, sportId) => {
  expect(findSportId(name)).toBe(sportId)
  expect(findSportId(name.toUpperCase().normalize('NFD'))).toBe(sportId)
})
