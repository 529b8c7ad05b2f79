import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import {
  loadCommandConfig,
  parseDays,
  parsePositive,
  withContext,
  withDataDir,
} from '@/cli/options'
import { printDone } from '@/cli/output'
import { requireQueuedTask, runTask } from '@/jobs/run-task'
import { Failure } from '@/lib/failure'
import { formatFileSize } from '@/lib/files/file-size'
import { taskStatus } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { listWaitingTasks } from '@/store/db/queries/tasks/user-tasks'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { interruptible, requireSuccess, withoutMail } from './archives'

const TYPE = 'user_data_export'

/** @throws Failure when tasks have failed */
function requireNoFailures(done: number, failed: number): void {
  if (failed === 0) return
  const kind = done > 0 ? 'partlyDone' : 'failed'
  throw new Failure(kind, `${failed} of ${done + failed} failed: the log says why.`)
}

export function addExportCommands(users: Command, io: Io): void {
  withDataDir(users.command('export-archive').alias('export_archive'))
    .description('create the archive of one queued data export')
    .requiredOption('--id <id>', 'id of the request')
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const task = await requireQueuedTask(ctx, options.id, TYPE)
        const done = await runTask(withoutMail(ctx), task, interruptible(io))
        requireSuccess(done)
        printDone(io, { created: 1 }, ['Done.'])
      }),
    )
  withDataDir(users.command('export-archives').alias('export_archives'))
    .description('create the archives of queued and failed data exports, oldest first')
    .requiredOption('--max <number>', 'maximum number of archives to create', parsePositive)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const { created, failed } = await createArchives(ctx, options.max, interruptible(io))
        printDone(io, { created, failed }, [`Generated data export archives: ${created}.`])
        requireNoFailures(created, failed)
      }),
    )
  withDataDir(users.command('clean-archives').alias('clean_archives'))
    .description('delete finished data exports and their archives')
    .requiredOption('--days <number>', 'days since they were requested', parseDays)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const { requests, archives, bytes } = await cleanExports(ctx, options.days)
        printDone(
          io,
          { deleted_requests: requests, deleted_archives: archives, freed_bytes: bytes },
          [
            `Deleted data export requests: ${requests}.`,
            `Deleted data export archives: ${archives}.`,
            `Freed space: ${formatFileSize(bytes)}.`,
          ],
        )
      }),
    )
}

/** Creates up to `limit` archives. Returns how many were created, and how many failed. */
async function createArchives(ctx: AppContext, limit: number, isStopping: () => boolean) {
  let [created, failed] = [0, 0]
  const request = { type: TYPE, limit, errored: true } as const
  for (const task of await listWaitingTasks(ctx.db, request)) {
    if (isStopping()) break
    const done = await runTask(withoutMail(ctx), task, isStopping)
    if (done && taskStatus(done) === 'successful') created += 1
    else if (done?.error) failed += 1
  }
  return { created, failed }
}
