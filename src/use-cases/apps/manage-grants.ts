import { CODE_LIFETIME } from '@/auth/oauth2/redeem-code'
import { allowedScope } from '@/auth/oauth2/scope'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { type LiveGrant, listLiveGrants, revokeLiveGrant } from '@/db/queries/oauth2-grants'
import type { Page, PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { notFound } from '@/errors'

type Deps = Pick<AppContext, 'db' | 'clock' | 'log'>

const moment = ({ clock }: Deps) => {
  const now = clock.now()
  return { now, codesSince: now - CODE_LIFETIME }
}

/** One page of the caller's grants to apps, newest first, each with the scope it effectively has. */
export async function listGrants(
  ctx: Deps,
  caller: Caller,
  page: PageRequest,
): Promise<Page<LiveGrant>> {
  const { rows, total } = await listLiveGrants(ctx.db, caller.userId, { page, at: moment(ctx) })
  return {
    rows: rows.map((grant) => ({ ...grant, scope: allowedScope(grant.scope, grant.app_scope) })),
    total,
  }
}

/**
 * Revokes what the caller granted to an app; its tokens stop working.
 *
 * @throws 404 when there is no such grant or it has already ended.
 */
export async function revokeGrant(ctx: Deps, caller: Caller, id: number): Promise<void> {
  const grant = { id, userId: caller.userId }
  const isRevoked = await transact(ctx, ({ db }) => revokeLiveGrant(db, grant, moment(ctx)))
  if (!isRevoked) throw notFound('OAuth2 grant not found')
}
