import { statSync } from 'node:fs'
import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'
import { countWaitingMails } from '@/store/db/queries/accounts/mail-queue'
import { countActiveUsers } from '@/store/db/queries/accounts/users'
import { countAllWorkouts } from '@/store/db/queries/workouts/workout-statistics'
import { ALERT_KINDS, type AlertKind, type TaskType } from '@/store/db/schema/columns'
import { countQueue } from '@/use-cases/imports/tasks/list-queued-tasks'

/** Figures about the size and load of a server. */
export interface InstanceFigures {
  users: number
  workouts: number
  /** Number of queued tasks by type. */
  queuedTasks: Record<TaskType, number>
  waitingMails: number
  /** Size in bytes, including the WAL. */
  databaseBytes: number
  /** Size of all uploads in bytes, up to 15 minutes old. */
  uploadsBytes: number
  /** Seconds since the Unix epoch; undefined when there has been no backup. */
  lastBackup: number | undefined
  lastBackupFailure: number | undefined
  /** False after a failed fsync, until the next start. */
  isWritable: boolean
  /** Kinds of alerts, and whether each is active. */
  alerts: readonly { kind: AlertKind; isActive: boolean }[]
}

/** Reads the figures for the metrics. */
export async function measureInstance(ctx: AppContext): Promise<InstanceFigures> {
  const backups = await ctx.backups?.status()
  const created = backups?.last?.createdAt
  return {
    users: await countActiveUsers(ctx.db),
    workouts: await countAllWorkouts(ctx.db),
    queuedTasks: await countQueue(ctx, false),
    waitingMails: await countWaitingMails(ctx.db),
    databaseBytes: ['', '-wal'].reduce(
      (sum, end) => sum + getFileSize(ctx.config.databaseFile + end),
      0,
    ),
    uploadsBytes: await ctx.files.totalSize(),
    lastBackup: created === undefined ? undefined : Date.parse(created) / 1000,
    lastBackupFailure: backups?.failure ? backups.failure.at / 1000 : undefined,
    isWritable: connectionsOf(ctx.db).failure === undefined,
    alerts: ALERT_KINDS.map((kind) => ({ kind, isActive: ctx.alerts.isActive(kind) })),
  }
}

const getFileSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
