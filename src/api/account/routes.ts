import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { login, registration } from './schema'
import { logIn, logOut, register, requireOpenRegistration } from './service'

export const accountRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth' })
    .use(endpoints(ctx))
    .post(
      '/register',
      async ({ body }) => {
        await register(ctx, body)
        return ok({})
      },
      {
        publicAccess: true,
        limited: true,
        transform: () => requireOpenRegistration(ctx),
        body: registration,
      },
    )
    .post(
      '/login',
      async ({ body }) =>
        ok({ auth_token: await logIn(ctx, body), message: 'successfully logged in' }),
      { publicAccess: true, limited: true, body: login },
    )
    .post(
      '/logout',
      async ({ caller }) => {
        await logOut(ctx, caller)
        return ok({ message: 'successfully logged out' })
      },
      { access: { suspended: true } },
    )
