import { join } from 'node:path'
import { DAY, SECOND } from '@/lib/time/clock'
import { ADDRESS_LIFETIME } from '@/services/auth/known-devices'
import type { AppContext } from '@/services/context'
import { backUpDatabase, emptyLog, optimise } from '@/store/db/connections/maintenance'
import type { Tx } from '@/store/db/connections/transact'
import { deleteInBatches } from '@/store/db/delete-in-batches'
import { deleteExpiredActionTokens } from '@/store/db/queries/accounts/action-tokens'
import { deleteEndedAttemptWindows } from '@/store/db/queries/accounts/attempt-windows'
import { deleteAuditEntriesBefore } from '@/store/db/queries/accounts/audit-entries'
import { deleteExpiredTokens } from '@/store/db/queries/accounts/blacklisted-tokens'
import { deleteExpiredInvitations } from '@/store/db/queries/accounts/invitations'
import { deleteOldLoginAddresses } from '@/store/db/queries/accounts/login-addresses'
import { deleteExpiredSessions } from '@/store/db/queries/accounts/sessions'
import { deleteDeliveriesBefore } from '@/store/db/queries/accounts/webhooks'
import { deleteIdempotencyKeysBefore } from '@/store/db/queries/tasks/idempotency-keys'
import { deleteStaleUploads, removeLostFiles, removeOrphanFolders } from '@/store/files/orphans'
import { measureAccounts } from '@/use-cases/accounts/measure-accounts'
import { deleteUnusableTokens } from '@/use-cases/apps/clean-tokens'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { cleanFailedArchives } from '@/use-cases/imports/tasks/failed-archives'
import { backUpAndWatch } from '@/use-cases/instance/back-up'
import { hashOriginals } from '@/use-cases/workouts/measure/hash-originals'
import { deleteUnattachedPhotos } from '@/use-cases/workouts/photos/change-photo'
import { KEY_LIFETIME } from '@/use-cases/workouts/write/run-once'
import { type JobDeps, JobRunner, type ScheduledJob } from './run-scheduled-jobs'
import { watchFolders } from './watch-folders'

/** Days after which the archive of an export is deleted, whether it was downloaded or not. */
const EXPORT_DAYS = 30

/** Milliseconds for which expired and revoked invitations stay listed. */
const INVITATION_RETENTION = 30 * DAY

/** Milliseconds for which the deliveries of webhooks are kept. */
const DELIVERY_RETENTION = 14 * DAY

/** A job that deletes rows that expired before now, in batches. */
const deletingExpired =
  (remove: (db: Tx, before: number, limit: number) => Promise<number>): ScheduledJob['run'] =>
  ({ ctx }) => {
    const now = ctx.clock.now()
    return deleteInBatches(ctx, (db, limit) => remove(db, now, limit))
  }

