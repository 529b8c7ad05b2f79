import { describe, expect, test } from 'bun:test'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { aUser } from '../support/factories'
import { aToken } from '../support/tokens'
import { startWorkoutServer } from '../support/workouts'

const changed = { message: 'it was changed in the meantime', status: 'error' }

/** A server with a workout of Ann, and a function that sends JSON as her. */
async function open(settings: Parameters<typeof startWorkoutServer>[1] = {}) {
  const world = await startWorkoutServer({ username: 'ann' }, { port: 0, ...settings })
  const { ctx, user } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
  const { id } = await world.enter()
  const ask = async (
    method: string,
    path: string,
    { json, ...headers }: { json?: object } & Record<string, unknown> = {},
  ) => {
    const sent = { authorization, 'content-type': 'application/json', ...headers } as Record<
      string,
      string
    >
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...{ method, headers: sent },
      body: json ? JSON.stringify(json) : null,
    })
    const text = await answer.text()
    const { status } = answer
    return { status, etag: answer.headers.get('etag') ?? '', body: text ? JSON.parse(text) : null }
  }
  return { ...world, id, path: `/api/workouts/${id}`, ask }
}

describe('a write with If-Match', () => {
  test('succeeds for the current version only, and returns the next entity tag', async () => {
    const { ask, path } = await open()
    const first = await ask('GET', path)
    const edit = (title: string, tag: string) =>
      ask('PATCH', path, { json: { title }, 'if-match': tag })
    const second = await edit('one', first.etag)
    expect([second.status, second.body.data.workouts[0].title]).toEqual([200, 'one'])
    expect(second.etag).toBe((await ask('GET', path)).etag)
    expect(second.etag).not.toBe(first.etag)
    expect(await edit('two', first.etag)).toMatchObject({ status: 412, body: changed })
    expect((await ask('GET', path)).body.data.workouts[0].title).toBe('one')
    expect((await edit('three', `"other", ${second.etag}`)).status).toBe(200)
    expect((await edit('four', '*')).status).toBe(200)
    const { etag } = await ask('GET', path)
    expect((await edit('five', `W/${etag}`)).status).toBe(412)
    expect((await ask('DELETE', path, { 'if-match': first.etag })).status).toBe(412)
    expect((await ask('DELETE', path, { 'if-match': etag })).status).toBe(204)
  })

  test('accepts the entity tag of a compressed response', async () => {
    const { ask, path, send } = await open()
    await send('PATCH', path, { json: { description: 'x'.repeat(5000) } })
    const { etag } = await ask('GET', path, { 'accept-encoding': 'gzip' })
    expect(etag).toEndWith('-gzip"')
    expect((await ask('PATCH', path, { json: { title: 'a' }, 'if-match': etag })).status).toBe(200)
  })

  test('succeeds once when several clients change the same version at the same time', async () => {
    const { ask, path } = await open()
    const { etag } = await ask('GET', path)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ask('PATCH', path, { json: { title: `title ${at}` }, 'if-match': etag }),
      ),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7)
    const { body } = await ask('GET', path)
    expect(body.data.workouts[0].title).toBe(done[0]?.body.data.workouts[0].title)
  })

  test('applies to every kind of object', async () => {
    const { ask } = await open()
    const made = await ask('POST', '/api/equipments', {
      json: { label: 'Shoes', equipment_type_id: 1 },
    })
    const path = `/api/equipments/${made.body.data.equipments[0].id}`
    const { etag } = await ask('GET', path)
    const edit = (tag: string) =>
      ask('PATCH', path, { json: { label: `${tag.length} shoes` }, 'if-match': tag })
    expect((await edit(etag)).status).toBe(200)
    expect((await edit(etag)).status).toBe(412)
  })

  test('never happens when the condition cannot be evaluated', async () => {
    const { ask, ctx, user, path, id, get } = await open()
    const tag = { 'if-match': '"x"' }
    const json = { title: 'changed' }
    const other = await aUser(ctx)
    const authorization = `Bearer ${await ctx.sessions.issue(other.id, other.session_epoch)}`
    expect((await ask('PATCH', path, { json, ...tag, authorization: '' })).status).not.toBe(200)
    expect((await ask('PATCH', path, { json, 'if-match': '*', authorization })).status).toBe(404)
    expect((await ask('PATCH', `${path}x`, { json, ...tag })).status).toBe(404)
    const writer = `Bearer ${await aToken(ctx, user, 'workouts:write')}`
    expect(
      (await ask('PATCH', path, { json, 'if-match': '*', authorization: writer })).status,
    ).toBe(403)
    expect((await ask('POST', `/api/workouts/${id}/refresh`, tag)).status).toBe(412)
    expect((await get(path)).body.data.workouts[0].title).not.toBe('changed')
  })

  test('is counted by rate limits like other requests', async () => {
    const api = parseRateLimits('API_RATE_LIMITS', '5 per hour')
    const { ask, path } = await open({ rateLimits: { api, auth: [] } })
    const statuses: number[] = []
    for (let time = 0; time < 8; time++)
      statuses.push((await ask('PATCH', path, { json: {}, 'if-match': '"x"' })).status)
    expect(statuses).toEqual([412, 412, 412, 412, 412, 429, 429, 429])
  })
})
