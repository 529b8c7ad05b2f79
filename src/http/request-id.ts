import type { AppContext } from '@/context'
import { comesFromProxy } from './client-address'

type Concerned = Pick<AppContext, 'addresses' | 'config' | 'requestIds'>

/** What a name must be made of to be taken over. */
const SAFE = /^[\w.:-]{1,64}$/

/** The name of a request in the log: the `X-Request-Id` of a trusted proxy, or a new one. */
export const requestId = (ctx: Concerned, request: Request): string =>
  ctx.requestIds.of(request, () => {
    const id = request.headers.get('x-request-id') ?? ''
    return SAFE.test(id) && comesFromProxy(ctx, request) ? id : undefined
  })
