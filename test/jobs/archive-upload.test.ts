import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runNextTimeSlice } from '@/jobs/loop'
import { unpackedName } from '@/lib/files/gzip-name'
import { aRide, rides, startArchiveServer } from '../support/archives'
import { aUser } from '../support/factories'

const BROKEN = '<?xml version="1.0"?><gpx></gpx>'
const TYPE = 'workouts_archive_upload'

type Server = Awaited<ReturnType<typeof startArchiveServer>>

/** All files below the uploads folder. */
const filesOf = ({ ctx }: Server): string[] =>
  readdirSync(ctx.config.uploadsDir, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(ctx.config.uploadsDir, path)).isFile())

const archivesOf = (server: Server) => filesOf(server).filter((path) => path.endsWith('.zip'))

/** Ends a time slice after some files by advancing the clock. */
function slowAfter(server: Server, files: number, milliseconds: number): void {
  let read = 0
  const { read: really } = server.ctx.recordings
  server.ctx.recordings.read = async (request) => {
    read += 1
    if (read === files) server.clock.advance(milliseconds)
    return really(request)
  }
}

describe('a large archive', () => {
  test('becomes a task that creates its workouts and notifies its user at the end', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    expect(await server.task(id)).toMatchObject({ status: 'queued', progress: 0, files_count: 3 })
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'successful', progress: 100, new_workouts_count: 3 },
      errored_files: { archive: null, files: {} },
    })
    expect(await server.workouts()).toBe(3)
    expect(archivesOf(server)).toEqual([])
    const { body } = await server.get('/api/notifications')
    expect(body.notifications).toMatchObject([
      { type: TYPE, task: { id, original_file_name: 'archive.zip' } },
    ])
  })

  test('preserves every original when the finished archive cannot be deleted', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const { remove } = server.ctx.files
    server.ctx.files.remove = (path) =>
      path.endsWith('.zip') ? Promise.reject(new Error('EIO: i/o error')) : remove(path)
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'successful', new_workouts_count: 3 })
    const originals = filesOf(server).filter((path) => unpackedName(path).endsWith('.gpx'))
    expect(originals).toHaveLength(3)
    expect(await server.workouts()).toBe(3)
  })

  test('is deleted when the import is durable, after a checkpoint', async () => {
    const steps: string[] = []
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const { remove } = server.ctx.files
    server.ctx.files.remove = async (path) => {
      if (path.endsWith('.zip')) steps.push((await server.task(id)).status, 'removed')
      await remove(path)
    }
    server.ctx.checkpoint = async () => void steps.push('checkpoint')
    await server.serve()
    expect(steps).toEqual(['successful', 'removed', 'checkpoint'])
  })

  test('is imported when the checkpoint fails', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    server.ctx.checkpoint = () => Promise.reject(new Error('busy'))
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'successful', new_workouts_count: 3 })
  })

  test('ends with an error and a remedy for each unreadable file, and imports the others', async () => {
    const server = await startArchiveServer()
    const id = await server.queue([
      ...rides(2),
      { name: 'bad/one.gpx', content: BROKEN },
      { name: 'two.fit', content: 'no recording' },
      { name: 'liar.gpx', content: aRide(9), checksum: 1 },
    ])
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'errored', progress: 100, new_workouts_count: 2 },
      errored_files: {
        archive: null,
        files: {
          'bad/one.gpx': 'no tracks in gpx file',
          'two.fit': 'invalid file',
          'liar.gpx': 'invalid file',
        },
        remedies: {
          'bad/one.gpx': expect.stringContaining('no recorded points'),
          'two.fit': expect.stringContaining('export it again'),
          'liar.gpx': expect.stringContaining('export it again'),
        },
      },
    })
    expect(filesOf(server).filter((path) => path.startsWith('incoming'))).toEqual([])
  })

  test('continues after the last finished file, in as many time slices as necessary', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(30))
    slowAfter(server, 3, 16_000)
    await server.serve()
    const halfway = await server.task(id)
    const made = halfway.new_workouts_count
    expect(made).toBeWithin(1, 30)
    expect(halfway).toMatchObject({
      status: 'in_progress',
      progress: Math.floor((100 * made) / 30),
    })
    expect(await server.workouts()).toBe(made)
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'successful', new_workouts_count: 30 })
    expect(await server.workouts()).toBe(30)
  })

  test('continues for a while when nothing else waits', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(30))
    slowAfter(server, 3, 6000)
    await server.serve()
    expect((await server.task(id)).status).toBe('successful')
  })

  test('makes progress in every time slice, however slow its files are', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    slowAfter(server, 1, 16_000)
    await server.serve()
    expect((await server.task(id)).new_workouts_count).toBeGreaterThan(0)
  })

  test('stops without a notification when it is aborted', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(30))
    slowAfter(server, 3, 16_000)
    await server.serve()
    const made = await server.workouts()
    const aborted = await server.send('POST', `/api/workouts/upload-tasks/${id}/abort`)
    expect(aborted).toMatchObject({ status: 200, body: { task: { status: 'aborted' } } })
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'aborted', new_workouts_count: made })
    expect(await server.workouts()).toBe(made)
    expect(archivesOf(server)).toEqual([])
    expect((await server.get('/api/notifications')).body.notifications).toEqual([])
  })

  test('stays aborted during its last file, whatever failed before', async () => {
    const server = await startArchiveServer()
    const id = await server.queue([{ name: 'bad.gpx', content: BROKEN }, ...rides(2)])
    const { read } = server.ctx.recordings
    let count = 0
    server.ctx.recordings.read = async (request) => {
      count += 1
      const track = await read(request)
      if (count === 3) await server.send('POST', `/api/workouts/upload-tasks/${id}/abort`)
      return track
    }
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'aborted' })
    expect((await server.get('/api/notifications')).body.notifications).toEqual([])
    expect(archivesOf(server)).toEqual([])
  })

  test('fails when its archive is missing', async () => {
    const server = await startArchiveServer()
    const id = await server.queue()
    for (const path of archivesOf(server)) rmSync(join(server.ctx.config.uploadsDir, path))
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      status: 'errored',
      errored_files: { archive: 'archive file does not exist', files: {} },
    })
  })

  test('fails at its time limit and keeps the workouts created so far', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(30))
    slowAfter(server, 2, 1_800_001)
    await server.serve()
    const made = await server.workouts()
    expect(made).toBeWithin(1, 30)
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'errored', new_workouts_count: made },
      errored_files: { archive: 'upload execution time exceeding limit', files: {} },
    })
    expect((await server.get('/api/notifications')).body.notifications).toHaveLength(1)
  })

  test('fails on an error that is not caused by a file', async () => {
    const server = await startArchiveServer()
    const id = await server.queue()
    server.ctx.recordings.read = () => Promise.reject(new Error('a fault of ours'))
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      status: 'errored',
      errored_files: { archive: 'error during archive processing' },
    })
  })

  test('waits while the disk is full and continues when there is space', async () => {
    const server = await startArchiveServer()
    const id = await server.queue()
    const { storeWritten: keepWritten } = server.ctx.files
    const noRoom = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
    server.ctx.files.storeWritten = () => Promise.reject(noRoom)
    expect(await runNextTimeSlice(server.ctx, TYPE)).toBe('blocked')
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'queued', new_workouts_count: 0 },
      errored_files: {
        archive: 'no space left on the server: the task continues when there is space',
        files: {},
      },
    })
    server.ctx.files.storeWritten = keepWritten
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'successful', new_workouts_count: 3 },
      errored_files: { archive: null, files: {} },
    })
  })

  test('takes turns with the archives of other users', async () => {
    const server = await startArchiveServer()
    const mine = await server.queue(rides(30))
    const other = await aUser(server.ctx)
    const body = server.zipForm(rides(3))
    const { body: queued } = await server.call('POST', '/api/workouts', { as: other, body })
    slowAfter(server, 3, 6000)
    await server.serve()
    expect((await server.task(mine)).status).toBe('in_progress')
    await server.serve()
    const theirs = await server.get(`/api/workouts/upload-tasks/${queued.data.task_id}`, {
      as: other,
    })
    expect(theirs.body.task.status).toBe('successful')
    expect((await server.task(mine)).status).toBe('in_progress')
  })

  test('may contain folders of any depth and individually compressed files', async () => {
    const server = await startArchiveServer()
    const id = await server.queue([
      { name: 'a/b/c/d/e/f/1.gpx', content: aRide(1) },
      { name: '2.gpx.gz', content: gzipSync(aRide(2)) },
      { name: 'deep/3.GPX.GZ', content: gzipSync(aRide(3)), stored: true },
      { name: 'notes.txt', content: 'ignored' },
    ])
    expect(await server.task(id)).toMatchObject({ files_count: 3 })
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'successful', new_workouts_count: 3 })
    const kept = filesOf(server).filter((path) => unpackedName(path).endsWith('.gpx'))
    expect(kept).toHaveLength(3)
  })

  test('does not unpack files that would fill the disk', async () => {
    const server = await startArchiveServer()
    const bomb = gzipSync(new Uint8Array(64 * 1024 * 1024))
    const id = await server.queue([
      ...rides(2),
      { name: 'bomb.gpx.gz', content: bomb, stored: true },
    ])
    await server.serve()
    expect((await server.task(id)).errored_files.files).toEqual({
      'bomb.gpx.gz': 'file is too large once decompressed',
    })
  })
})
