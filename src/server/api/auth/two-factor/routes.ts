import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { formatHttpDateOrNull } from '@/lib/time/http-date'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { EMPTY, noContent, ok, okResponse } from '@/server/http/responses/envelope'
import { LOGIN_TOO_OLD } from '@/server/responses/accounts/identity'
import { count, nullable, text, timestamp } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '@/use-cases/accounts/two-factor/manage-two-factor'

const password = text('The current password.')
const proof = t.Object({
  password,
  code: text('A code of the authenticator app, or a recovery code.'),
})
const firstProof = t.Object({
  password,
  code: text('A code of the authenticator app that has the new secret.'),
})

const recoveryCodes = okResponse({
  data: t.Object({
    recovery_codes: t.Array(t.String(), {
      description: 'Ten codes, each of which works once. They are returned only here.',
    }),
  }),
})

const OFF = 'Two-factor login is off.'
const WRONG = 'The password or the code is wrong, or the code was used before.'

const docs = operations({
  getTwoFactor: {
    summary: 'Get whether two-factor login is on',
    description:
      'With two-factor login, `POST /api/auth/login` requires a `code` in addition to the password. Personal access tokens and OAuth2 clients keep working without one.',
    responses: {
      200: okResponse({
        data: t.Object({
          enabled_at: nullable(timestamp('When it was turned on; null while it is off.')),
          recovery_codes: count('Recovery codes that were not used yet.'),
        }),
      }),
    },
  },
  startTwoFactor: {
    summary: 'Create a secret for an authenticator app',
    description:
      'The first step to turn two-factor login on. The secret replaces an earlier one that was not confirmed, and protects nothing until it is confirmed. Codes are those of RFC 6238 with SHA-1, six digits and 30 seconds.',
    responses: {
      200: okResponse({
        data: t.Object({
          secret: text('The secret in Base32, which is returned only here.'),
          uri: text('The `otpauth:` URI with the secret, for a QR code.'),
        }),
      }),
    },
    errors: { 400: 'Two-factor login is already on.' },
  },
  confirmTwoFactor: {
    summary: 'Turn two-factor login on',
    description:
      'Takes the first code of the authenticator app. The user is notified by email. Sessions continue.',
    responses: { 200: recoveryCodes },
    errors: {
      400: 'Two-factor login is already on, or was not started.',
      401: WRONG,
      403: LOGIN_TOO_OLD,
    },
  },
  renewRecoveryCodes: {
    summary: 'Replace the recovery codes',
    description: 'The earlier ones stop working.',
    responses: { 200: recoveryCodes },
    errors: { 400: OFF, 401: WRONG, 403: LOGIN_TOO_OLD },
  },
  disableTwoFactor: {
    summary: 'Turn two-factor login off',
    description: 'Deletes the secret and the recovery codes. The user is notified by email.',
    responses: { 204: EMPTY },
    errors: { 400: OFF, 401: WRONG, 403: LOGIN_TOO_OLD },
  },
})

/** Two-factor login of the caller. All routes require a session. */
export const twoFactorRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/two-factor', tags: ['Account'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => {
        const { enabledAt, recoveryCodes } = await getTwoFactor(ctx, caller)
        return ok({
          data: { enabled_at: formatHttpDateOrNull(enabledAt), recovery_codes: recoveryCodes },
        })
      },
      { access: { suspended: true }, detail: docs.getTwoFactor },
    )
    .post(
      '',
      async ({ caller, set }) => {
        Object.assign(set.headers, NO_STORE)
        return ok({ data: await startTwoFactor(ctx, caller) })
      },
      { access: { suspended: true }, detail: docs.startTwoFactor },
    )
    .post(
      '/confirm',
      async ({ caller, body, guess, set }) => {
        const codes = await guess({ userId: caller.userId }, () =>
          confirmTwoFactor(ctx, caller, body),
        )
        Object.assign(set.headers, NO_STORE)
        return ok({ data: { recovery_codes: codes } })
      },
      {
        guarded: true,
        access: { suspended: true },
        body: firstProof,
        detail: docs.confirmTwoFactor,
      },
    )
    .post(
      '/recovery-codes',
      async ({ caller, body, guess, set }) => {
        const codes = await guess({ userId: caller.userId }, () =>
          renewRecoveryCodes(ctx, caller, body),
        )
        Object.assign(set.headers, NO_STORE)
        return ok({ data: { recovery_codes: codes } })
      },
      { guarded: true, access: { suspended: true }, body: proof, detail: docs.renewRecoveryCodes },
    )
    .post(
      '/disable',
      async ({ caller, body, guess }) => {
        await guess({ userId: caller.userId }, () => disableTwoFactor(ctx, caller, body))
        return noContent()
      },
      { guarded: true, access: { suspended: true }, body: proof, detail: docs.disableTwoFactor },
    )
