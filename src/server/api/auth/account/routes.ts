import { Elysia } from 'elysia'
import timezones from '@/domain/reference/timezones.json'
import { requestDevice } from '@/server/http/device'
import { requestClient } from '@/server/http/device-cookie'
import { endpoints } from '@/server/http/endpoints'
import { requireMail } from '@/server/http/require-mail'
import { ok } from '@/server/http/responses/envelope'
import { clearedCookies, loginCookies } from '@/server/http/session-cookies'
import { LOGGED_IN } from '@/server/responses/accounts/session'
import type { AppContext } from '@/services/context'
import { acceptPolicy } from '@/use-cases/accounts/edit-own-account'
import {
  confirmAccount,
  resendConfirmation,
} from '@/use-cases/accounts/registration/confirm-account'
import { register, requireRegistration } from '@/use-cases/accounts/registration/register'
import { logIn, logOut } from '@/use-cases/accounts/sessions/log-in'
import {
  confirmation,
  confirmationRequest,
  docs,
  login,
  policyAcceptance,
  registration,
} from './schema'

/** The secret of an invitation in a body that has not been validated yet. */
const invitationIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'invitation' in body ? body.invitation : undefined

/** Registration, until the address is confirmed. */
const registrationRoutes = (ctx: AppContext) =>
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
        checkBody: async (body: unknown) => {
          await requireRegistration(ctx, invitationIn(body))
        },
        body: registration,
        detail: docs.register,
      },
    )
    .post(
      '/account/confirm',
      async ({ body, guess, request, set, status }) => {
        const given = { token: body.token, device: requestDevice(request) }
        const confirmed = await guess(undefined, () => confirmAccount(ctx, given))
        if (!confirmed)
          return status(202, ok({ message: 'an administrator has to approve the account' }))
        set.headers['set-cookie'] = await loginCookies(ctx, request, confirmed)
        return ok({ auth_token: confirmed.token, message: 'account confirmation successful' })
      },
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

/** Login and logout, and what only people with an account need. */
const loginRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth', tags: ['Account'] })
    .use(endpoints(ctx))
    .post(
      '/login',
      async ({ body, guess, request, set }) => {
        const tried = {
          email: body.email ?? '',
          password: body.password ?? '',
          code: body.code ?? '',
          client: requestClient(ctx, request),
        }
        const session = await guess({ email: tried.email }, () => logIn(ctx, tried))
        set.headers['set-cookie'] = await loginCookies(ctx, request, session)
        return ok({ auth_token: session.token, message: LOGGED_IN })
      },
      { guarded: true, publicAccess: true, body: login, detail: docs.logIn },
    )
    .post(
      '/logout',
      async ({ caller, request, set }) => {
        await logOut(ctx, caller)
        set.headers['set-cookie'] = clearedCookies(ctx, request)
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

export const accountRoutes = (ctx: AppContext) =>
  new Elysia().use(registrationRoutes(ctx)).use(loginRoutes(ctx))
