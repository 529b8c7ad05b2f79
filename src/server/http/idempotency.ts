import type { Caller } from '@/policy/caller'
import { pathOf } from './request-path'

/** What a route needs to know to execute a request once for each `Idempotency-Key`. */
export const repeatable = (
  caller: Caller,
  request: Request,
  { isRepeatable }: { isRepeatable: boolean },
) => ({
  caller,
  isRepeatable,
  key: request.headers.get('idempotency-key'),
  target: `${request.method} ${pathOf(request)}`,
})

/** Errors of routes that accept an `Idempotency-Key`. */
export const KEY_ERRORS = {
  409: 'The first request with this `idempotency-key` is in progress, or was interrupted.',
  422: 'The `idempotency-key` was used for another URL.',
}
