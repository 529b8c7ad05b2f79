import { Elysia } from 'elysia'
import { requestDevice } from '@/server/http/device'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_MAIL, requireMail } from '@/server/http/require-mail'
import { messageResponse, ok } from '@/server/http/responses/envelope'
import { PASSWORD_LOGIN_OFF } from '@/server/responses/accounts/identity'
import type { AppContext } from '@/services/context'
import { confirmEmail } from '@/use-cases/accounts/change-email'
import { requestPasswordReset, updatePassword } from '@/use-cases/accounts/reset-password'

import { emailUpdate, passwordUpdate, resetRequest } from './schema'

const docs = operations({
  requestPasswordReset: {
    summary: 'Send an email with a link to reset the password',
    description:
      'The link is valid for an hour. The response does not reveal whether such an account exists.',
    responses: { 200: messageResponse },
    errors: { 403: PASSWORD_LOGIN_OFF, 404: NO_MAIL },
  },
  resetPassword: {
    summary: 'Set a new password with an emailed link',
    description:
      'Ends all sessions of the account, and revokes the access of apps and a pending change of the email address.',
    responses: { 200: messageResponse },
    errors: {
      400: 'The new password is too short or too common.',
      401: 'The token is unknown, used or expired.',
    },
  },
  confirmEmail: {
    summary: 'Confirm a new email address',
    description:
      'Takes the token that was emailed to the new address. It works once, and becomes invalid when the password changes. Earlier password reset links become invalid.',
    responses: { 200: messageResponse },
    errors: {
      400: 'The token is unknown or was used already, or another account now has the email address.',
    },
  },
})

export const passwordRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth', tags: ['Account'] })
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
        detail: docs.requestPasswordReset,
      },
    )
    .post(
      '/password/update',
      async ({ body, request, guess }) => {
        const device = requestDevice(request)
        await guess(undefined, () => updatePassword(ctx, { ...body, device }))
        return ok({ message: 'password updated' })
      },
      { guarded: true, publicAccess: true, body: passwordUpdate, detail: docs.resetPassword },
    )
    .post(
      '/email/update',
      async ({ body, guess }) => {
        await guess(undefined, () => confirmEmail(ctx, body.token))
        return ok({ message: 'email updated' })
      },
      { guarded: true, publicAccess: true, body: emailUpdate, detail: docs.confirmEmail },
    )
