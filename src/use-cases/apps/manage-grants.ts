import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { CODE_LIFETIME } from '@/services/auth/oauth2/authorization-code'
import { limitScope } from '@/services/auth/oauth2/scope'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  type LiveGrant,
  listLiveGrants,
  revokeLiveGrant,
} from '@/store/db/queries/accounts/oauth2-grants'
import type { Page, PageRequest } from '@/store/db/sql'

type Deps = Pick<AppContext, 'db' | 'clock' | 'log'>

const timeRange = ({ clock }: Deps) => {
  const now = clock.now()
  return { now, codesSince: now - CODE_LIFETIME }
}

/** Returns one page of the caller's grants to apps, newest first, each with its effective scope. */
export async function listGrants(
  ctx: Deps,
  caller: Caller,
  page: PageRequest,
): Promise<Page<LiveGrant>> {
  const { rows, total } = await listLiveGrants(ctx.db, caller.userId, { page, at: timeRange(ctx) })
  return {
    rows: rows.map((grant) => ({ ...grant, scope: limitScope(grant.scope, grant.app_scope) })),
    total,
  }
}

/**
 * Revokes the access that the caller granted to an app, including all its tokens.
 *
 * @throws 404 when there is no such grant or it has already ended.
 */
export async function revokeGrant(ctx: Deps, caller: Caller, id: number): Promise<void> {
  const grant = { id, userId: caller.userId }
  await transact(ctx, async (tx) => {
    if (!(await revokeLiveGrant(tx.db, grant, timeRange(ctx))))
      throw notFound('OAuth2 grant not found')
    await recordAudit(tx, caller, 'app_access_revoked', { subjectId: caller.userId })
  })
}
