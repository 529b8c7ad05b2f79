import { expect, test } from 'bun:test'
import { rides, startArchiveServer } from '../support/archives'
import { anAdmin } from '../support/factories'

test('administrators can list queued tasks at both paths until they start', async () => {
  const server = await startArchiveServer()
  const as = await anAdmin(server.ctx)
  const id = await server.queue(rides(3))
  await server.send('POST', '/api/auth/account/export/request', { json: {} })
  for (const path of ['/api/users/tasks/queued', '/api/tasks/queued']) {
    const { body } = await server.get(path, { as })
    expect(body).toEqual({
      status: 'success',
      counts: { user_data_export: 1, workouts_archive_upload: 1 },
    })
  }
  const { body } = await server.get('/api/tasks/queued/workouts_archive_upload', { as })
  expect(body.queued_tasks).toMatchObject([
    {
      ...{ id, status: 'queued', type: 'workouts_archive_upload', files_count: 3 },
      ...{ message_id: null, file_size: expect.any(Number) },
      user: { username: server.user.username, email: server.user.email },
    },
  ])
  const exports = await server.get('/api/users/tasks/queued/user_data_export', { as })
  expect(exports.body.queued_tasks).toMatchObject([{ file_size: null, status: 'queued' }])
  await server.ctx.db.updateTable('user_tasks').set({ progress: 40 }).execute()
  const waiting = await server.get('/api/tasks/queued', { as })
  expect(waiting.body.counts).toEqual({ user_data_export: 0, workouts_archive_upload: 0 })
  const open = await server.get('/api/tasks/queued?with_running=true', { as })
  expect(open.body.counts).toEqual({ user_data_export: 1, workouts_archive_upload: 1 })
  const path = '/api/tasks/queued/workouts_archive_upload?with_running=true'
  const running = await server.get(path, { as })
  expect(running.body.queued_tasks).toMatchObject([{ id, status: 'in_progress' }])
  await server.ctx.db.updateTable('user_tasks').set({ progress: 0 }).execute()
  await server.serve()
  const after = await server.get('/api/users/tasks/queued', { as })
  expect(after.body.counts).toEqual({ user_data_export: 0, workouts_archive_upload: 0 })
})

test('an unknown task type is an error', async () => {
  const server = await startArchiveServer()
  const as = await anAdmin(server.ctx)
  const { status, body } = await server.get('/api/tasks/queued/nonsense', { as })
  expect([status, body]).toEqual([400, { status: 'invalid', message: 'invalid task type' }])
})
