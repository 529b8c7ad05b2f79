import { Elysia } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { rememberDevice, requestClient } from '@/server/http/device-cookie'
import { endpoints } from '@/server/http/endpoints'
import { created, noContent, ok } from '@/server/http/responses/envelope'
import { presentPasskey } from '@/server/responses/accounts/passkey'
import { LOGGED_IN } from '@/server/responses/accounts/session'
import type { AppContext } from '@/services/context'
import { logInWithPasskey } from '@/use-cases/accounts/passkeys/log-in-with-passkey'
import {
  addPasskey,
  editPasskey,
  listOwnPasskeys,
  removePasskey,
  startPasskey,
} from '@/use-cases/accounts/passkeys/manage-passkeys'
import { requestOptions } from '@/use-cases/accounts/passkeys/passkey-options'
import {
  docs,
  newPasskey,
  passkeyChanges,
  passkeyLogin,
  passkeyParams,
  passkeyProof,
} from './schema'

/** Logins with a passkey. They become sessions like those with a password. */
export const passkeyLoginRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/login/passkey', tags: ['Account'] })
    .use(endpoints(ctx))
    .post(
      '/options',
      ({ set }) => {
        Object.assign(set.headers, NO_STORE)
        return ok({ data: requestOptions(ctx) })
      },
      { publicAccess: true, detail: docs.startPasskeyLogin },
    )
    .post(
      '',
      async ({ body, guess, request, set }) => {
        const { credential, email } = body
        const client = requestClient(ctx, request)
        const { token, user } = await guess(undefined, () =>
          logInWithPasskey(ctx, { credential, email: email ?? undefined, client }),
        )
        set.headers['set-cookie'] = await rememberDevice(ctx, request, user)
        return ok({ auth_token: token, message: LOGGED_IN })
      },
      { guarded: true, publicAccess: true, body: passkeyLogin, detail: docs.logInWithPasskey },
    )

/** The two steps of adding a passkey. */
const newPasskeyRoutes = (ctx: AppContext) =>
  new Elysia()
    .use(endpoints(ctx))
    .post(
      '/options',
      async ({ caller, body, guess, set }) => {
        const { password, code } = body
        const options = await guess({ userId: caller.userId }, () =>
          startPasskey(ctx, caller, { password, code: code ?? '' }),
        )
        Object.assign(set.headers, NO_STORE)
        return ok({ data: options })
      },
      { guarded: true, access: { suspended: true }, body: passkeyProof, detail: docs.startPasskey },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        const passkey = await addPasskey(ctx, caller, body)
        return status(201, created({ data: { passkey: presentPasskey(passkey) } }))
      },
      { access: { suspended: true }, body: newPasskey, detail: docs.addPasskey },
    )

/** The caller's passkeys. All routes require a session. */
export const passkeyRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/passkeys', tags: ['Account'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => {
        const passkeys = await listOwnPasskeys(ctx, caller)
        return ok({ data: { passkeys: passkeys.map(presentPasskey) } })
      },
      { access: { suspended: true }, detail: docs.listPasskeys },
    )
    .use(newPasskeyRoutes(ctx))
    .patch(
      '/:passkey_id',
      async ({ caller, body, params }) => {
        const passkey = await editPasskey(ctx, caller, { id: params.passkey_id, name: body.name })
        return ok({ data: { passkey: presentPasskey(passkey) } })
      },
      {
        access: { suspended: true },
        params: passkeyParams,
        body: passkeyChanges,
        detail: docs.editPasskey,
      },
    )
    .post(
      '/:passkey_id/remove',
      async ({ caller, body, params, guess }) => {
        const { password, code } = body
        await guess({ userId: caller.userId }, () =>
          removePasskey(ctx, caller, { id: params.passkey_id, password, code: code ?? '' }),
        )
        return noContent()
      },
      {
        guarded: true,
        access: { suspended: true },
        params: passkeyParams,
        body: passkeyProof,
        detail: docs.removePasskey,
      },
    )
