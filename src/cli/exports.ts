import type { Command } from 'commander'
import { listWaitingTasks } from '@/db/queries/user-tasks'
import { requireQueuedTask, runTask } from '@/jobs/run-task'
import { formatFileSize } from '@/lib/file-size'
import { taskStatus } from '@/policy/task'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { atLeastOne, interruptible, withoutMail } from './archives'
import { wholeDays } from './clean-tokens'
import type { Io } from './io'
import { configOf, withContext, withDataDir } from './options'

const TYPE = 'user_data_export'

export function addExportCommands(users: Command, io: Io): void {
  withDataDir(users.command('export_archive').alias('export-archive'))
    .description('make the archive of one queued data export')
    .requiredOption('--id <id>', 'id of the request')
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const task = await requireQueuedTask(ctx, options.id, TYPE)
        await runTask(withoutMail(ctx), task, interruptible())
        io.out('Done.')
      }),
    )
  withDataDir(users.command('export_archives').alias('export-archives'))
    .description('make the archives of data exports that wait or have failed, the oldest first')
    .requiredOption('--max <number>', 'most archives to make', atLeastOne)
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const isStopping = interruptible()
        let made = 0
        const request = { type: TYPE, limit: options.max, errored: true } as const
        for (const task of await listWaitingTasks(ctx.db, request)) {
          if (isStopping()) break
          const done = await runTask(withoutMail(ctx), task, isStopping)
          if (done && taskStatus(done) === 'successful') made += 1
        }
        io.out(`Generated data export archives: ${made}.`)
      }),
    )
  withDataDir(users.command('clean_archives').alias('clean-archives'))
    .description('remove finished data exports with their archives')
    .requiredOption('--days <number>', 'days since they were asked for', wholeDays)
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const { requests, archives, bytes } = await cleanExports(ctx, options.days)
        io.out(`Deleted data export requests: ${requests}.`)
        io.out(`Deleted data export archives: ${archives}.`)
        io.out(`Freed space: ${formatFileSize(bytes)}.`)
      }),
    )
}