/** The fixed jobs. Undeliverable emails and map tiles need no job, as both are limited where they are stored. */
const FIXED_JOBS: readonly ScheduledJob[] = [
  {
    name: 'forget expired sessions',
    when: '17 3 * * *',
    run: deletingExpired(deleteExpiredTokens),
  },
  {
    name: 'delete expired sessions',
    when: '18 3 * * *',
    run: deletingExpired(deleteExpiredSessions),
  },
  {
    name: 'measure the storage of accounts',
    when: '7 4 * * *',
    run: ({ ctx }) => measureAccounts(ctx),
  },
  {
    name: 'forget expired links of mails',
    when: '23 3 * * *',
    run: deletingExpired(deleteExpiredActionTokens),
  },
  {
    name: 'delete expired invitations',
    when: '24 3 * * *',
    run: deletingExpired((db, now, limit) =>
      deleteExpiredInvitations(db, now - INVITATION_RETENTION, limit),
    ),
  },
  {
    name: 'forget attempts of long ago',
    when: '19 3 * * *',
    run: deletingExpired(deleteEndedAttemptWindows),
  },
  {
    name: 'delete old login addresses',
    when: '21 3 * * *',
    run: deletingExpired((db, now, limit) =>
      deleteOldLoginAddresses(db, now - ADDRESS_LIFETIME, limit),
    ),
  },
  {
    name: 'delete unattached photos',
    when: '35 3 * * *',
    run: ({ ctx }) => deleteUnattachedPhotos(ctx, ctx.clock.now() - DAY),
  },
  {
    name: 'delete old audit entries',
    when: '25 3 * * *',
    run: ({ ctx }) => {
      const before = ctx.clock.now() - ctx.config.auditRetentionDays * DAY
      return deleteInBatches(ctx, (db, limit) => deleteAuditEntriesBefore(db, before, limit))
    },
  },
  {
    name: 'delete old webhook deliveries',
    when: '28 3 * * *',
    run: deletingExpired((db, now, limit) =>
      deleteDeliveriesBefore(db, now - DELIVERY_RETENTION, limit),
    ),
  },
  {
    name: 'delete old idempotency keys',
    when: '26 3 * * *',
    run: deletingExpired((db, now, limit) =>
      deleteIdempotencyKeysBefore(db, now - KEY_LIFETIME, limit),
    ),
  },
  {
    name: 'forget expired access of apps',
    when: '27 3 * * *',
    run: ({ ctx }) => deleteUnusableTokens(ctx),
  },
  {
    name: 'remove files of deleted accounts',
    when: '29 3 * * *',
    run: ({ ctx }) => removeOrphanFolders(ctx),
  },
  {
    name: 'remove old exports',
    when: '31 3 * * *',
    run: ({ ctx }) => cleanExports(ctx, EXPORT_DAYS),
  },
  {
    name: 'delete archives of failed imports',
    when: '33 3 * * *',
    run: ({ ctx }) => cleanFailedArchives(ctx),
  },
  {
    name: 'remove files that never arrived',
    when: '37 3 * * *',
    run: ({ ctx }) =>
      deleteStaleUploads(ctx, { now: ctx.clock.now(), running: process.uptime() * SECOND }),
  },
  {
    name: 'remove lost files that no row refers to',
    when: '41 3 * * *',
    run: ({ ctx }) => removeLostFiles(ctx, ctx.clock.now()),
  },
  {
    name: 'hash originals of long ago',
    when: '11 3 * * *',
    run: ({ ctx }) => hashOriginals(ctx),
  },
  {
    name: 'keep the database fast',
    when: '43 3 * * *',
    run: ({ ctx }) => optimise(ctx.db),
  },
  {
    name: 'empty the log of the database',
    when: '47 * * * *',
    isSkippable: true,
    run: ({ ctx }) => emptyLog(ctx.db, ctx.checkpoint),
  },
  {
    name: 'check folders and backups',
    when: '37 * * * *',
    isSkippable: true,
    run: ({ ctx }) => watchFolders(ctx, process.uptime() * SECOND),
  },
]

/** Copies only the database, into the data folder. */
const NIGHTLY_COPY: ScheduledJob = {
  name: 'back up the database',
  when: '53 3 * * *',
  run: ({ ctx, database }) =>
    backUpDatabase(database, {
      folder: join(ctx.config.dataDir, 'backups'),
      day: new Date(ctx.clock.now()).toISOString().slice(0, 10),
      keep: ctx.config.nightlyCopies,
    }),
}

/** The scheduled jobs of a server: the fixed ones, and the copies and full backups that the settings ask for. */
export const listScheduledJobs = ({ backups, config, releases }: AppContext): ScheduledJob[] => [
  ...FIXED_JOBS,
  ...(config.nightlyCopies > 0 ? [NIGHTLY_COPY] : []),
  ...(releases ? [{ name: 'check for a new release', when: '13 4 * * *', run: releases.run }] : []),
  ...(backups && config.backup
    ? [
        {
          name: 'make a full backup',
          when: config.backup.at,
          run: ({ ctx }: JobDeps) => backUpAndWatch(ctx, backups.create),
        },
      ]
    : []),
]

/** Milliseconds between two checks for due jobs. */
const CHECK_INTERVAL = 10_000

/** Starts the scheduled jobs. A job that fails is logged and retried. */
export function startSchedule(deps: JobDeps): { stop: () => void } {
  const runner = new JobRunner(deps, listScheduledJobs(deps.ctx))
  const timer = setInterval(() => void runner.runDue(), CHECK_INTERVAL).unref()
  return { stop: () => clearInterval(timer) }
}
