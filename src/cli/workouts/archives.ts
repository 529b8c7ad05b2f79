import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, parsePositive, withContext, withDataDir } from '@/cli/options'
import { requireQueuedTask, runTask } from '@/jobs/run-task'
import { formatFileSize } from '@/lib/files/file-size'
import { isOpenTask } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { listTaskErrors } from '@/store/db/queries/tasks/user-task-errors'
import { listWaitingTasks, type TaskRow, updateTask } from '@/store/db/queries/tasks/user-tasks'

const TYPE = 'workouts_archive_upload'
const VERBOSE = ['-v, --verbose', 'print the error of each file'] as const

/** Returns a context that sends no email. */
export const withoutMail = (ctx: AppContext): AppContext => ({
  ...ctx,
  config: { ...ctx.config, mail: undefined },
})

/** Handles Ctrl-C and SIGTERM. The returned function is true once a signal has arrived, so that callers can stop cleanly. */
export function interruptible({ interruption }: Io): () => boolean {
  interruption?.listen()
  return () => interruption?.exitCode !== undefined
}

export function addArchiveCommands(workouts: Command, io: Io): void {
  withDataDir(workouts.command('archive_upload').alias('archive-upload'))
    .description('process one queued archive')
    .requiredOption('--id <id>', 'id of the task')
    .option(...VERBOSE)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const task = await requireQueuedTask(ctx, options.id, TYPE)
        await processArchive(ctx, task, { io, ...options, isStopping: interruptible(io) })
        io.out('Done.')
      }),
    )
  withDataDir(workouts.command('archive_uploads').alias('archive-uploads'))
    .description('process queued archives, oldest first')
    .requiredOption('--max <number>', 'maximum number of archives to process', parsePositive)
    .option(...VERBOSE)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const isStopping = interruptible(io)
        let processed = 0
        const request = { type: TYPE, limit: options.max, errored: false } as const
        for (const task of await listWaitingTasks(ctx.db, request)) {
          if (isStopping()) break
          if (!(await processArchive(ctx, task, { io, ...options, isStopping }))) continue
          processed += 1
          io.out(' > done.')
        }
        io.out(`Workouts archives processed: ${processed}.`)
      }),
    )
}

interface Reporting {
  io: Io
  verbose?: boolean
  isStopping: () => boolean
}

/** Imports one archive and prints the result. Returns false when another process is working on it. */
async function processArchive(
  ctx: AppContext,
  task: TaskRow,
  { io, verbose, isStopping }: Reporting,
): Promise<boolean> {
  const size = formatFileSize(task.file_size ?? 0)
  io.out(`Processing task '${task.short_id}' (files: ${task.files_count}, size: ${size})`)
  const done = await runTask(withoutMail(ctx), task, isStopping)
  if (!done) return false
  if (isStopping() && isOpenTask(done))
    await transact(ctx, ({ db }) => updateTask(db, done.id, { is_aborted: 1 }))
  if (done.error) io.out(` > archive error: ${done.error}`)
  const errors = await listTaskErrors(ctx.db, done.id)
  if (errors.length > 0) io.out(` > errored files: ${errors.length}`)
  if (verbose) for (const { path, message } of errors) io.out(`   - ${path}: ${message}`)
  return true
}
