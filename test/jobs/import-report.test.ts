import { describe, expect, test } from 'bun:test'
import { readAllResponses } from '../support/all-responses'
import { rides, startArchiveServer } from '../support/archives'
import { aUser } from '../support/factories'

const BROKEN = '<?xml version="1.0"?><gpx></gpx>'
const PATH = '/api/workouts/upload-tasks'
const HEAD = 'file,result,reason,workout'

type Server = Awaited<ReturnType<typeof startArchiveServer>>

const members = [
  ...rides(3),
  { name: 'notes.txt', content: 'x' },
  { name: '=cmd.gpx', content: BROKEN },
]

/** The lines of a report without its header, with `w` for the ids of workouts. */
async function linesOf({ call, user }: Server, id: string): Promise<string[]> {
  const { status, body } = await call('GET', `${PATH}/${id}/report`, { as: user })
  expect(status).toBe(200)
  const [head, ...lines] = String(body).trimEnd().split('\n')
  expect(head).toBe(HEAD)
  return lines.map((line) => line.replace(/,\w{22}$/, ',w'))
}

const names = rides(3).map(({ name }) => name)

describe('the report of an import', () => {
  test('has a line for each file of the archive, with the reason and the workout', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(members)
    await server.serve()
    expect(await linesOf(server, id)).toEqual([
      ...names.map((name) => `${name},new,,w`),
      "'=cmd.gpx,failed,no tracks in gpx file,",
      'notes.txt,skipped,no recording,',
    ])
  })

  test('of a second import with the policy skip contains nothing new', async () => {
    const server = await startArchiveServer()
    await server.queue(rides(3))
    await server.serve()
    const id = await server.queue(rides(3), { duplicates: 'skip' })
    await server.serve()
    expect(await linesOf(server, id)).toEqual(names.map((name) => `${name},already there,,w`))
    expect(await server.workouts()).toBe(3)
    expect(await server.task(id)).toMatchObject({ new_workouts_count: 0, status: 'successful' })
  })

  test('is visible to its owner only', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const eve = await aUser(server.ctx, { username: 'eve' })
    for (const [method, path] of [
      ['GET', 'report'],
      ['POST', 'undo'],
    ] as const) {
      const { status, body } = await server.call(method, `${PATH}/${id}/${path}`, { as: eve })
      expect({ status, body }).toEqual({
        status: 404,
        body: { message: 'no task found', status: 'not found' },
      })
    }
  })
})

const DONE = { left: 0, restored: 0, status: 'success' }

describe('undoing an import', () => {
  test('deletes exactly what it created, and every response is as before', async () => {
    const server = await startArchiveServer()
    await server.uploadZip(rides(2))
    const answers = () => readAllResponses(server.call, server.user)
    const before = await answers()
    const id = await server.queue(rides(5))
    await server.serve()
    expect(await server.workouts()).toBe(7)
    const { status, body } = await server.call('POST', `${PATH}/${id}/undo`, { as: server.user })
    expect({ status, body }).toEqual({ status: 200, body: { ...DONE, removed: 5 } })
    expect(await answers()).toEqual(before)
    const again = await server.call('POST', `${PATH}/${id}/undo`, { as: server.user })
    expect(again.body).toEqual({ ...DONE, removed: 0 })
    expect((await linesOf(server, id))[0]).toBe(`${names[0]},undone,,w`)
  })

  test('skips workouts deleted since, and is rejected until the import has ended', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const undo = () => server.call('POST', `${PATH}/${id}/undo`, { as: server.user })
    expect((await undo()).status).toBe(400)
    await server.serve()
    const { body } = await server.get('/api/workouts')
    const [gone] = body.data.workouts
    await server.call('DELETE', `/api/workouts/${gone.id}`, { as: server.user })
    expect((await undo()).body).toEqual({ ...DONE, removed: 2 })
    expect(await server.workouts()).toBe(0)
  })
})
