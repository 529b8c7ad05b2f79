import { type Static, Type } from '@sinclair/typebox'
import type { BackupStatus } from '@/backup/backups'
import { httpDate } from '@/lib/http-date'
import { count, flag, nullable, text, timestamp } from './scalars'

export const backupStatus = Type.Object(
  {
    is_enabled: flag('Whether the server makes full backups by itself.'),
    last: nullable(
      Type.Object(
        {
          created_at: timestamp('The moment it shows.'),
          files: count('Files in it, the database among them.'),
          missing: count('Files that were gone already.'),
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
        { description: 'Why the last attempt since the server started failed.' },
      ),
    ),
  },
  { $id: 'BackupStatus', description: 'What is known of the backups that the server makes.' },
)
export type BackupStatusJson = Static<typeof backupStatus>

export function presentBackupStatus(status: BackupStatus | undefined): BackupStatusJson {
  const { last = null, failure = null } = status ?? {}
  return {
    is_enabled: status !== undefined,
    last: last && {
      created_at: httpDate(Date.parse(last.createdAt)),
      files: last.files,
      missing: last.missing,
      name: last.name,
      size: last.size,
      ...last.counts,
    },
    last_failure: failure && { failed_at: httpDate(failure.at), reason: failure.message },
  }
}
