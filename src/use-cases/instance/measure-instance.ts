import { statSync } from 'node:fs'
import type { AppContext } from '@/context'
import type { TaskType } from '@/db/columns'
import { countWaitingMails } from '@/db/queries/mail-outbox'
import { countActiveUsers } from '@/db/queries/users'
import { countAllWorkouts } from '@/db/queries/workout-statistics'
import { countQueue } from '@/use-cases/imports/list-queued-tasks'

/** How much a server holds and has to do. */
export interface InstanceFigures {
  users: number
  workouts: number
  /** Tasks that wait, by type. */
  queuedTasks: Record<TaskType, number>
  waitingMails: number
  /** Bytes of the database with its log of changes. */
  databaseBytes: number
  /** Bytes of all uploads; as they were within the last quarter of an hour. */
  uploadsBytes: number
  /** Seconds since the Unix epoch; undefined when there is none. */
  lastBackup: number | undefined
  lastBackupFailure: number | undefined
}

/** Reads what the metrics show of the instance. */
export async function measureInstance(ctx: AppContext): Promise<InstanceFigures> {
  const backups = await ctx.backups?.status()
  const created = backups?.last?.createdAt
  return {
    users: await countActiveUsers(ctx.db),
    workouts: await countAllWorkouts(ctx.db),
    queuedTasks: await countQueue(ctx),
    waitingMails: await countWaitingMails(ctx.db),
    databaseBytes: ['', '-wal'].reduce(
      (sum, end) => sum + sizeOf(ctx.config.databaseFile + end),
      0,
    ),
    uploadsBytes: await ctx.files.totalSize(),
    lastBackup: created === undefined ? undefined : Date.parse(created) / 1000,
    lastBackupFailure: backups?.failure ? backups.failure.at / 1000 : undefined,
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
