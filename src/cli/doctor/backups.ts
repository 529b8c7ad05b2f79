import type { Config } from '@/lib/config/config'
import { findAlert } from '@/store/files/alerts'
import {
  type BackupTarget,
  isOnSameDisk,
  isUnmounted,
  UnmountedTargetError,
} from '@/store/files/backup-target'
import type { Finding } from './finding'

const DISK = 'disk for backups'

/** Checks the folder of full backups, and the alerts that the server recorded about them. */
export function examineBackups({ backup, dataDir }: Config): Finding[] {
  if (!backup) return []
  const target = { to: backup.to, dataDir }
  if (isUnmounted(target))
    return [{ what: DISK, problem: new UnmountedTargetError(backup.to).message }]
  return [
    {
      what: DISK,
      problem: isOnSameDisk(target)
        ? `${backup.to} is on the same disk as the data, so that both are lost together`
        : undefined,
      advice: 'Choose another disk for BACKUP_TO.',
      isMild: true,
    },
    examineLast(target),
  ]
}

/** Checks whether the server recorded that the last backup failed or is overdue. */
function examineLast({ to, dataDir }: BackupTarget): Finding {
  const advice = `Fix that, then try: milepost backup --to ${to}`
  const failed = findAlert(dataDir, 'backup_failed')
  const late = findAlert(dataDir, 'backup_late')
  const problem = failed?.isActive
    ? `the last one failed: ${failed.facts.reason}`
    : late?.isActive
      ? `the last one is of ${late.facts.last}`
      : undefined
  return { what: 'full backups', problem, advice }
}
