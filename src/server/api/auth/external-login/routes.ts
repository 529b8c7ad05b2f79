import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { requestClient } from '@/server/http/device-cookie'
import { endpoints } from '@/server/http/endpoints'
import { deletedLoginCookie, loginCookie, readLoginCookie } from '@/server/http/login-cookie'
import { operations } from '@/server/http/operation'
import { readProxyUser, requireOwnPage } from '@/server/http/proxy-user'
import { messageResponse, ok, okResponse } from '@/server/http/responses/envelope'
import { loginCookies } from '@/server/http/session-cookies'
import {
  NO_PROVIDER,
  PROVIDER_DOWN,
  providerReturn,
  providerUrl,
} from '@/server/responses/accounts/identity'
import { LOGGED_IN, sessionToken } from '@/server/responses/accounts/session'
import { text } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import type { ExternalLogin } from '@/use-cases/accounts/external-login/complete-login'
import {
  finishProviderLogin,
  startProviderLogin,
} from '@/use-cases/accounts/external-login/provider-login'
import { logInThroughProxy } from '@/use-cases/accounts/external-login/proxy-login'

const start = t.Object({
  again: t.Optional(
    t.Boolean({
      description: 'Whether the provider asks for a login even if the user is logged in there.',
    }),
  ),
  from: t.Optional(
    text('The page to return to, a path of the web UI. Other values are replaced by `/`.'),
  ),
})

const loggedIn = okResponse(
  {
    auth_token: sessionToken,
    from: text('The page to return to, a path of the web UI.'),
    message: t.String(),
  },
  'ExternalLoginResult',
)
const WAITS = 'the account has to be confirmed or approved first'
const RESPONSES = { 200: loggedIn, 202: messageResponse }
const NO_ACCOUNT =
  'No account is linked (`code` of the response: `no_account`), another account has the email address (`account_exists`), there is no valid address for a new one (`email_missing`), or registration is closed.'

const docs = operations({
  startProviderLogin: {
    summary: 'Start a login through the OpenID Connect provider',
    description:
      'Returns the URL of the provider, which sends the browser back to `/login/callback` of the web UI. A cookie binds the login to this browser for ten minutes.',
    responses: {
      200: providerUrl,
    },
    errors: { 404: NO_PROVIDER, 503: PROVIDER_DOWN },
  },
  finishProviderLogin: {
    summary: 'Complete a login through the OpenID Connect provider',
    description:
      'Takes the parameters with which the provider sent the browser back, once. With 202 there is no session yet, because a new account still has to be confirmed by email or approved by an administrator.',
    responses: RESPONSES,
    errors: {
      400: 'The login was not started in this browser, or took too long.',
      401: 'The provider did not confirm an identity, or the account is not active.',
      403: NO_ACCOUNT,
      404: NO_PROVIDER,
      503: PROVIDER_DOWN,
    },
  },
  logInThroughProxy: {
    summary: 'Log in as the user whom a trusted proxy has authenticated',
    description:
      'The proxy names the user in the header of the setting `PROXY_AUTH_HEADER`, which is ignored in requests from elsewhere. Pages of other origins cannot use this.',
    responses: RESPONSES,
    errors: {
      400: 'The proxy sent an invalid name, or several.',
      401: 'The proxy did not name a user, or the account is not active.',
      403: `${NO_ACCOUNT} Or the request comes from a page of another origin.`,
      404: 'The server has no login through a proxy.',
    },
  },
})

/** Logins that a provider or a proxy confirms. They become sessions like those with a password. */
export const externalLoginRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/login', tags: ['Account'] })
    .use(endpoints(ctx))
    .post(
      '/provider',
      async ({ body, set }) => {
        const { again: asksAgain = false, from } = body
        const { url, pending } = await startProviderLogin(ctx, { from, asksAgain })
        Object.assign(set.headers, NO_STORE, { 'set-cookie': loginCookie(ctx, pending) })
        return ok({ url })
      },
      { limited: true, publicAccess: true, body: start, detail: docs.startProviderLogin },
    )
    .post(
      '/provider/finish',
      async ({ body, request, guess, set, status }) => {
        const pending = readLoginCookie(ctx, request)
        const client = requestClient(ctx, request)
        const login = await guess(undefined, () =>
          finishProviderLogin(ctx, { pending, response: body, client }),
        )
        const cookies = [deletedLoginCookie(ctx), ...(await cookiesOf(ctx, request, login))]
        Object.assign(set.headers, NO_STORE, { 'set-cookie': cookies })
        if ('waitsFor' in login) return status(202, ok({ message: WAITS }))
        return ok(present(login, pending?.from))
      },
      { guarded: true, publicAccess: true, body: providerReturn, detail: docs.finishProviderLogin },
    )
    .post(
      '/proxy',
      async ({ request, guess, set, status }) => {
        requireOwnPage(ctx, request)
        const named = readProxyUser(ctx, request)
        const client = requestClient(ctx, request)
        const login = await guess(undefined, () => logInThroughProxy(ctx, { named, client }))
        const cookies = await cookiesOf(ctx, request, login)
        Object.assign(set.headers, NO_STORE, cookies.length > 0 && { 'set-cookie': cookies })
        if ('waitsFor' in login) return status(202, ok({ message: WAITS }))
        return ok(present(login))
      },
      { guarded: true, publicAccess: true, detail: docs.logInThroughProxy },
    )

const cookiesOf = async (ctx: AppContext, request: Request, login: ExternalLogin) =>
  'user' in login ? await loginCookies(ctx, request, login) : []

const present = ({ token }: { token: string }, from = '/') => ({
  auth_token: token,
  from,
  message: LOGGED_IN,
})
