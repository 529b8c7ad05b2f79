import { describe, expect, test } from 'bun:test'
import { type WorkerLoss, WorkerLostError } from '@/lib/system-errors'
import type { RecordingReader } from '@/services/workers/start-workers'
import { aRide, rides, startArchiveServer } from '../support/archives'

const systemError = (code: string) => Object.assign(new Error(code), { code })

/** A server whose reader fails with an error for files with certain names. */
async function open(error: Error, fails: (name: string) => boolean = () => true) {
  const server = await startArchiveServer()
  const { recordings } = server.ctx
  const reader: RecordingReader = {
    isReading: false,
    read: async (request) => {
      if (fails(request.name)) throw error
      return recordings.read(request)
    },
  }
  Object.assign(server.ctx, { recordings: reader })
  return server
}

describe('a recording that could not be read for temporary reasons', () => {
  test.each<[WorkerLoss, string]>([
    ['time', 'file takes too long to process'],
    [
      'crash',
      'processing the file failed twice, for lack of memory or because of an error of the server',
    ],
    ['stop', 'the server was stopped while it processed the file'],
  ])('is rejected with 503 when its worker was lost (%s)', async (reason, message) => {
    const { upload, workouts } = await open(new WorkerLostError(reason))
    const { status, body, headers } = await upload('a.gpx', aRide(1))
    expect({ status, body }).toEqual({ status: 503, body: { status: 'error', message } })
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('connection')).toBe('close')
    expect(await workouts()).toBe(0)
  })

  test.each([
    ['EMFILE', 'the server is busy, please try again later'],
    ['ENFILE', 'the server is busy, please try again later'],
    ['ENOMEM', 'the server is busy, please try again later'],
    ['EAGAIN', 'the server is busy, please try again later'],
    ['EIO', 'the file storage is unreachable, please try again later'],
  ])('is rejected with 503 after %s', async (code, message) => {
    const { upload } = await open(systemError(code))
    const { status, body, headers } = await upload('a.gpx', aRide(1))
    expect({ status, body }).toEqual({ status: 503, body: { status: 'error', message } })
    expect(headers.get('retry-after')).not.toBeNull()
  })

  test.each<[string, Error, string]>([
    ['a crash', new WorkerLostError('crash'), 'processing the file failed twice'],
    ['EIO', systemError('EIO'), 'the server could not read the file (EIO)'],
  ])(
    'is listed as failed among those of an archive, with the reason (%s)',
    async (_, error, reason) => {
      const server = await open(error, (name) => name.includes('2'))
      const id = await server.queue(rides(3))
      await server.serve()
      const { errored_files: errored } = await server.task(id)
      expect(errored.files).toEqual({ '2.gpx': expect.stringContaining(reason) })
      expect(await server.workouts()).toBe(2)
    },
  )
})
