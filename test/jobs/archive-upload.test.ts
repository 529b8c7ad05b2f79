import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { workOneTurn } from '@/jobs/loop'
import { unpackedName } from '@/lib/gzip-name'
import { aRide, rides, startArchiveServer } from '../support/archives'
import { aUser } from '../support/factories'

const BROKEN = '<?xml version="1.0"?><gpx></gpx>'
const TYPE = 'workouts_archive_upload'

type Server = Awaited<ReturnType<typeof startArchiveServer>>

/** Files anywhere below the uploads folder. */
const filesOf = ({ ctx }: Server): string[] =>
  readdirSync(ctx.config.uploadsDir, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(ctx.config.uploadsDir, path)).isFile())

const archivesOf = (server: Server) => filesOf(server).filter((path) => path.endsWith('.zip'))

/** Stops a turn after some files by letting its time pass. */
function slowAfter(server: Server, files: number, milliseconds: number): void {
  let read = 0
  const { read: really } = server.ctx.tracks
  server.ctx.tracks.read = async (request) => {
    read += 1
    if (read === files) server.clock.advance(milliseconds)
    return really(request)
  }
}

describe('a large archive', () => {
  test('becomes a task that makes its workouts and tells its user in the end', async () => {
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

  test('keeps every original when the finished archive cannot be removed', async () => {
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

  test('is removed when the end is on disk, and leaves an empty log', async () => {
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

  test('is imported when the log cannot be emptied', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    server.ctx.checkpoint = () => Promise.reject(new Error('busy'))
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'successful', new_workouts_count: 3 })
  })

  test('ends errored with a text for each file that cannot be used, and keeps the others', async () => {
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
      },
    })
    expect(filesOf(server).filter((path) => path.startsWith('incoming'))).toEqual([])
  })

  test('goes on after the last finished file, in as many turns as it takes', async () => {
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

  test('goes on for some time where nobody waits', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(30))
    slowAfter(server, 3, 6000)
    await server.serve()
    expect((await server.task(id)).status).toBe('successful')
  })

  test('makes some way in every turn, however slow its files are', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    slowAfter(server, 1, 16_000)
    await server.serve()
    expect((await server.task(id)).new_workouts_count).toBeGreaterThan(0)
  })

  test('stops when it is aborted, without a notification', async () => {
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

  test('stays aborted when its last file was under way, whatever was wrong before', async () => {
    const server = await startArchiveServer()
    const id = await server.queue([{ name: 'bad.gpx', content: BROKEN }, ...rides(2)])
    const { read } = server.ctx.tracks
    let count = 0
    server.ctx.tracks.read = async (request) => {
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

  test('is given up when its archive is gone', async () => {
    const server = await startArchiveServer()
    const id = await server.queue()
    for (const path of archivesOf(server)) rmSync(join(server.ctx.config.uploadsDir, path))
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      status: 'errored',
      errored_files: { archive: 'archive file does not exist', files: {} },
    })
  })

  test('is given up when its time is over, and keeps what it has made', async () => {
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

  test('is given up when something fails that is no fault of a file', async () => {
    const server = await startArchiveServer()
    const id = await server.queue()
    server.ctx.tracks.read = () => Promise.reject(new Error('a fault of ours'))
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      status: 'errored',
      errored_files: { archive: 'error during archive processing' },
    })
  })

  test('waits while the disk is full and goes on when there is room', async () => {
    const server = await startArchiveServer()
    const id = await server.queue()
    const { keepWritten } = server.ctx.files
    const noRoom = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
    server.ctx.files.keepWritten = () => Promise.reject(noRoom)
    expect(await workOneTurn(server.ctx, TYPE)).toBe('blocked')
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'queued', new_workouts_count: 0 },
      errored_files: {
        archive: 'no space left on the server, the task goes on when there is room',
        files: {},
      },
    })
    server.ctx.files.keepWritten = keepWritten
    await server.serve()
    expect(await server.task(id)).toMatchObject({
      ...{ status: 'successful', new_workouts_count: 3 },
      errored_files: { archive: null, files: {} },
    })
  })

  test('takes turns with the archives of others', async () => {
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

  test('may hold folders of any depth and files that are packed on their own', async () => {
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

  test('does not unpack what would fill the disk', async () => {
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
