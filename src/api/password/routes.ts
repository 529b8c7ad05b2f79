import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { requestDevice } from '@/http/device'
import { endpoints } from '@/http/endpoints'

import { messageAnswer, ok } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_MAIL, requireMail } from '@/http/require-mail'
import { confirmEmail } from '@/use-cases/accounts/change-email'
import { requestPasswordReset, updatePassword } from '@/use-cases/accounts/reset-password'

import { emailUpdate, passwordUpdate, resetRequest } from './schema'

/** What the API document tells of the routes. */
const docs = operations({
  requestPasswordReset: {
    summary: 'Mail a link to a new password',
    description:
      'The link is good for an hour. The answer does not tell whether there is such an account.',
    answers: { 200: messageAnswer },
    refusals: { 404: NO_MAIL },
  },
  resetPassword: {
    summary: 'Set a new password with a mailed link',
    description:
      'Ends all sessions of the account, what apps may do in its name, and a change of the address that waits.',
    answers: { 200: messageAnswer },
    refusals: {
      400: 'The new password is too short or too common.',
      401: 'The token is unknown, used or expired.',
    },
  },
  confirmEmail: {
    summary: 'Confirm a new mail address',
    description:
      'Takes the token that was mailed to the new address, which works once, and no longer when the password has changed. Links to a new password that were mailed before end.',
    answers: { 200: messageAnswer },
    refusals: { 400: 'The token is unknown or used, or another account has the address by now.' },
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
