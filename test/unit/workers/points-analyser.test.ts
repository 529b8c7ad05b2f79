import { afterEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { loadConfig } from '@/lib/config/config'
import { startWorkers, type Workers } from '@/services/workers/start-workers'
import { PLAIN } from '@/services/workers/upload'
import { testClock } from '../../support/clock'
import { newTestFolder } from '../../support/folder'
import { rideGpx } from '../../support/ride'

const started: Workers[] = []
const logged: string[] = []
afterEach(() => {
  for (const workers of started.splice(0)) workers.stop()
  logged.length = 0
})

/** Real threads and a recording that one of them measured. */
async function analyserWithRide() {
  const folder = newTestFolder()
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
  const workers = startWorkers({
    config: loadConfig({ DATA_DIR: folder }, {}),
    clock: testClock(),
    log,
  })
  started.push(workers)
  const path = join(folder, 'ride')
  writeFileSync(path, rideGpx({ kilometres: 3, withPause: true }))
  const track = await workers.recordings.read({
    ...{
      path,
      form: PLAIN,
      userId: 1,
      name: 'ride.gpx',
      segmentsCreationEvent: 'only_manual' as const,
    },
    ...{ acceptWithoutGps: true, stoppedSpeedThreshold: 1, useRawSpeed: false },
    ...{ hasElevation: true, elevations: { use: 'file' } as const },
  })
  const points = track.segments.map(({ points, streams, metrics }) => ({
    ...{ points, streams, distance: metrics.distance, isByDevice: false },
  }))
  const { analysed } = track
  if (!analysed) throw new Error('nothing was found in the ride')
  return { workers, points, outcome: { analysed } }
}

const DAMAGED = [{ points: Buffer.from('no points'), distance: 0, isByDevice: false }]

test('a worker analyses stored points with the same result as their recording', async () => {
  const { workers, points, outcome } = await analyserWithRide()
  expect(outcome.analysed.efforts.length).toBeGreaterThan(0)
  expect(await workers.analyse([points, points])).toEqual([outcome, outcome])
  // The buffers still belong to the caller.
  expect(points[0]?.points.length).toBeGreaterThan(0)
})

test('damaged points fail alone, with the reason', async () => {
  const { workers, points, outcome } = await analyserWithRide()
  const failure = { failure: expect.any(String) }
  expect(await workers.analyse([DAMAGED, points, DAMAGED])).toEqual([failure, outcome, failure])
})

test('without workers, stored points are analysed on the main thread', async () => {
  const { workers, points, outcome } = await analyserWithRide()
  workers.stop()
  expect(await workers.analyse([points, DAMAGED])).toEqual([
    outcome,
    { failure: expect.any(String) },
  ])
  expect(logged.join()).toContain('analysing recordings was given up')
})
