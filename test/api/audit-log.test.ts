import { describe, expect, test } from 'bun:test'
import { listScheduledJobs } from '@/jobs/schedule'
import { recordAudit } from '@/services/auth/record-audit'
import { transact, writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { editAccount } from '@/use-cases/accounts/edit-account'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin, anOwner } from '../support/factories'

const LOG = '/api/audit-log'
const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function withPeople() {
  const server = startServer()
  server.clock.set('2026-11-21T08:08:18Z')
  const { ctx, call } = server
  const owner = await anOwner(ctx, { username: 'olga' })
  const admin = await anAdmin(ctx, { username: 'adam' })
  const ann = await aPerson(server, { username: 'ann', email: 'ann@example.com' })
  const read = async (as: UserRow, query = '') => (await call('GET', `${LOG}${query}`, { as })).body
  const actions = async (as: UserRow, query = '') =>
    (await read(as, query)).data.entries.map(({ action }: { action: string }) => action)
  const edit = (json: object, as = admin) => call('PATCH', '/api/users/ann', { as, json })
  return { ...server, owner, admin, ann, read, actions, edit }
}

describe('GET /api/audit-log', () => {
  test('requires a session', async () => {
    const { call } = await withPeople()
    expect((await call('GET', LOG)).status).toBe(401)
  })

  test('shows the owner who did what to whom, newest first', async () => {
    const { owner, read, edit, clock } = await withPeople()
    await edit({ role: 'moderator' })
    clock.advance(60_000)
    await edit({ activate: false })
    expect(await read(owner)).toEqual({
      data: {
        entries: [
          {
            action: 'account_deactivated',
            actor: 'adam',
            actor_kind: 'admin',
            created_at: 'Sat, 21 Nov 2026 08:09:18 GMT',
            details: {},
            id: 2,
            subject: 'ann',
          },
          {
            action: 'role_changed',
            actor: 'adam',
            actor_kind: 'admin',
            created_at: 'Sat, 21 Nov 2026 08:08:18 GMT',
            details: { from: 'user', to: 'moderator' },
            id: 1,
            subject: 'ann',
          },
        ],
        has_more: false,
      },
      status: 'success',
    })
  })

  test('shows others what concerns them, but not which administrator it was', async () => {
    const { ann, admin, read, actions, edit } = await withPeople()
    await edit({ role: 'moderator' })
    const { entries } = (await read(ann)).data
    expect(entries).toMatchObject([{ action: 'role_changed', actor: null, actor_kind: 'admin' }])
    expect(await actions(admin)).toEqual(['role_changed'])
  })

  test('denies access to the entries of others except to owners', async () => {
    const { call, ann, admin, actions, edit, owner } = await withPeople()
    await edit({ role: 'moderator' })
    for (const as of [ann, admin])
      expect((await call('GET', `${LOG}?user=olga`, { as })).status).toBe(403)
    expect(await actions(ann, '?user=ann')).toEqual(['role_changed'])
    expect(await actions(owner, '?user=olga')).toEqual([])
    expect(await actions(owner, '?user=ann')).toEqual(['role_changed'])
    expect((await call('GET', `${LOG}?user=nemo`, { as: owner })).status).toBe(404)
  })

  test('filters by action and by days in the time zone of the caller, and rejects others', async () => {
    const { call, owner, actions, edit, clock } = await withPeople()
    await edit({ role: 'moderator' })
    clock.set('2026-11-22T23:30:00Z')
    await edit({ activate: false })
    expect(await actions(owner, '?action=role_changed')).toEqual(['role_changed'])
    expect(await actions(owner, '?from=2026-11-22')).toEqual(['account_deactivated'])
    expect(await actions(owner, '?to=2026-11-22&from=2026-11-21')).toEqual(
      owner.timezone === 'UTC' ? ['account_deactivated', 'role_changed'] : ['role_changed'],
    )
    for (const query of ['?action=none', '?from=today', '?to=2026-02-30'])
      expect((await call('GET', `${LOG}${query}`, { as: owner })).status).toBe(400)
  })

  test('has pages that continue after an entry', async () => {
    const { ctx, owner, read, ann } = await withPeople()
    for (let number = 0; number < 5; number++)
      await transact(ctx, (tx) =>
        recordAudit(tx, 'server', 'logged_in', { subjectId: ann.id, details: { number } }),
      )
    const first = (await read(owner, '?per_page=2')).data
    expect(first.has_more).toBe(true)
    const numbers = (entries: { details: { number: number } }[]) =>
      entries.map(({ details }) => details.number)
    expect(numbers(first.entries)).toEqual([4, 3])
    const next = (await read(owner, `?per_page=3&after=${first.entries[1].id}`)).data
    expect([numbers(next.entries), next.has_more]).toEqual([[2, 1, 0], false])
    expect(numbers((await read(ann, '?per_page=2')).data.entries)).toEqual([4, 3])
  })
})

