import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { requestDevice } from '@/http/device'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { requireMail } from '@/http/require-mail'
import { confirmEmail } from '@/use-cases/accounts/change-email'
import { requestPasswordReset, updatePassword } from '@/use-cases/accounts/reset-password'
import { emailUpdate, passwordUpdate, resetRequest } from './schema'

export const passwordRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth' })
    .use(endpoints(ctx))
    .post(
      '/password/reset-request',
      async ({ body, request }) => {
        await requestPasswordReset(ctx, { email: body.email, device: requestDevice(request) })
        return ok({ message: 'password reset request processed' })
      },
      {
        limited: true,
        publicAccess: true,
        transform: () => requireMail(ctx),
        body: resetRequest,
      },
    )
    .post(
      '/password/update',
      async ({ body, request, guess }) => {
        const device = requestDevice(request)
        await guess(undefined, () => updatePassword(ctx, { ...body, device }))
        return ok({ message: 'password updated' })
      },
      { guarded: true, publicAccess: true, body: passwordUpdate },
    )
    .post(
      '/email/update',
      async ({ body, guess }) => {
        await guess(undefined, () => confirmEmail(ctx, body.token))
        return ok({ message: 'email updated' })
      },
      { guarded: true, publicAccess: true, body: emailUpdate },
    )
