import { afterEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { loadConfig } from '@/config/config'
import { PLAIN } from '@/workers/recording-form'
import { startWorkers, type Workers } from '@/workers/start-workers'
import { testClock } from '../../support/clock'
import { newTestFolder } from '../../support/folder'
import { rideGpx } from '../../support/ride'

const started: Workers[] = []
const logged: string[] = []
afterEach(() => {
  for (const workers of started.splice(0)) workers.stop()
  logged.length = 0
})

/** Real threads, and a recording that was measured by one of them. */
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
  const track = await workers.tracks.read({
    ...{ path, form: PLAIN, fileName: 'ride.gpx', segmentsCreationEvent: 'only_manual' as const },
    ...{ acceptWithoutGps: true, stoppedSpeedThreshold: 1, useRawSpeed: false },
    ...{ hasElevation: true, elevations: { use: 'file' } as const },
  })
  const points = track.segments.map((segment) => segment.points)
  const { analysed } = track
  if (!analysed) throw new Error('nothing was found in the ride')
  return { workers, points, outcome: { analysed } }
}

const DAMAGED = [Buffer.from('no points')]

test('a worker finds in stored points what was found in their recording', async () => {
  const { workers, points, outcome } = await analyserWithRide()
  expect(outcome.analysed.efforts.length).toBeGreaterThan(0)
  expect(await workers.analyse([points, points])).toEqual([outcome, outcome])
  // They are still those of whoever has asked.
  expect(points[0]?.length).toBeGreaterThan(0)
})

test('points that are damaged fail alone, with the reason', async () => {
  const { workers, points, outcome } = await analyserWithRide()
  const failure = { failure: expect.any(String) }
  expect(await workers.analyse([DAMAGED, points, DAMAGED])).toEqual([failure, outcome, failure])
})

test('without workers, stored points are analysed on this thread', async () => {
  const { workers, points, outcome } = await analyserWithRide()
  workers.stop()
  expect(await workers.analyse([points, DAMAGED])).toEqual([
    outcome,
    { failure: expect.any(String) },
  ])
  expect(logged.join()).toContain('analysing recordings was given up')
})
