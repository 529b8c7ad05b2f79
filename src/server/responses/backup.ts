import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import type { BackupStatus } from '@/services/backup/backups'
import { count, flag, nullable, text, timestamp } from './fields'

export const backupStatus = Type.Object(
  {
    free_space: nullable(
      count('Free bytes on the disk of the backups; null if it is not mounted.'),
    ),
    is_enabled: flag('Whether the server makes full backups automatically.'),
    is_running: flag('Whether a backup is being made.'),
    last: nullable(
      Type.Object(
        {
          created_at: timestamp('The point in time of its data.'),
          files: count('Files in it, the database among them.'),
          missing: count('Files that were missing.'),
          name: text('Its name in the folder of backups.'),
          size: count('Bytes of all its files.'),
          users: count('Accounts in it.'),
          workouts: count('Workouts in it.'),
        },
        { description: 'The newest complete backup.' },
      ),
    ),
    last_failure: nullable(
      Type.Object(
        { failed_at: timestamp('When.'), reason: text('Why.') },
        { description: 'The error of the last attempt, if it failed since the server started.' },
      ),
    ),
  },
  { $id: 'BackupStatus', description: "Status of the server's automatic backups." },
)
export type BackupStatusJson = Static<typeof backupStatus>

export function presentBackupStatus(status: BackupStatus | undefined): BackupStatusJson {
  const { last = null, failure = null } = status ?? {}
  return {
    free_space: status?.freeSpace ?? null,
    is_enabled: status !== undefined,
    is_running: status?.isRunning === true,
    last: last && {
      created_at: formatHttpDate(Date.parse(last.createdAt)),
      files: last.files,
      missing: last.missing,
      name: last.name,
      size: last.size,
      ...last.counts,
    },
    last_failure: failure && { failed_at: formatHttpDate(failure.at), reason: failure.message },
  }
}
