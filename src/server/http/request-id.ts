import type { AppContext } from '@/services/context'
import { comesFromProxy } from './client-address'

type Concerned = Pick<AppContext, 'addresses' | 'config' | 'requestIds'>

/** Format of ids that are accepted from a proxy. */
const SAFE = /^[\w.:-]{1,64}$/

/** The id of a request in the log: the `X-Request-Id` of a trusted proxy, or a new one. */
export const requestId = (ctx: Concerned, request: Request): string =>
  ctx.requestIds.of(request, () => {
    const id = request.headers.get('x-request-id') ?? ''
    return SAFE.test(id) && comesFromProxy(ctx, request) ? id : undefined
  })
