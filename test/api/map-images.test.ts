import { describe, expect, test } from 'bun:test'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { plainPng } from '../support/images'
import { aWorkout } from '../support/workouts'

const png = await plainPng('#abcdef', 8)
const ID = '0123456789abcdef0123456789abcdef'
const MODIFIED = new Date('2024-05-06T07:08:09Z')

async function serverWithMaps(...files: { name: string; exists: boolean }[]) {
  const server = startServer()
  const user = await aUser(server.ctx)
  for (const { name, exists } of files) {
    const map_file = `workouts/${user.id}/${name}`
    await aWorkout(server.ctx, user, { map_id: ID, map_file, map_visibility: 'private' })
    const path = server.ctx.files.pathOf(map_file)
    mkdirSync(dirname(path), { recursive: true })
    if (!exists) continue
    writeFileSync(path, png)
    utimesSync(path, MODIFIED, MODIFIED)
  }
  const get = (id: string, headers: Record<string, string> = {}) =>
    server.handle(new Request(`http://localhost/api/workouts/map/${id}`, { headers }))
  return { ...server, get }
}

describe('GET /api/workouts/map/{map_id}', () => {
  test('sends the image to whoever knows its id', async () => {
    const { get } = await serverWithMaps({ name: 'a.png', exists: true })
    const answer = await get(ID)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('content-disposition')).toBe('inline')
    expect(answer.headers.get('last-modified')).toBe('Mon, 06 May 2024 07:08:09 GMT')
    expect(await answer.bytes()).toEqual(png)
  })

  test('sends nothing to a browser that has it already', async () => {
    const { get } = await serverWithMaps({ name: 'a.png', exists: true })
    const etag = (await get(ID)).headers.get('etag') ?? ''
    expect(etag).toBe(`"${ID}"`)
    const again = await get(ID, { 'if-none-match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get(ID, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('sends the image that workouts share while one of its files is there', async () => {
    const { get } = await serverWithMaps(
      { name: 'a.png', exists: false },
      { name: 'b.png', exists: true },
    )
    expect((await get(ID)).status).toBe(200)
  })

  test('knows no other maps', async () => {
    const { get, call } = await serverWithMaps({ name: 'a.png', exists: true })
    for (const id of ['other', ID.slice(1), '%25', '..%2F..%2Fmilepost.db'])
      expect((await get(id)).status).toBe(404)
    expect(await call('GET', '/api/workouts/map/other')).toMatchObject({
      status: 404,
      body: { status: 'not found', message: 'Map does not exist.' },
    })
  })

  test('tells when the file is gone', async () => {
    const { call } = await serverWithMaps({ name: 'a.png', exists: false })
    expect(await call('GET', `/api/workouts/map/${ID}`)).toMatchObject({
      status: 404,
      body: { status: 'not found', message: 'Map file does not exist.' },
    })
  })
})
