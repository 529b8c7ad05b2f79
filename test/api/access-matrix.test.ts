import { afterAll, describe, expect, test } from 'bun:test'
import type { AppContext } from '@/context'
import type { UserRow } from '@/db/queries/users'
import { SCOPES } from '@/policy/scopes'
import { buildApp } from '@/server/app'
import { ACCESS_TABLE, type AccessRow } from '../support/access-table'
import { openServer } from '../support/client'
import { aModerator, anAdmin, anOwner, aSuspendedUser, aUser } from '../support/factories'
import { aThirdPartyToken } from '../support/oauth2'

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
const CALLERS: Partial<Record<Kind, (ctx: AppContext) => Promise<UserRow>>> = {
  suspended: aSuspendedUser,
  user: aUser,
  moderator: aModerator,
  admin: anAdmin,
  owner: anOwner,
}
const KINDS: Kind[] = ['anonymous', 'bad token', 'suspended', ...ROLES]

function isAdmitted(kind: Kind, row: AccessRow): boolean {
  if (row.who === 'public') return true
  if (kind === 'anonymous') return row.who === 'optional'
  if (kind === 'bad token') return false
  if (kind === 'suspended') return row.suspended === true && row.role === undefined
  return row.role === undefined || ROLES.indexOf(kind) >= ROLES.indexOf(row.role)
}

/** One for all tests: every call is made by an account of its own, and asks for things that are not there. */
const { ctx, call, stop } = openServer()
afterAll(stop)

describe('every route', () => {
  test('has a row in the access table', () => {
    const served = buildApp(ctx).routes.map(({ method, path }) => `${method} ${path}`)
    expect(served.toSorted()).toEqual(Object.keys(ACCESS_TABLE).toSorted())
  })
})

/** The scopes of which a third-party token must hold one. */
const scopesOf = ({ scope = [] }: AccessRow): string[] => [scope].flat()

describe.each(Object.entries(ACCESS_TABLE))('%s', (route, row) => {
  const [method = '', path = ''] = route.split(' ')

  /** What the owner's app is answered that may do all of `scope` and nothing else. */
  const callAsApp = async (scope: readonly string[]) => {
    const token = await aThirdPartyToken(ctx, await anOwner(ctx), scope.join(' '))
    return call(method, urlOf(path), { authorization: `Bearer ${token}` })
  }

  const held = scopesOf(row)
  test.each(held.length > 0 ? held : [SCOPES.join(' ')])(
    'answers a third party with the scope %s as the contract says',
    async (scope) => {
      const { status, body } = await callAsApp([scope])
      expect(gateRefuses(status, body)).toBe(row.who !== 'public' && held.length === 0)
      expect(status).not.toBe(500)
    },
  )

  test('answers a third party with every other scope as the contract says', async () => {
    const answer = await callAsApp(SCOPES.filter((scope) => !held.includes(scope)))
    if (row.who === 'public') expect(gateRefuses(answer.status, answer.body)).toBe(false)
    else if (held.length === 0)
      expect(answer).toMatchObject({
        status: 401,
        body: { message: 'provide a valid auth token', status: 'error' },
      })
    else
      expect(answer).toMatchObject({
        status: 403,
        body: {
          error: 'insufficient_scope',
          error_description:
            'The request requires higher privileges than provided by the access token.',
        },
      })
  })

  test.each(KINDS)('answers %s as the contract says', async (kind) => {
    const as = await CALLERS[kind]?.(ctx)
    const { status, body } = await call(method, urlOf(path), {
      ...(as && { as }),
      ...(kind === 'bad token' && { authorization: 'Bearer bad.token.here' }),
    })
    expect(gateRefuses(status, body)).toBe(!isAdmitted(kind, row))
    expect(status).not.toBe(500)
  })
})
