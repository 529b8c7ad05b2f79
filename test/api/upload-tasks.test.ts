import { describe, expect, test } from 'bun:test'
import { rides, startArchiveServer } from '../support/archives'
import { aUser } from '../support/factories'

const TASKS = '/api/workouts/upload-tasks'
const NOBODY = '2AXUtXDfi8HwaAHdf6BDaa'

describe('an archive', () => {
  test('with few enough files is imported synchronously', async () => {
    const { uploadZip, get } = await startArchiveServer()
    const { status, body } = await uploadZip(rides(2), { title: 'Both' })
    expect(status).toBe(201)
    expect(body.data.workouts).toHaveLength(2)
    expect(body.data.workouts[0]).toMatchObject({ title: 'Both', with_file: true })
    expect((await get(TASKS)).body.data.tasks).toEqual([])
  })

  test('with more files becomes a task, of which there is one at a time', async () => {
    const { uploadZip, serve } = await startArchiveServer()
    const { status, body } = await uploadZip(rides(3))
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'in_progress', data: { task_id: expect.any(String) } })
    const second = await uploadZip(rides(3))
    expect([second.status, second.body]).toEqual([
      400,
      { status: 'invalid', message: 'ongoing upload task exists' },
    ])
    await serve()
    expect((await uploadZip(rides(3))).status).toBe(200)
  })

  test('with more files than allowed is rejected', async () => {
    const { uploadZip } = await startArchiveServer()
    const { status, body } = await uploadZip(rides(51))
    expect([status, body.message]).toEqual([
      400,
      'the number of files in the archive exceeds the limit',
    ])
  })
})

describe('upload tasks', () => {
  test('are listed newest first, five per page, under both names', async () => {
    const { queue, serve, get, clock } = await startArchiveServer()
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) {
      ids.unshift(await queue(rides(3)))
      clock.advance(1000)
      await serve()
    }
    const { body } = await get(TASKS)
    expect(body.data.tasks.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 5))
    expect(body.pagination).toEqual({
      has_next: true,
      has_prev: false,
      page: 1,
      pages: 2,
      total: 6,
    })
    expect((await get('/api/workouts/tasks?page=2')).body.data.tasks).toHaveLength(1)
    expect((await get(`/api/workouts/tasks/${ids[0]}`)).body.task.id).toBe(ids[0])
  })

  test('of others are not found', async () => {
    const { queue, send, ctx } = await startArchiveServer()
    const id = await queue()
    const as = await aUser(ctx)
    const answers = [
      await send('GET', `${TASKS}/${id}`, { as }),
      await send('POST', `${TASKS}/${id}/abort`, { as }),
      await send('DELETE', `${TASKS}/${id}`, { as }),
      await send('GET', `${TASKS}/${NOBODY}`),
      await send('GET', `${TASKS}/zz`),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { status: 'not found', message: 'no task found' }])
  })

  test('can be aborted once while they are queued or running', async () => {
    const { queue, send } = await startArchiveServer()
    const id = await queue()
    const { status, body } = await send('POST', `${TASKS}/${id}/abort`)
    expect([status, body.task.status]).toEqual([200, 'aborted'])
    const again = await send('POST', `${TASKS}/${id}/abort`)
    expect([again.status, again.body]).toEqual([
      400,
      { status: 'error', message: 'only queued and ongoing tasks can be aborted' },
    ])
  })

  test('can be deleted with their notification once they have ended', async () => {
    const { queue, send, serve, get } = await startArchiveServer()
    const id = await queue()
    const early = await send('DELETE', `${TASKS}/${id}`)
    expect([early.status, early.body]).toEqual([
      400,
      { status: 'error', message: 'queued or ongoing workout upload task can not be deleted' },
    ])
    await serve()
    expect((await get('/api/notifications')).body.notifications).toHaveLength(1)
    expect((await send('DELETE', `${TASKS}/${id}`)).status).toBe(204)
    expect((await get('/api/notifications')).body.notifications).toEqual([])
    expect((await get(`${TASKS}/${id}`)).status).toBe(404)
  })
})
