import { expect, test } from 'bun:test'
import { buildApp } from '@/server/app'
import type { DocumentedAccess } from '@/server/http/access'
import type { DescribedOperation } from '@/server/http/operation'
import { startServer } from '../support/client'
import { ENDPOINTS, type EndpointAccess, formatEndpoint } from '../support/endpoints'

/** What `operations()` and the access rules store in the `detail` of a route. */
interface RouteDetail {
  operation?: () => DescribedOperation
  access?: () => DocumentedAccess
}

function accessOf({ access }: RouteDetail): EndpointAccess {
  const rule = access?.()
  if (!rule) return { who: 'public', suspended: false, scopes: [] }
  if (rule.role === 'owner' || rule.role === 'user') throw new Error(`no such rule: ${rule.role}`)
  return {
    who: rule.optional ? 'optional' : 'token',
    ...(rule.role && { role: rule.role }),
    suspended: rule.suspended ?? false,
    scopes: [rule.scope ?? []].flat(),
  }
}

/*
 * Clients are generated from operation ids, and access rules are a promise to users: a route must not change them by
 * accident. A new endpoint is recorded by copying its line from the failure of this test into `endpoints.txt`.
 */
test('every endpoint is recorded with its operation id and access rule', () => {
  const served = buildApp(startServer().ctx).routes.map(({ method, path, hooks }) => {
    const detail: RouteDetail = hooks.detail ?? {}
    const operationId = detail.operation?.().id ?? '-'
    return formatEndpoint({ route: `${method} ${path}`, operationId, access: accessOf(detail) })
  })
  const recorded = ENDPOINTS.map(formatEndpoint)
  expect(served.filter((line) => !recorded.includes(line))).toEqual([])
  expect(recorded.filter((line) => !served.includes(line))).toEqual([])
})
