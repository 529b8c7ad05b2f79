import { forbidden, invalidPayload } from '@/lib/errors'
import { formatCsv } from '@/lib/text/csv'
import { parseLocalDay } from '@/lib/time/local-date'
import { CONFIDENTIAL_ACTIONS, canReadAuditLog, canSeeActor } from '@/policy/audit'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  type AuditFilter,
  listAuditEntries,
  type NamedAuditEntry,
} from '@/store/db/queries/accounts/audit-entries'
import { AUDIT_ACTIONS, type AuditAction } from '@/store/db/schema/columns'
import { requireUser } from '@/use-cases/views/user'

type Deps = Pick<AppContext, 'db'>

/** Which entries to read; absent values select all that the caller may read. */
export interface AuditRequest {
  action?: string | undefined
  /** Username; entries by and about this account. */
  user?: string | undefined
  /** First and last day in the caller's time zone, `YYYY-MM-DD`. */
  from?: string | undefined
  to?: string | undefined
}

/** Where a page of the log begins, and how many entries it has. */
interface AuditPage {
  /** Id of the last entry of the previous page. */
  after: number | undefined
  perPage: number
}

/** Entries read at a time for an export. */
const EXPORT_PAGE = 500

/**
 * Returns a page of the audit log, newest first, and whether more entries follow. Owners read all entries, others those
 * by and about themselves.
 *
 * @throws 403 when a caller who is not an owner asks for another account; 404 for an unknown account; 400 for an unknown
 * action or an invalid day.
 */
export async function readAuditLog(
  ctx: Deps,
  caller: Caller,
  { request, page }: { request: AuditRequest; page: AuditPage },
): Promise<{ entries: NamedAuditEntry[]; hasMore: boolean }> {
  const filter = { ...(await requireFilter(ctx, caller, request)), after: page.after }
  const entries = await listAuditEntries(ctx.db, filter, page.perPage + 1)
  return { entries: entries.slice(0, page.perPage), hasMore: entries.length > page.perPage }
}

/**
 * Returns the rows of a CSV file with all matching entries, newest first.
 *
 * @throws the errors of `readAuditLog`, before the first row.
 */
export async function exportAuditLog(
  ctx: Deps,
  caller: Caller,
  request: AuditRequest,
): Promise<AsyncGenerator<string>> {
  const filter = await requireFilter(ctx, caller, request)
  return csvRows(ctx, caller, filter)
}

async function* csvRows({ db }: Deps, caller: Caller, filter: AuditFilter): AsyncGenerator<string> {
  yield formatCsv([['time', 'action', 'actor_kind', 'actor', 'subject', 'details']])
  for (let after: number | undefined; ; ) {
    const entries = await listAuditEntries(db, { ...filter, after }, EXPORT_PAGE)
    yield formatCsv(
      entries.map((entry) => [
        new Date(entry.created_at).toISOString(),
        entry.action,
        entry.actor_kind,
        canSeeActor(caller, entry.actor_id) ? entry.actor_name : null,
        entry.subject_name,
        entry.details,
      ]),
    )
    after = entries.at(-1)?.id
    if (entries.length < EXPORT_PAGE) return
  }
}

async function requireFilter(
  ctx: Deps,
  caller: Caller,
  { action, user, from, to }: AuditRequest,
): Promise<AuditFilter> {
  const canReadAll = canReadAuditLog(caller)
  const isAboutOther = user !== undefined && user !== caller.username
  if (isAboutOther && !canReadAll) throw forbidden()
  if (action !== undefined && !isAuditAction(action)) throw invalidPayload()
  const ownId = user === undefined && canReadAll ? undefined : caller.userId
  return {
    action,
    userId: isAboutOther ? (await requireUser(ctx, user)).id : ownId,
    ...(!canReadAll && { hidden: CONFIDENTIAL_ACTIONS }),
    from: from === undefined ? undefined : requireDay(from, caller).start,
    to: to === undefined ? undefined : requireDay(to, caller).end,
  }
}

const isAuditAction = (text: string): text is AuditAction =>
  (AUDIT_ACTIONS as readonly string[]).includes(text)

function requireDay(text: string, { timezone }: Caller) {
  const day = parseLocalDay(text, timezone)
  if (!day) throw invalidPayload()
  return day
}
