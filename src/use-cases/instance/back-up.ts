import { conflict, unknownUrl } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { alertOwners, endAlert } from './alert-owners'

/** Creates a full backup, and alerts owners when it fails. @throws the error of the backup. */
export async function backUpAndWatch(
  ctx: AppContext,
  backUp: () => Promise<unknown>,
): Promise<void> {
  const folder = ctx.config.backup?.to ?? ''
  try {
    await backUp()
    for (const kind of ['backup_failed', 'backup_late', 'backup_unmounted'] as const)
      endAlert(ctx, kind)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await alertOwners(ctx, 'backup_failed', { folder, reason })
    throw error
  }
}

/**
 * Starts a full backup in the background, and returns before it is complete.
 *
 * @throws 404 when no full backups are configured; 409 while one is being made.
 */
export async function startBackup(ctx: AppContext, caller: Caller): Promise<void> {
  const { backups, log } = ctx
  if (!backups) throw unknownUrl()
  if (backups.isRunning()) throw conflict('a backup is already being made')
  await transact(ctx, (tx) => recordAudit(tx, caller, 'backup_started'))
  void backUpAndWatch(ctx, backups.create).catch((error) =>
    log.error({ err: error }, 'the requested backup failed'),
  )
}
