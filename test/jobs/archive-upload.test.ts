import { describe, expect, test } from 'bun:test'
import { rides, startArchiveServer } from '../support/archives'

describe('a large archive', () => {
  test('becomes a task that makes its workouts', async () => {
    const { queue, serve, task, workouts } = await startArchiveServer()
    const id = await queue(rides(3))
    expect(await task(id)).toMatchObject({ status: 'queued', progress: 0, files_count: 3 })
    await serve()
    expect(await task(id)).toMatchObject({
      ...{ status: 'successful', progress: 100, new_workouts_count: 3 },
      errored_files: { archive: null, files: {} },
    })
    expect(await workouts()).toBe(3)
  })
})
