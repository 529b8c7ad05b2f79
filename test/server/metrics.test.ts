import { describe, expect, test } from 'bun:test'
import { openMetrics } from '@/server/metrics'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'

const TOKEN = 'a token for who watches'

/** A server on a socket, and a function to request its metrics. */
async function watched(metricsToken: string | undefined) {
  const { ctx } = startServer({ host: '127.0.0.1', port: 0, metricsToken })
  const server = listen(ctx, await openMetrics(ctx))
  afterTest(() => server.stop())
  const get = (path: string, authorization?: string) =>
    fetch(new URL(path, server.url), { headers: authorization ? { authorization } : {} })
  return { ctx, get, scrape: async () => (await get('/metrics', `Bearer ${TOKEN}`)).text() }
}

describe('/metrics', () => {
  test('is disabled without a configured token', async () => {
    const { get } = await watched(undefined)
    const answer = await get('/metrics', `Bearer ${TOKEN}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('milepost_http_requests_total')
  })

  test.each([undefined, 'Bearer wrong', TOKEN, `Basic ${TOKEN}`])(
    'is denied to %p',
    async (authorization) => {
      const { get } = await watched(TOKEN)
      const answer = await get('/metrics', authorization)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  test('counts requests and their durations by route, not by path', async () => {
    const { get, scrape } = await watched(TOKEN)
    for (const path of [
      '/api/ping',
      '/api/workouts/aaaa',
      '/api/workouts/bbbb',
      '/api/nothing',
      '/login',
    ])
      await get(path)
    const lines = (await scrape()).split('\n')
    const line = (method: string, route: string, status: number) =>
      `milepost_http_requests_total{method="${method}",route="${route}",status="${status}"}`
    expect(lines).toContain(`${line('GET', '/api/ping', 200)} 1`)
    expect(lines).toContain(`${line('GET', '/api/workouts/:workout_short_id', 404)} 2`)
    expect(lines).toContain(`${line('GET', 'unknown', 404)} 1`)
    expect(lines.some((text) => text.includes('route="ui"'))).toBeTrue()
    expect(lines).toContain(
      'milepost_http_request_duration_seconds_count{method="GET",route="/api/ping"} 1',
    )
  })

  test('includes totals of the server and process metrics', async () => {
    const { ctx, scrape } = await watched(TOKEN)
    await aUser(ctx)
    const text = await scrape()
    for (const line of [
      'milepost_users 1',
      'milepost_workouts 0',
      'milepost_tasks_queued{type="workouts_archive_upload"} 0',
      'milepost_mails_waiting 0',
      'milepost_alert{kind="disk_failed"} 0',
      'milepost_backup_last_timestamp_seconds 0',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
  })
})
