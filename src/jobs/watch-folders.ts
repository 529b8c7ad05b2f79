import { HOUR } from '@/lib/time/clock'
import { nextTime } from '@/lib/time/timetable'
import type { AppContext } from '@/services/context'
import type { AlertKind } from '@/store/db/schema/columns'
import { isOnSameDisk, isUnmounted } from '@/store/files/backup-target'
import { findUnwritable } from '@/store/files/write-test'
import { alertOwners, endAlert } from '@/use-cases/instance/alert-owners'

/** Time after which a missed backup is late. Allows for the backup itself, and for a server that was off at night. */
const LATE_AFTER = 12 * HOUR
/** Time that a server has after its start to create the backups it missed. */
const SETTLED_AFTER = 2 * HOUR

/**
 * Checks that every folder in the settings is writable, and that backups are created and stored on another disk. Alerts
 * owners to problems. `uptime` is how long the server has run, in milliseconds. Never throws.
 */
export async function watchFolders(ctx: AppContext, uptime: number): Promise<void> {
  const { backup, dataDir } = ctx.config
  // An unmounted backup target has an alert with its own name.
  const isMounted = ({ path }: { path: string }) =>
    path !== backup?.to || !isUnmounted({ to: path, dataDir })
  const unwritable = findUnwritable(ctx.config).filter(isMounted)
  const folders = unwritable.map(({ path, setting, problem }) => `${path} (${setting}): ${problem}`)
  await report(ctx, 'folder_not_writable', folders.length > 0 && { folders: folders.join('; ') })
  await watchBackups(ctx, uptime)
}

async function watchBackups(ctx: AppContext, uptime: number): Promise<void> {
  const { backup, dataDir } = ctx.config
  const target = backup && { to: backup.to, dataDir }
  const facts = { folder: backup?.to ?? '' }
  await report(ctx, 'backup_unmounted', target !== undefined && isUnmounted(target) && facts)
  const isTogether = target !== undefined && !isUnmounted(target) && isOnSameDisk(target)
  // Some owners choose this deliberately, so that they are alerted once instead of daily.
  if (!isTogether || !ctx.alerts.isActive('backup_on_same_disk'))
    await report(ctx, 'backup_on_same_disk', isTogether && facts)
  if (uptime >= SETTLED_AFTER || !backup) await report(ctx, 'backup_late', await findLate(ctx))
}

/** Facts about a backup that is overdue; false when there is no such backup. */
async function findLate({ backups, clock, config }: AppContext): Promise<Facts | false> {
  if (!backups || !config.backup) return false
  const status = await backups.status().catch(() => undefined)
  // Without a first backup nothing is late: `backup_failed` reports why there is none.
  const last = status?.last && Date.parse(status.last.createdAt)
  if (typeof last !== 'number' || Number.isNaN(last)) return false
  if (nextTime(config.backup.at, last) + LATE_AFTER > clock.now()) return false
  return { folder: config.backup.to, last: status?.last?.createdAt ?? '' }
}

type Facts = Record<string, string>

/** Alerts owners to a problem, or ends the alert when `facts` is false. */
async function report(ctx: AppContext, kind: AlertKind, facts: Facts | false): Promise<void> {
  if (facts) await alertOwners(ctx, kind, facts)
  else endAlert(ctx, kind)
}
