import { describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TrackError } from '@/domain/tracks/track-error'
import { findWorkerLoss, systemErrorCode, WorkerLostError } from '@/lib/system-errors'
import type { MeasuringJob, MeasuringRequest, WorkerJob } from '@/services/workers/jobs'
import { PLAIN } from '@/services/workers/upload'
import { runTwice } from '@/services/workers/worker-pools'
import { newFolder } from '../../support/folder'

const jobFor = (changes: Partial<MeasuringRequest> = {}): MeasuringJob => ({
  kind: 'measure',
  request: {
    ...{ path: '/nowhere/ride', form: PLAIN, userId: 1, name: 'ride.gpx' },
    ...{ segmentsCreationEvent: 'only_manual', acceptWithoutGps: true },
    ...{ stoppedSpeedThreshold: 1, useRawSpeed: false, hasElevation: true },
    elevations: { use: 'file' },
    ...changes,
  },
  services: {} as MeasuringJob['services'],
})

const systemError = (code: string) => Object.assign(new Error(code), { code })

const named = (error: Error): [string, Error] => [error.message, error]

/** Runs a job whose first attempts fail with one of the errors each. Returns the outcome and the number of attempts. */
async function attempt(errors: readonly Error[], job: WorkerJob = jobFor()) {
  const left = [...errors]
  let count = 0
  const run = async () => {
    count += 1
    const error = left.shift()
    if (error) throw error
    return 'read'
  }
  return { outcome: await runTwice(run, job).catch((error) => error), count }
}

describe('reading a recording', () => {
  test.each(
    [
      new WorkerLostError('crash'),
      new WorkerLostError('time'),
      ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EIO'].map(systemError),
    ].map(named),
  )('is retried once after: %s', async (_, error) => {
    expect(await attempt([error])).toEqual({ outcome: 'read', count: 2 })
    expect(await attempt([error, error])).toEqual({ outcome: error, count: 2 })
  })

  test.each(
    [new TrackError('gpxUnreadable'), new WorkerLostError('stop'), new Error('a bug')].map(named),
  )('is not retried after: %s', async (_, error) => {
    expect(await attempt([error])).toEqual({ outcome: error, count: 1 })
  })

  test('deletes files that the first attempt unpacked in part', async () => {
    const path = join(newFolder(), 'ride')
    writeFileSync(path, 'half')
    const place = { archive: '/nowhere.zip', headerAt: 0, isDeflated: true }
    const sizes = { packedSize: 1, size: 1, crc32: 0 }
    const form = { kind: 'entry', place: { ...place, ...sizes } } as const
    await attempt([systemError('ENOSPC')], jobFor({ path, form }))
    expect(existsSync(path)).toBe(false)
  })
})

test('systemErrorCode finds an error of the system in the causes of another error', () => {
  const cause = systemError('EMFILE')
  expect(systemErrorCode(new TrackError('processing', { cause }))).toBe('EMFILE')
  expect(systemErrorCode(new RangeError('Out of memory'))).toBe('ENOMEM')
  expect(systemErrorCode(systemError('ENOENT'))).toBeUndefined()
  const loss = new WorkerLostError('time')
  expect(findWorkerLoss(new Error('wrapped', { cause: loss }))).toBe(loss)
})
