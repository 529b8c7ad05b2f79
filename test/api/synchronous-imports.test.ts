import { describe, expect, test } from 'bun:test'
import { readAllResponses } from '../support/all-responses'
import { aRide, rides, startArchiveServer } from '../support/archives'
import { poorRide, richRide } from '../support/same-ride'

const PATH = '/api/workouts/upload-tasks'
const broken = { name: 'broken.gpx', content: '<?xml version="1.0"?><gpx></gpx>' }

const newEntry = (name: string) => ({
  name,
  reason: '',
  result: 'new',
  workout: expect.any(String),
})

describe('an archive that is imported synchronously', () => {
  test('returns the outcome for each recording, and stores the summary', async () => {
    const { uploadZip, call, user } = await startArchiveServer()
    const { status, body } = await uploadZip([...rides(2), { name: 'notes.txt', content: 'x' }])
    expect(status).toBe(201)
    expect(body.import).toEqual({
      id: expect.any(String),
      files: [newEntry('1.gpx'), newEntry('2.gpx')],
    })
    const report = await call('GET', `${PATH}/${body.import.id}/report`, { as: user })
    expect(String(report.body).trimEnd().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^1\.gpx,new,,\w+$/),
      expect.stringMatching(/^2\.gpx,new,,\w+$/),
      'notes.txt,skipped,no recording,',
    ])
  })

  test('returns the same when some of its files cannot be read', async () => {
    const { uploadZip, task } = await startArchiveServer()
    const { status, body } = await uploadZip([...rides(1), broken])
    expect(status).toBe(400)
    expect(body).toMatchObject({ new_workouts: 1, status: 'fail' })
    const reason = 'no tracks in gpx file'
    // Clients count workouts by the responses that contain them: an error contains none.
    expect(Object.keys(body.import)).toEqual(['id'])
    expect(await task(body.import.id)).toMatchObject({
      ...{ files_count: 2, new_workouts_count: 1, progress: 100, status: 'errored' },
      errored_files: {
        archive: null,
        files: { 'broken.gpx': reason },
        remedies: { 'broken.gpx': expect.any(String) },
      },
      results: { new: 1, failed: 1 },
    })
  })

  test('is listed as a task only for callers who ask for it', async () => {
    const { uploadZip, get } = await startArchiveServer()
    const { body } = await uploadZip(rides(2))
    expect((await get(PATH)).body.pagination.total).toBe(0)
    const all = (await get(`${PATH}?all=true`)).body
    expect(all.pagination.total).toBe(1)
    expect(all.data.tasks).toMatchObject([{ id: body.import.id, status: 'successful' }])
  })

  test('can be undone', async () => {
    const { uploadZip, call, user, record } = await startArchiveServer()
    await record('mine.gpx', aRide(9))
    const before = await readAllResponses(call, user)
    const { body } = await uploadZip(rides(2))
    const undone = await call('POST', `${PATH}/${body.import.id}/undo`, { as: user })
    expect(undone.body).toMatchObject({ removed: 2, restored: 0, left: 0 })
    expect(await readAllResponses(call, user)).toEqual(before)
  })

  test('sends no notification, as before', async () => {
    const { uploadZip, get } = await startArchiveServer()
    await uploadZip(rides(2))
    expect((await get('/api/notifications')).body.notifications).toEqual([])
  })
})

describe('a recording that updates a workout', () => {
  test('has an import summary and can be undone', async () => {
    const { upload, record, call, user } = await startArchiveServer()
    await record('mine.gpx', poorRide)
    const before = await readAllResponses(call, user)
    const { body } = await upload('a.fit', richRide(), { duplicates: 'replace-if-richer' })
    expect(body.import.files).toMatchObject([{ result: 'replaced' }])
    const undone = await call('POST', `${PATH}/${body.import.id}/undo`, { as: user })
    expect(undone.body).toMatchObject({ removed: 0, restored: 1, left: 0 })
    expect(await readAllResponses(call, user)).toEqual(before)
  })
})
