import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { createdAnswer, ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { text } from '@/present/scalars'
import { createOwner, setupIsOpen } from '@/use-cases/accounts/set-up'

const ownerAccount = t.Object({
  token: t.String({ description: 'The one-time token of the link that the server printed.' }),
  username: t.String({ description: 'What others see: letters, digits and underscores, 3 to 30.' }),
  email: t.String(),
  password: t.String({ description: 'Not common, and of 8 characters or more.' }),
  lang: t.Optional(t.String({ description: 'Code of the language; English when it is unknown.' })),
  timezone: t.Optional(t.String({ description: 'IANA name of the time zone.' })),
})

/** What the API document tells of the routes. */
const docs = operations({
  getSetupState: {
    summary: 'Tell whether the server waits for its first account',
    answers: { 200: okAnswer({ setup_required: t.Boolean() }) },
  },
  createOwner: {
    summary: 'Create the first account, the owner of the server',
    description:
      'Works once, with the one-time token of the link that the server prints at its start. The account is active at once and logged in.',
    answers: { 201: createdAnswer({ auth_token: text('The session token of the new account.') }) },
    refusals: {
      400: 'Username, address or password cannot be used; `message` has a line for each problem.',
      403: 'The token is wrong, or the server has its owner.',
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
      async ({ body, status, guess }) => {
        const token = await guess(undefined, () => createOwner(ctx, body))
        return status(201, { auth_token: token, status: 'created' as const })
      },
      { guarded: true, publicAccess: true, body: ownerAccount, detail: docs.createOwner },
    )
