import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/db/queries/users'
import { buildApp } from '@/http/app'
import { ACCESS_TABLE, type AccessRow } from '../support/access-table'
import { startTestServer } from '../support/app'
import { startServer } from '../support/client'
import { aModerator, anAdmin, anOwner, aSuspendedUser, aUser } from '../support/factories'

const SAMPLES: Record<string, string> = { z: '1', x: '1', y: '1.png', s: 'a' }

/** A URL of a route: numbers where the route wants numbers, harmless words elsewhere. */
const urlOf = (path: string) =>
  path.replace(
    /:(\w+)/g,
    (_, name: string) => SAMPLES[name] ?? (name.endsWith('short_id') ? 'abc' : '1'),
  )

/** Whether the gate let a call through: what comes after may still refuse it for other reasons. */
const gateRefuses = (status: number, body: { message?: string }) =>
  status === 401 ||
  (status === 403 && (body.message ?? '').startsWith('you do not have permissions'))

const ROLES = ['user', 'moderator', 'admin', 'owner'] as const
type Kind = (typeof ROLES)[number] | 'anonymous' | 'suspended' | 'bad token'
const KINDS: Kind[] = ['anonymous', 'bad token', 'suspended', ...ROLES]

function isAdmitted(kind: Kind, row: AccessRow): boolean {
  if (row.who === 'public') return true
  if (kind === 'anonymous') return row.who === 'optional'
  if (kind === 'bad token') return false
  if (kind === 'suspended') return row.suspended === true && row.role === undefined
  return row.role === undefined || ROLES.indexOf(kind) >= ROLES.indexOf(row.role)
}

const { ctx, stop } = startTestServer()
const served = buildApp(ctx).routes.map(({ method, path }) => `${method} ${path}`)
await stop()

describe('every route', () => {
  test('has a row in the access table', () => {
    expect(served.toSorted()).toEqual(Object.keys(ACCESS_TABLE).toSorted())
  })
})

describe.each(Object.entries(ACCESS_TABLE))('%s', (route, row) => {
  const [method = '', path = ''] = route.split(' ')

  test.each(KINDS)('answers %s as the contract says', async (kind) => {
    const server = startServer()
    const callers: Partial<Record<Kind, Promise<UserRow>>> = {
      suspended: aSuspendedUser(server.ctx),
      user: aUser(server.ctx),
      moderator: aModerator(server.ctx),
      admin: anAdmin(server.ctx),
      owner: anOwner(server.ctx),
    }
    const as = await callers[kind]
    await Promise.all(Object.values(callers))
    const { status, body } = await server.call(method, urlOf(path), {
      ...(as && { as }),
      ...(kind === 'bad token' && { authorization: 'Bearer bad.token.here' }),
    })
    expect(gateRefuses(status, body)).toBe(!isAdmitted(kind, row))
    expect(status).not.toBe(500)
  })
})
