import { afterAll, describe, expect, test } from 'bun:test'
import { SCOPES } from '@/policy/scopes'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { openServer } from '../support/client'
import { ENDPOINTS, type EndpointAccess } from '../support/endpoints'
import { aModerator, anAdmin, anOwner, aSuspendedUser, aUser } from '../support/factories'
import { aThirdPartyToken } from '../support/oauth2'

const SAMPLES: Record<string, string> = { z: '1', x: '1', y: '1.png', s: 'a' }

/** A URL of a route, with numbers for numeric parameters and harmless words for the others. */
const urlOf = (path: string) =>
  path.replace(
    /:(\w+)/g,
    (_, name: string) => SAMPLES[name] ?? (name.endsWith('short_id') ? 'abc' : '1'),
  )

/** Whether the access check let a request through. Later checks may still reject it. */
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

function isAdmitted(kind: Kind, { who, role, suspended }: EndpointAccess): boolean {
  if (who === 'public') return true
  if (kind === 'anonymous') return who === 'optional'
  if (kind === 'bad token') return false
  if (kind === 'suspended') return suspended && role === undefined
  return role === undefined || ROLES.indexOf(kind) >= ROLES.indexOf(role)
}

/** One server for all tests: every request uses its own account and unknown ids. */
const { ctx, call, stop } = openServer()
afterAll(stop)

describe.each([...ENDPOINTS])('$route', ({ route, access }) => {
  const [method = '', path = ''] = route.split(' ')

  /** Calls the route as an app of the owner that has exactly `scope`. */
  const callAsApp = async (scope: readonly string[]) => {
    const token = await aThirdPartyToken(ctx, await anOwner(ctx), scope.join(' '))
    return call(method, urlOf(path), { authorization: `Bearer ${token}` })
  }

  const held = access.scopes
  test.each(held.length > 0 ? held : [SCOPES.join(' ')])(
    'allows or denies access to an app with the scope %s as documented',
    async (scope) => {
      const { status, body } = await callAsApp([scope])
      expect(gateRefuses(status, body)).toBe(access.who !== 'public' && held.length === 0)
      expect(status).not.toBe(500)
    },
  )

  test('allows or denies access to an app with every other scope as documented', async () => {
    const answer = await callAsApp(SCOPES.filter((scope) => !held.includes(scope)))
    if (access.who === 'public') expect(gateRefuses(answer.status, answer.body)).toBe(false)
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

  test.each(KINDS)('allows or denies access to %s as documented', async (kind) => {
    const as = await CALLERS[kind]?.(ctx)
    const { status, body } = await call(method, urlOf(path), {
      ...(as && { as }),
      ...(kind === 'bad token' && { authorization: 'Bearer bad.token.here' }),
    })
    expect(gateRefuses(status, body)).toBe(!isAdmitted(kind, access))
    expect(status).not.toBe(500)
  })
})
