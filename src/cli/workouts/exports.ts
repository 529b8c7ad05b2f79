import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import {
  loadCommandConfig,
  parseDays,
  parsePositive,
  withContext,
  withDataDir,
} from '@/cli/options'
import { requireQueuedTask, runTask } from '@/jobs/run-task'
import { formatFileSize } from '@/lib/files/file-size'
import { taskStatus } from '@/policy/task'
import { listWaitingTasks } from '@/store/db/queries/tasks/user-tasks'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { interruptible, withoutMail } from './archives'

const TYPE = 'user_data_export'

export function addExportCommands(users: Command, io: Io): void {
  withDataDir(users.command('export_archive').alias('export-archive'))
    .description('create the archive of one queued data export')
    .requiredOption('--id <id>', 'id of the request')
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const task = await requireQueuedTask(ctx, options.id, TYPE)
        await runTask(withoutMail(ctx), task, interruptible(io))
        io.out('Done.')
      }),
    )
  withDataDir(users.command('export_archives').alias('export-archives'))
    .description('create the archives of queued and failed data exports, oldest first')
    .requiredOption('--max <number>', 'maximum number of archives to create', parsePositive)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const isStopping = interruptible(io)
        let created = 0
        const request = { type: TYPE, limit: options.max, errored: true } as const
        for (const task of await listWaitingTasks(ctx.db, request)) {
          if (isStopping()) break
          const done = await runTask(withoutMail(ctx), task, isStopping)
          if (done && taskStatus(done) === 'successful') created += 1
        }
        io.out(`Generated data export archives: ${created}.`)
      }),
    )
  withDataDir(users.command('clean_archives').alias('clean-archives'))
    .description('delete finished data exports and their archives')
    .requiredOption('--days <number>', 'days since they were requested', parseDays)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const { requests, archives, bytes } = await cleanExports(ctx, options.days)
        io.out(`Deleted data export requests: ${requests}.`)
        io.out(`Deleted data export archives: ${archives}.`)
        io.out(`Freed space: ${formatFileSize(bytes)}.`)
      }),
    )
}
