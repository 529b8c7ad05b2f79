import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { requireMail } from '@/http/require-mail'
import timezones from '@/reference/timezones.json'

import { confirmAccount, resendConfirmation } from '@/use-cases/accounts/confirm-account'
import { acceptPolicy } from '@/use-cases/accounts/edit-own-account'
import { logIn, logOut } from '@/use-cases/accounts/log-in'
import { register, requireOpenRegistration } from '@/use-cases/accounts/register'
import {
  confirmation,
  confirmationRequest,
  docs,
  login,
  policyAcceptance,
  registration,
} from './schema'

export const accountRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth', tags: ['Account'] })
    .use(endpoints(ctx))
    .post(
      '/register',
      async ({ body }) => {
        await register(ctx, body)
        return ok({})
      },
      {
        limited: true,
        publicAccess: true,
        transform: () => requireOpenRegistration(ctx),
        body: registration,
        detail: docs.register,
      },
    )
    .post(
      '/account/confirm',
      async ({ body, guess }) =>
        ok({
          auth_token: await guess(undefined, () => confirmAccount(ctx, body.token)),
          message: 'account confirmation successful',
        }),
      { guarded: true, publicAccess: true, body: confirmation, detail: docs.confirmAccount },
    )
    .post(
      '/account/resend-confirmation',
      async ({ body }) => {
        await resendConfirmation(ctx, body.email)
        return ok({ message: 'confirmation email resent' })
      },
      {
        limited: true,
        publicAccess: true,
        transform: () => requireMail(ctx),
        body: confirmationRequest,
        detail: docs.resendConfirmation,
      },
    )
    .post(
      '/login',
      async ({ body, guess }) => {
        const tried = { email: body.email ?? '', password: body.password ?? '' }
        return ok({
          auth_token: await guess({ email: tried.email }, () => logIn(ctx, tried)),
          message: 'successfully logged in',
        })
      },
      { guarded: true, publicAccess: true, body: login, detail: docs.logIn },
    )
    .post(
      '/logout',
      async ({ caller }) => {
        await logOut(ctx, caller)
        return ok({ message: 'successfully logged out' })
      },
      { access: { suspended: true }, detail: docs.logOut },
    )
    .post(
      '/account/privacy-policy',
      async ({ caller }) => {
        await acceptPolicy(ctx, caller)
        return ok({})
      },
      { access: { suspended: true }, body: policyAcceptance, detail: docs.acceptPrivacyPolicy },
    )
    .get('/timezones', () => ok({ timezones: timezones.timezones }), {
      publicAccess: true,
      detail: docs.listTimezones,
    })
