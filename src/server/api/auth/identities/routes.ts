import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { endpoints } from '@/server/http/endpoints'
import { deletedLoginCookie, loginCookie, readLoginCookie } from '@/server/http/login-cookie'
import { operations } from '@/server/http/operation'
import { EMPTY, noContent, ok, okResponse } from '@/server/http/responses/envelope'
import {
  identity,
  LOGIN_TOO_OLD,
  NO_PROVIDER,
  optionalPassword,
  PROVIDER_DOWN,
  presentIdentity,
  providerReturn,
  providerUrl,
} from '@/server/responses/accounts/identity'
import { flag } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import {
  linkIdentity,
  readIdentities,
  startLinking,
  unlinkIdentity,
} from '@/use-cases/accounts/external-login/link-identity'

const proof = t.Object({ password: optionalPassword })
const identityParams = t.Object({
  identity_id: t.Integer({ description: 'Number of the identity.' }),
})

const DENIED = {
  401: 'The password is wrong.',
  403: LOGIN_TOO_OLD,
}

const docs = operations({
  listIdentities: {
    summary: 'List how the caller can log in',
    description: 'Identities of the OpenID Connect provider, oldest first, and the password.',
    responses: {
      200: okResponse({
        data: t.Object({
          has_password: flag('Whether the account has a password that can be used.'),
          identities: t.Array(identity),
        }),
      }),
    },
  },
  startLinking: {
    summary: 'Start to link an identity of the OpenID Connect provider',
    description: 'Like the start of a login; the provider sends the browser back.',
    responses: {
      200: providerUrl,
    },
    errors: { ...DENIED, 404: NO_PROVIDER, 503: PROVIDER_DOWN },
  },
  linkIdentity: {
    summary: 'Link an identity of the OpenID Connect provider',
    description:
      'Takes the parameters with which the provider sent the browser back. The user is notified by email.',
    responses: { 204: EMPTY },
    errors: {
      400: 'It was not started in this browser by the caller, or took too long.',
      401: 'The provider did not confirm an identity.',
      404: NO_PROVIDER,
      409: 'The identity is linked to another account.',
      503: PROVIDER_DOWN,
    },
  },
  unlinkIdentity: {
    summary: 'Unlink an identity',
    description: 'It can no longer be used to log in. The user is notified by email.',
    responses: { 204: EMPTY },
    errors: {
      ...DENIED,
      400: 'It is the only way to log in.',
      404: 'The identity is not linked to the account of the caller.',
    },
  },
})

/** Identities of the caller. All routes require a session. */
export const identityRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/identities', tags: ['Account'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => {
        const { hasPassword, identities } = await readIdentities(ctx, caller)
        return ok({
          data: { has_password: hasPassword, identities: identities.map(presentIdentity) },
        })
      },
      { access: { suspended: true }, detail: docs.listIdentities },
    )
    .post(
      '/start',
      async ({ caller, body, guess, set }) => {
        const { url, pending } = await guess({ userId: caller.userId }, () =>
          startLinking(ctx, caller, body.password),
        )
        Object.assign(set.headers, NO_STORE, { 'set-cookie': loginCookie(ctx, pending) })
        return ok({ url })
      },
      { guarded: true, access: { suspended: true }, body: proof, detail: docs.startLinking },
    )
    .post(
      '',
      async ({ caller, body, request, guess, set }) => {
        const pending = readLoginCookie(ctx, request)
        await guess({ userId: caller.userId }, () =>
          linkIdentity(ctx, caller, { pending, response: body }),
        )
        set.headers['set-cookie'] = deletedLoginCookie(ctx)
        return noContent()
      },
      {
        guarded: true,
        access: { suspended: true },
        body: providerReturn,
        detail: docs.linkIdentity,
      },
    )
    .post(
      '/:identity_id/unlink',
      async ({ caller, body, params, guess }) => {
        const { password } = body
        await guess({ userId: caller.userId }, () =>
          unlinkIdentity(ctx, caller, { id: params.identity_id, password }),
        )
        return noContent()
      },
      {
        guarded: true,
        access: { suspended: true },
        params: identityParams,
        body: proof,
        detail: docs.unlinkIdentity,
      },
    )
