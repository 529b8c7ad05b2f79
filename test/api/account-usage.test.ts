import { describe, expect, test } from 'bun:test'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { fromJson } from '@/store/db/schema/columns'
import { measureAccounts } from '@/use-cases/accounts/measure-accounts'
import { aPerson, badCredentials, PASSWORD } from '../support/accounts'
import { aRide, startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { anAdmin, anOwner, aUser } from '../support/factories'
import { startMailbox } from '../support/mailbox'
import { plain } from '../support/people'

const ANN = '/api/users/ann'
const FULL =
  'the storage of this account on the server is used up: delete something, or ask its administrator for more'

/** A server with Ann, who can upload, and an administrator who can change her account. */
async function open() {
  const server = await startArchiveServer(
    { username: 'ann' },
    { quotas: { bytes: 1_000_000, files: 0, workouts: 0 } },
  )
  const admin = await anAdmin(server.ctx, { username: 'root' })
  const edit = (json: object) => server.call('PATCH', ANN, { as: admin, json })
  const list = async (query: string, as = admin) =>
    (await server.call('GET', `/api/users?with_hidden=true&${query}`, { as })).body.data.users
  const use = async () => (await server.get('/api/auth/profile/storage')).body.data
  return { ...server, admin, edit, list, use }
}

describe('the use of an account', () => {
  test('is shown to administrators who ask for it, and only to them', async () => {
    const { ctx, clock, user, list, upload } = await open()
    await upload('1.gpx', aRide(1))
    await ctx.lastUses.settle()
    await measureAccounts(ctx)
    await ctx.lastUses.settle()
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    const [ann] = await list('q=ann&with_usage=true')
    expect(ann).toMatchObject({ last_seen_on: today, nb_workouts: 1, quota_bytes: null })
    expect(ann.storage_bytes).toBeGreaterThan(1000)
    for (const [query, as] of [['q=ann', undefined] as const, ['with_usage=true', user] as const])
      for (const shown of await list(query, as)) expect(shown).not.toHaveProperty('storage_bytes')
  })

  test('sorts the list for administrators; accounts without a value come last', async () => {
    const { ctx, list, upload } = await open()
    await aUser(ctx, { username: 'never' })
    await upload('1.gpx', aRide(1))
    await ctx.lastUses.settle()
    for (const order_by of ['last_seen', 'storage']) {
      const [first] = await list(`with_usage=true&order=desc&order_by=${order_by}`)
      const last = (await list(`with_usage=true&order=desc&order_by=${order_by}`)).at(-1)
      expect([first.username, last.last_seen_on]).not.toContain('never')
    }
  })
})

describe('the quota of an account', () => {
  test('replaces that of the server, and uploads beyond it are rejected', async () => {
    const { edit, upload, use, list } = await open()
    expect((await upload('1.gpx', aRide(1))).status).toBe(201)
    expect((await use()).limits.bytes).toBe(1_000_000)
    expect((await edit({ quota_bytes: 10 })).status).toBe(200)
    expect((await use()).limits.bytes).toBe(10)
    expect(plain(await upload('2.gpx', aRide(2)))).toEqual({
      status: 413,
      body: { message: FULL, status: 'fail' },
    })
    expect((await list('q=ann&with_usage=true'))[0].quota_bytes).toBe(10)
    await edit({ quota_bytes: 0 })
    expect((await use()).limits.bytes).toBeNull()
    expect((await upload('2.gpx', aRide(2))).status).toBe(201)
    await edit({ quota_bytes: null })
    expect((await use()).limits.bytes).toBe(1_000_000)
  })

  test('is a whole number of bytes, and each change is in the audit log', async () => {
    const { ctx, edit, user } = await open()
    for (const quota_bytes of [-1, 1.5, '10', true, Number.MAX_SAFE_INTEGER + 1, [1]])
      expect([quota_bytes, (await edit({ quota_bytes })).status]).toEqual([quota_bytes, 400])
    await edit({ quota_bytes: 5000 })
    await edit({ quota_bytes: null })
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().execute()
    const changes = entries.filter(({ action }) => action === 'quota_changed')
    expect(changes.map(({ subject_id }) => subject_id)).toEqual([user.id, user.id])
    expect(changes.map(({ details }) => details && fromJson(details))).toEqual([
      { bytes: 5000 },
      { bytes: 'default' },
    ])
  })
})

describe('making someone an administrator', () => {
  const start = async () => {
    const mailbox = await startMailbox()
    const auth = parseRateLimits('AUTH_RATE_LIMITS', '2 per 5 minutes')
    const server = startServer({ mail: mailbox.settings, rateLimits: { api: [], auth } })
    const root = await aPerson(server, { username: 'root', role: 'admin' })
    await aUser(server.ctx, { username: 'ann' })
    await anOwner(server.ctx, { username: 'boss' })
    await anAdmin(server.ctx, { username: 'gone', is_active: 0 })
    const edit = (json: object) => server.call('PATCH', ANN, { as: root, json })
    const receivers = async () => {
      await server.ctx.mail.idle()
      return mailbox.mails.map(({ to, subject }) => `${to[0]}: ${subject}`).sort()
    }
    return { ...server, edit, receivers }
  }

  test('notifies all active administrators by mail, once', async () => {
    const { edit, receivers } = await start()
    expect((await edit({ role: 'admin', password: PASSWORD })).status).toBe(200)
    await edit({ role: 'admin', password: PASSWORD })
    const mails = await receivers()
    expect(mails.map((line) => line.split('@')[0])).toEqual(['ann', 'boss', 'root'])
    for (const line of mails) expect(line).toContain('ann is now an administrator')
  })

  test('is rejected with a wrong password, of which only a few are accepted', async () => {
    const { edit, receivers, ctx } = await start()
    expect(plain(await edit({ role: 'admin', password: 5 }))).toEqual(badCredentials)
    expect(plain(await edit({ role: 'admin', password: 'wrong' }))).toEqual(badCredentials)
    expect((await edit({ role: 'admin', password: PASSWORD })).status).toBe(429)
    expect(await receivers()).toEqual([])
    const ann = ctx.db.selectFrom('users').select('role').where('username', '=', 'ann')
    expect(await ann.executeTakeFirst()).toEqual({ role: 'user' })
  })
})
