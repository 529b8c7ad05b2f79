import { Elysia, t } from 'elysia'
import { requestDevice } from '@/server/http/device'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { createdResponse, ok, okResponse } from '@/server/http/responses/envelope'
import { loginCookies } from '@/server/http/session-cookies'
import { text } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import { createOwner, setupIsOpen } from '@/use-cases/accounts/create-owner'

const ownerAccount = t.Object({
  token: t.String({ description: 'The one-time token of the link that the server printed.' }),
  username: t.String({ description: 'Public name: 3 to 30 letters, digits and underscores.' }),
  email: t.String(),
  password: t.String({
    description: 'Password of the owner: at least 8 characters, not too common.',
  }),
  lang: t.Optional(t.String({ description: 'Code of the language; English when it is unknown.' })),
  timezone: t.Optional(t.String({ description: 'IANA name of the time zone.' })),
})

const docs = operations({
  getSetupState: {
    summary: 'Check whether the server needs its first account',
    responses: { 200: okResponse({ setup_required: t.Boolean() }) },
  },
  createOwner: {
    summary: 'Create the first account, the owner of the server',
    description:
      'Works once, with the one-time token of the link that the server prints when it starts. The account is active immediately and logged in.',
    responses: {
      201: createdResponse({ auth_token: text('The session token of the new account.') }),
    },
    errors: {
      400: 'Username, email address or password is invalid; `message` has a line for each error.',
      403: 'The token is wrong, or the server already has an owner.',
    },
  },
})

/** First run: the page behind the printed link creates the owner's account. */
export const setupRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/setup', tags: ['Server'] })
    .use(endpoints(ctx))
    .get('', async () => ok({ setup_required: await setupIsOpen(ctx) }), {
      publicAccess: true,
      detail: docs.getSetupState,
    })
    .post(
      '',
      async ({ body, status, guess, request, set }) => {
        const device = requestDevice(request)
        const { token, owner } = await guess(undefined, () => createOwner(ctx, { ...body, device }))
        set.headers['set-cookie'] = await loginCookies(ctx, request, { token, user: owner })
        return status(201, { auth_token: token, status: 'created' as const })
      },
      { guarded: true, publicAccess: true, body: ownerAccount, detail: docs.createOwner },
    )
