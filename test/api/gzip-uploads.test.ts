import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { pwxOf } from '../support/tracks/watches'
import { zipBytes } from '../support/tracks/zip'
import { startWorkoutServer } from '../support/workouts'

const points = samplePoints(60)
const DEVICE = { measurements: 'device' } as const
const packed = (text: string) => new Uint8Array(gzipSync(text))

test('POST /api/workouts accepts recordings of every format compressed with gzip', async () => {
  const { upload, get } = await startWorkoutServer({}, DEVICE)
  for (const [name, text] of [
    ['ride.gpx.gz', gpxOf(points)],
    ['ride.PWX.GZ', pwxOf(points)],
  ] as const) {
    const { status, body } = await upload(name, packed(text))
    expect(status).toBe(201)
    const [workout] = body.data.workouts
    expect(workout.duration).toBe('0:00:59')
    const original = await get(`/api/workouts/${workout.id}/original/download`)
    expect(original.status).toBe(200)
  }
})

test('POST /api/workouts rejects other gzip files, and damaged ones', async () => {
  const { upload } = await startWorkoutServer({}, DEVICE)
  const answer = async (name: string, content: Uint8Array) => {
    const { status, body } = await upload(name, content)
    return [status, body.message]
  }
  expect(await answer('notes.txt.gz', packed('hello'))).toEqual([400, 'file extension not allowed'])
  expect(await answer('ride.gz', packed(gpxOf(points)))).toEqual([
    400,
    'file extension not allowed',
  ])
  const half = packed(gpxOf(points)).slice(0, 200)
  expect(await answer('ride.gpx.gz', half)).toEqual([400, 'invalid file'])
})

test('POST /api/workouts rejects gzip files where workouts are measured like FitTrackee', async () => {
  const { upload } = await startWorkoutServer({}, { measurements: 'fittrackee' })
  const { status, body } = await upload('ride.gpx.gz', packed(gpxOf(points)))
  expect([status, body.message]).toEqual([400, 'file extension not allowed'])
})

test('an archive may contain compressed recordings of every format', async () => {
  const { upload } = await startWorkoutServer({}, DEVICE)
  const archive = zipBytes([
    { name: 'a.gpx.gz', content: packed(gpxOf(points)) },
    { name: 'b.pwx.gz', content: packed(pwxOf(samplePoints(30))) },
  ])
  const { status, body } = await upload('all.zip', archive)
  expect([status, body.data.workouts.length]).toEqual([201, 2])
})