describe('entries of the audit log', () => {
  test('are written when someone logs in, with the device, and not when the password is wrong', async () => {
    const { call, ann, read } = await withPeople()
    const logIn = (password: string) =>
      call('POST', '/api/auth/login', {
        json: { email: 'ann@example.com', password },
        headers: { 'user-agent': FIREFOX },
      })
    await logIn('wrong horse 42')
    await logIn(PASSWORD)
    expect((await read(ann)).data.entries).toMatchObject([
      {
        action: 'logged_in',
        actor: 'ann',
        details: { browser: 'Firefox', os: 'Linux' },
        subject: 'ann',
      },
    ])
  })

  test('name the command line', async () => {
    const { ctx, owner, read } = await withPeople()
    await editAccount(ctx, 'ann', { setRole: 'moderator', resetPassword: true })
    expect((await read(owner, '?user=ann')).data.entries).toMatchObject([
      { action: 'password_reset', actor: null, actor_kind: 'command' },
      { action: 'role_changed', actor: null, actor_kind: 'command' },
    ])
  })

  test('are not written when nothing was changed', async () => {
    const { edit, owner, actions } = await withPeople()
    expect((await edit({ role: 'moderator', new_email: 'no address' })).status).toBe(400)
    expect(await actions(owner)).toEqual([])
  })

  test('survive the account, without its name and what its user wrote', async () => {
    const { call, ann, owner, read, edit } = await withPeople()
    await edit({ role: 'moderator' })
    const token = { name: 'phone of Ann', scope: 'workouts:read' }
    await call('POST', '/api/tokens', { as: ann, json: token })
    await call('DELETE', '/api/users/ann', { as: ann })
    expect((await read(owner)).data.entries).toMatchObject([
      { action: 'account_deleted', actor: null, actor_kind: 'moderator', subject: null },
      { action: 'token_created', actor: null, details: {}, subject: null },
      { action: 'role_changed', actor: 'adam', details: {}, subject: null },
    ])
  })

  test('can be neither changed nor deleted within 30 days', async () => {
    const { ctx, edit } = await withPeople()
    await edit({ role: 'moderator' })
    const change = writeTo(ctx.db, (tx) =>
      tx.updateTable('audit_entries').set({ action: 'logged_in' }).execute(),
    )
    await expect(change).rejects.toThrow('entries of the audit log cannot be changed')
    const removal = writeTo(ctx.db, (tx) => tx.deleteFrom('audit_entries').execute())
    await expect(removal).rejects.toThrow('are kept for at least 30 days')
  })

  test('are deleted when they are older than the setting says', async () => {
    const { ctx, edit, clock, owner, actions } = await withPeople()
    await edit({ role: 'moderator' })
    clock.advance(400 * DAY)
    await edit({ role: 'user' })
    await edit({ activate: false })
    const job = listScheduledJobs(ctx).find(({ name }) => name === 'delete old audit entries')
    await job?.run({ ctx, database: undefined as never })
    expect(await actions(owner)).toEqual(['account_deactivated', 'role_changed'])
  })
})

describe('GET /api/audit-log/export', () => {
  test('returns all entries as CSV', async () => {
    const { call, owner, ann, edit } = await withPeople()
    await edit({ role: 'moderator' })
    const { body, headers } = await call('GET', `${LOG}/export`, { as: owner })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(body).toBe(
      'time,action,actor_kind,actor,subject,details\n2026-11-21T08:08:18.000Z,role_changed,admin,adam,ann,"{""from"":""user"",""to"":""moderator""}"\n',
    )
    expect((await call('GET', `${LOG}/export`, { as: ann })).body).toContain(',admin,,ann,')
    expect((await call('GET', `${LOG}/export?user=olga`, { as: ann })).status).toBe(403)
  })
})
