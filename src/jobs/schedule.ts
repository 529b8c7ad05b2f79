import { join } from 'node:path'
import type { AppContext } from '@/context'
import { deleteInLots } from '@/db/delete-in-lots'
import { deleteEndedAttemptWindows } from '@/db/queries/attempt-windows'
import { deleteExpiredTokens } from '@/db/queries/blacklisted-tokens'
import { deleteExpiredPurposeTokens } from '@/db/queries/purpose-tokens'
import type { Tx } from '@/db/transact'
import { backUpDatabase, checkpoint, optimise } from '@/db/upkeep'
import { removeLostFiles, removeOrphanFolders, removeStaleArrivals } from '@/storage/orphans'
import { forgetDeadTokens } from '@/use-cases/apps/clean-tokens'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { hashOriginals } from '@/use-cases/workouts/hash-originals'
import { type Chore, type ChoreDeps, ChoreRunner } from './do-chores'

/** Days after which the archive of an export is removed, whether it was downloaded or not. */
const EXPORT_DAYS = 30
const SECOND = 1000
/** Copies of the database that are kept. */
const BACKUPS = 7

/** Deletes what was over before now. */
const forgetting =
  (remove: (db: Tx, before: number, most: number) => Promise<number>): Chore['run'] =>
  ({ ctx }) => {
    const now = ctx.clock.now()
    return deleteInLots(ctx, (db, most) => remove(db, now, most))
  }

/** Everything the server does by schedule. Undeliverable mails and map tiles need no chore, as both are limited. */
const CHORES: readonly Chore[] = [
  {
    name: 'forget expired sessions',
    when: '17 3 * * *',
    run: forgetting(deleteExpiredTokens),
  },
  {
    name: 'forget expired links of mails',
    when: '23 3 * * *',
    run: forgetting(deleteExpiredPurposeTokens),
  },
  {
    name: 'forget attempts of long ago',
    when: '19 3 * * *',
    run: forgetting(deleteEndedAttemptWindows),
  },
  {
    name: 'forget expired access of apps',
    when: '27 3 * * *',
    run: ({ ctx }) => forgetDeadTokens(ctx),
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
    name: 'remove files that never arrived',
    when: '37 3 * * *',
    run: ({ ctx }) =>
      removeStaleArrivals(ctx, { now: ctx.clock.now(), running: process.uptime() * SECOND }),
  },
  {
    name: 'remove lost files that nobody misses',
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
    mayBeMissed: true,
    run: async ({ ctx }) => {
      // A worker does most of it, however much it is: while SQLite empties the log, nobody can write.
      await ctx.checkpoint()
      await checkpoint(ctx.db)
    },
  },
  {
    name: 'back up the database',
    when: '53 3 * * *',
    run: ({ ctx, database }) =>
      backUpDatabase(database, {
        folder: join(ctx.config.dataDir, 'backups'),
        day: new Date(ctx.clock.now()).toISOString().slice(0, 10),
        keep: BACKUPS,
      }),
  },
]

/** The chores of a server: the fixed ones, and full backups where they are wanted. */
export const choresOf = ({ backups, config }: AppContext): Chore[] => [
  ...CHORES,
  ...(backups && config.backup
    ? [{ name: 'make a full backup', when: config.backup.at, run: backups.make }]
    : []),
]

/** Milliseconds between two looks at the clock. */
const LOOK_EVERY = 10_000

/** Starts the schedule. A chore that fails is logged and tried again. */
export function startSchedule(deps: ChoreDeps): { stop: () => void } {
  const runner = new ChoreRunner(deps, choresOf(deps.ctx))
  const timer = setInterval(() => void runner.look(), LOOK_EVERY).unref()
  return { stop: () => clearInterval(timer) }
}
