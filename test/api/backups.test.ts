import { describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatHttpDate } from '@/lib/time/http-date'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { newFolder } from '../support/folder'

/** A server that stores full backups in a folder, and its administrator. */
async function withBackups() {
  const to = join(newFolder(), 'backups')
  const server = startServer({ backup: { to, at: '0 0 * * *', keep: 2 } })
  const admin = await anAdmin(server.ctx)
  const status = async () => (await server.call('GET', '/api/backups', { as: admin })).body.data
  return { ...server, to, status }
}

describe('GET /api/backups', () => {
  test('reports that backups are disabled', async () => {
    const server = startServer()
    const { status, body } = await server.call('GET', '/api/backups', {
      as: await anAdmin(server.ctx),
    })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          ...{ free_space: null, is_enabled: false, is_running: false },
          ...{ last: null, last_failure: null },
        },
        status: 'success',
      },
    })
  })

  test('returns the newest backup', async () => {
    const { status, ctx, clock } = await withBackups()
    const state = { free_space: expect.any(Number), is_enabled: true, is_running: false }
    const empty = { ...state, last: null, last_failure: null }
    expect(await status()).toEqual(empty)
    await ctx.backups?.create()
    clock.advance(1000)
    await ctx.backups?.create()
    expect(await status()).toEqual({
      ...state,
      last: {
        created_at: formatHttpDate(clock.now()),
        files: expect.any(Number),
        missing: 0,
        name: `milepost-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')}Z`,
        size: expect.any(Number),
        users: 1,
        workouts: 0,
      },
      last_failure: null,
    })
  })

  test('returns the last error until a backup succeeds', async () => {
    const { status, ctx, clock, to } = await withBackups()
    // A file at the path of the folder: root may write anywhere else.
    writeFileSync(to, '')
    await expect(ctx.backups?.create()).rejects.toThrow()
    const failure = async () => (await status()).last_failure
    expect(await failure()).toEqual({
      failed_at: formatHttpDate(clock.now()),
      reason: expect.stringContaining(to),
    })
    rmSync(to)
    await ctx.backups?.create()
    expect(await failure()).toBeNull()
  })
})
