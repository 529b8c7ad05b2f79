import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentProfile } from '@/present/user'
import { getProfile } from './service'

export const profileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth' })
    .use(endpoints(ctx))
    .get(
      '/profile',
      async ({ caller, wire }) => ok({ data: presentProfile(await getProfile(ctx, caller), wire) }),
      { access: { scope: 'profile:read', suspended: true } },
    )
