import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { createOwner, setupIsOpen } from '@/use-cases/accounts/set-up'
import { ownerAccount } from './schema'

/** First run: the page behind the printed link creates the owner's account. */
export const setupRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/setup' })
    .use(endpoints(ctx))
    .get('', async () => ok({ setup_required: await setupIsOpen(ctx) }), { publicAccess: true })
    .post(
      '',
      async ({ body, status, guess }) => {
        const token = await guess(undefined, () => createOwner(ctx, body))
        return status(201, { auth_token: token, status: 'created' as const })
      },
      { guarded: true, publicAccess: true, body: ownerAccount },
    )
