import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { aToken } from '../support/tokens'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const gpx = gpxOf(samplePoints(30)).replace('<trk>', '<trk><type>running</type>')
const basic = (name: string, secret: string) => `Basic ${btoa(`${name}:${secret}`)}`

async function open() {
  const world = await startWorkoutServer({ username: 'ann' }, { port: 0 })
  const { ctx, user } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const url = `http://127.0.0.1:${server.port}/api/inbox`
  return { ...world, url, token: await aToken(ctx, user) }
}

describe('the inbox', () => {
  test('accepts a file by PUT, from curl with name and token', async () => {
    const { url, token, get } = await open()
    const curl = Bun.spawn(['curl', '-s', '-u', `ann:${token}`, '-T', '-', url], {
      stdin: Buffer.from(gpx),
      stdout: 'pipe',
    })
    const answer = JSON.parse(await new Response(curl.stdout).text())
    expect(answer.status).toBe('created')
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
  })

  test('accepts name and token by POST, but no password, and asks for them', async () => {
    const { url, token } = await open()
    const send = (authorization: string) =>
      fetch(url, { method: 'POST', body: gpx, headers: { authorization } })
    expect((await send(basic('ann', token))).status).toBe(201)
    for (const wrong of [
      basic('bob', token),
      basic('ann', 'the password'),
      basic('ann', `${token}x`),
      '',
    ]) {
      const answer = await send(wrong)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="Milepost: user name and personal token", charset="UTF-8"',
      ])
      expect(await answer.json()).toMatchObject({ status: 'error' })
    }
  })

  test('accepts a body that is compressed for the transfer, with gzip only', async () => {
    const { url, token } = await open()
    const send = (encoding: string) =>
      fetch(url, {
        method: 'PUT',
        body: new Uint8Array(gzipSync(gpx)),
        headers: { authorization: `Bearer ${token}`, 'content-encoding': encoding },
      })
    const other = await send('br')
    expect([other.status, other.headers.get('accept-encoding')]).toEqual([415, 'gzip'])
    expect((await send('gzip')).status).toBe(201)
  })

  test('is the only route of the API that accepts HTTP Basic authentication', async () => {
    const { ctx, call, user } = await open()
    const token = await aToken(ctx, user, 'workouts:read')
    const { status, headers } = await call('GET', '/api/workouts', {
      authorization: basic('ann', token),
    })
    expect([status, headers.get('www-authenticate')?.includes('Basic')]).not.toEqual([200, true])
    expect(status).toBe(401)
  })
})
