import { describe, expect, test } from 'bun:test'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { SCOPES } from '@/policy/scopes'
import { generationOf } from '@/store/db/connections/dialect'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import { aPerson, PASSWORD } from '../support/accounts'
import { startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { countQueries } from '../support/count-queries'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'
import { aToken } from '../support/tokens'

const TOKENS = '/api/tokens'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const invalid = { message: 'invalid payload', status: 'error' }
const wrongToken = {
  error: 'invalid_token',
  error_description:
    'The access token provided is expired, revoked, malformed, or invalid for other reasons.',
  message: 'invalid token, please log in again',
  status: 'error',
}

/** A server with Ann, and requests of her app. */
async function withAnn(changes: Parameters<typeof startServer>[0] = {}) {
  const server = startServer(changes)
  server.clock.set('2026-11-21T08:08:18Z')
  const ann = await aPerson(server, { username: 'ann' })
  const make = async (json: object) => (await server.call('POST', TOKENS, { as: ann, json })).body
  const list = async () => (await server.call('GET', TOKENS, { as: ann })).body.data.tokens
  const use = (token: string, path = '/api/workouts') =>
    server.call('GET', path, { authorization: `Bearer ${token}` })
  return { ...server, ann, make, list, use }
}

describe('POST /api/tokens', () => {
  test('creates a token whose secret is returned once and stored as a digest', async () => {
    const { ctx, call, ann, list } = await withAnn()
    const json = { name: ' my phone ', scope: 'workouts:write  workouts:read', expires_in_days: 30 }
    const { status, body, headers } = await call('POST', TOKENS, { as: ann, json })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    const { token: secret, ...shown } = body.data.token
    expect(body).toEqual({ data: { token: { ...shown, token: secret } }, status: 'created' })
    expect(shown).toEqual({
      created_at: 'Sat, 21 Nov 2026 08:08:18 GMT',
      expires_at: 'Mon, 21 Dec 2026 08:08:18 GMT',
      id: 1,
      last_used_at: null,
      name: 'my phone',
      scope: 'workouts:write workouts:read',
    })
    expect(secret).toMatch(/^mpt_[A-Za-z0-9]{40}$/)
    expect(await list()).toEqual([shown])
    const rows = await ctx.db.selectFrom('personal_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('creates a token for a year by default, or without expiry', async () => {
    const { make } = await withAnn()
    const { data } = await make({ name: 'a', scope: 'workouts:read' })
    expect(data.token.expires_at).toBe('Sun, 21 Nov 2027 08:08:18 GMT')
    const forGood = await make({ name: 'b', scope: 'workouts:read', expires_in_days: null })
    expect(forGood.data.token.expires_at).toBeNull()
  })

  test('rejects invalid values', async () => {
    const { make } = await withAnn()
    const scope = 'workouts:read'
    expect(await make({ scope })).toEqual(invalid)
    expect(await make({ name: '  ', scope })).toEqual(invalid)
    expect(await make({ name: 'a\nb', scope })).toEqual(invalid)
    expect(await make({ name: 'x'.repeat(101), scope })).toEqual(invalid)
    for (const expires_in_days of [0, -1, 1.5, 3651, 'soon'])
      expect(await make({ name: 'a', scope, expires_in_days })).toEqual(invalid)
    expect(await make({ name: 'a', scope: 'workouts:read all' })).toEqual({
      message: "unknown scope 'all'",
      status: 'error',
    })
    expect(await make({ name: 'a', scope: ' ' })).toEqual({
      message: 'a token needs at least one scope',
      status: 'error',
    })
  })

  test('creates at most a hundred tokens per user', async () => {
    const { ctx, ann, make } = await withAnn()
    for (let made = 0; made < 100; made++) await aToken(ctx, ann)
    const input = { name: 'one more', scope: 'workouts:read' }
    expect((await make(input)).message).toBe(
      'an account can have up to 100 tokens: revoke one first',
    )
  })
})

describe('a personal access token', () => {
  test('allows what its scopes allow and nothing else', async () => {
    const { ctx, ann, use } = await withAnn()
    const token = await aToken(ctx, ann, 'workouts:read')
    expect((await use(token)).status).toBe(200)
    expect((await use(token)).status).toBe(200)
    expect((await use(token, '/api/notifications')).body.error).toBe('insufficient_scope')
  })

  test('cannot list, create or revoke tokens, whatever its scopes', async () => {
    const { ctx, call, ann, use, list } = await withAnn()
    const token = await aToken(ctx, ann, SCOPES.join(' '))
    const authorization = `Bearer ${token}`
    const json = { name: 'more', scope: 'workouts:read' }
    expect((await use(token, TOKENS)).status).toBe(401)
    expect((await call('POST', TOKENS, { authorization, json })).status).toBe(401)
    expect((await call('DELETE', `${TOKENS}/1`, { authorization })).status).toBe(401)
    expect(await list()).toHaveLength(1)
  })

  test('becomes invalid when it expires or when its owner revokes it', async () => {
    const { ctx, call, clock, ann, make, use, list } = await withAnn()
    const { data } = await make({ name: 'a', scope: 'workouts:read', expires_in_days: 1 })
    expect((await use(data.token.token)).status).toBe(200)
    clock.advance(DAY)
    const { status, body } = await use(data.token.token)
    expect([status, body.message]).toEqual([401, 'signature expired, please log in again'])

    const token = await aToken(ctx, ann, 'workouts:read')
    const [{ id }] = await list()
    const bob = await aUser(ctx)
    const missing = { message: 'token not found', status: 'not found' }
    const path = `${TOKENS}/${id}`
    expect((await call('DELETE', path, { as: bob })).body).toEqual(missing)
    expect((await use(token)).status).toBe(200)
    expect((await call('DELETE', path, { as: ann })).status).toBe(204)
    expect((await use(token)).body).toEqual(wrongToken)
    expect((await call('DELETE', path, { as: ann })).body).toEqual(missing)
  })

  test('is invalid while its owner is suspended, inactive or deleted', async () => {
    const { ctx, call, ann, use } = await withAnn()
    const suspended = await aToken(ctx, await aSuspendedUser(ctx), 'workouts:read')
    expect((await use(suspended)).status).toBe(403)
    const token = await aToken(ctx, ann, 'workouts:read')
    expect((await use(token)).status).toBe(200)
    await writeTo(ctx.db, (tx) => updateUser(tx, ann.id, { is_active: 0 }))
    expect((await use(token)).status).toBe(401)
    await writeTo(ctx.db, (tx) => updateUser(tx, ann.id, { is_active: 1 }))
    expect((await use(token)).status).toBe(200)
    await call('DELETE', '/api/users/ann', { as: ann })
    expect((await use(token)).body).toEqual(wrongToken)
    expect(await ctx.db.selectFrom('personal_tokens').select('id').execute()).toHaveLength(1)
  })

  test('stays valid after a password change, but not after a reset or the end of all apps', async () => {
    const { ctx, call, ann, use } = await withAnn()
    const account = '/api/auth/profile/edit/account'
    const { email } = ann
    const change = { email, password: PASSWORD, new_password: 'battery staple 7' }
    const token = await aToken(ctx, ann, 'workouts:read')
    const again = { as: ann, json: { ...change } }
    expect((await call('PATCH', account, again)).status).toBe(200)
    expect((await use(token)).status).toBe(200)
    await call('PATCH', '/api/users/ann', {
      as: await anAdmin(ctx),
      json: { reset_password: true },
    })
    expect((await use(token)).status).toBe(401)
    const bob = await aPerson({ ctx }, { username: 'bob' })
    const other = await aToken(ctx, bob, 'workouts:read')
    const end = { email: bob.email, password: PASSWORD, revoke_apps: true }
    expect((await call('PATCH', account, { as: bob, json: end })).status).toBe(200)
    expect((await use(other)).status).toBe(401)
  })

  test('shows when it was last used, updated at most once a minute', async () => {
    const { ctx, clock, ann, use, list } = await withAnn()
    const token = await aToken(ctx, ann, 'workouts:read')
    const lastUse = async () => {
      await ctx.lastUses.settle()
      return (await list())[0].last_used_at
    }
    await use(token)
    expect(await lastUse()).toBe('Sat, 21 Nov 2026 08:08:18 GMT')
    const before = generationOf(ctx.db)
    clock.advance(MINUTE / 2)
    const count = countQueries(ctx)
    for (let time = 0; time < 5; time++) await use(token, '/api/workouts?page=2')
    expect(await lastUse()).toBe('Sat, 21 Nov 2026 08:08:18 GMT')
    expect(count()).toBeLessThan(10)
    expect(generationOf(ctx.db)).toBe(before)
    clock.advance(MINUTE)
    await use(token)
    expect(await lastUse()).toBe('Sat, 21 Nov 2026 08:09:48 GMT')
  })

  test('that is wrong is rate-limited, but a valid one never', async () => {
    const limits = { api: [], auth: parseRateLimits('AUTH_RATE_LIMITS', '3 per 5 minutes') }
    const { ctx, ann, use } = await withAnn({ rateLimits: limits })
    const token = await aToken(ctx, ann, 'workouts:read')
    const statuses: number[] = []
    for (let time = 0; time < 5; time++)
      statuses.push((await use(`mpt_${String(time).padEnd(40, 'x')}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await use(token)).status).toBe(200)
    expect((await use('of.a.session')).status).toBe(401)
  })

  test('is in the data export of its owner without its secret', async () => {
    const server = await startArchiveServer()
    const secret = await aToken(server.ctx, server.user)
    await server.send('POST', '/api/auth/account/export/request', { json: {} })
    await server.serve()
    const row = await server.ctx.db
      .selectFrom('user_tasks')
      .select('file_path')
      .executeTakeFirstOrThrow()
    const path = await server.ctx.files.fetch(row.file_path ?? '')
    const zip = await openZip(await Bun.file(path ?? '').bytes(), 100)
    const texts = await Promise.all(
      zip.entries.map(async (entry) => new TextDecoder().decode(await zip.read(entry, DAY))),
    )
    const at = zip.entries.findIndex(({ name }) => name === 'user_tokens_data.json')
    const [token] = JSON.parse(texts[at] ?? '')
    expect(Object.keys(token)).toEqual(TOKEN_KEYS)
    expect(token).toMatchObject({ name: 'a program', scope: 'workouts:write', expires_at: null })
    expect(texts.join('')).not.toContain(secret)
  })
})

const TOKEN_KEYS = ['created_at', 'expires_at', 'id', 'last_used_at', 'name', 'scope']
