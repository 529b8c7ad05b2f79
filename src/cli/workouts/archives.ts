import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, parsePositive, withContext, withDataDir } from '@/cli/options'
import { printDone } from '@/cli/output'
import { requireQueuedTask, runTask } from '@/jobs/run-task'
import { Failure } from '@/lib/failure'
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

/** @throws Failure when a task has failed */
export function requireSuccess(task: TaskRow | undefined): void {
  if (!task) throw new Failure('locked', 'Another process works on this task: wait for it.')
  if (task.error) throw new Failure('failed', `The task failed: ${task.error}`)
}

export function addArchiveCommands(workouts: Command, io: Io): void {
  withDataDir(workouts.command('archive-upload').alias('archive_upload'))
    .description('process one queued archive')
    .requiredOption('--id <id>', 'id of the task')
    .option(...VERBOSE)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const task = await requireQueuedTask(ctx, options.id, TYPE)
        const isStopping = interruptible(io)
        const processed = await processArchive(ctx, task, { io, ...options, isStopping })
        requireSuccess(processed?.task)
        printDone(io, { archives: [describeArchive(processed)] }, ['Done.'])
        requireAllFiles(processed ? [processed] : [])
      }),
    )
  withDataDir(workouts.command('archive-uploads').alias('archive_uploads'))
    .description('process queued archives, oldest first')
    .requiredOption('--max <number>', 'maximum number of archives to process', parsePositive)
    .option(...VERBOSE)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const isStopping = interruptible(io)
        const processed: ProcessedArchive[] = []
        const request = { type: TYPE, limit: options.max, errored: false } as const
        for (const task of await listWaitingTasks(ctx.db, request)) {
          if (isStopping()) break
          const one = await processArchive(ctx, task, { io, ...options, isStopping })
          if (!one) continue
          processed.push(one)
          io.out(' > done.')
        }
        const archives = processed.map(describeArchive)
        printDone(io, { archives }, [`Workouts archives processed: ${processed.length}.`])
        requireAllFiles(processed)
      }),
    )
}

interface Reporting {
  io: Io
  verbose?: boolean
  isStopping: () => boolean
}

/** An archive that was imported, and the errors of its files. */
interface ProcessedArchive {
  task: TaskRow
  errors: readonly { path: string; message: string }[]
}

const describeArchive = (archive: ProcessedArchive | undefined) => ({
  id: archive?.task.short_id,
  error: archive?.task.error ?? null,
  failed: archive?.errors.map(({ path, message }) => ({ name: path, reason: message })) ?? [],
})

/** @throws Failure when archives, or files in them, could not be imported */
function requireAllFiles(archives: readonly ProcessedArchive[]): void {
  const failed = archives.filter(({ task, errors }) => task.error || errors.length > 0)
  if (failed.length === 0) return
  throw new Failure(
    'partlyDone',
    `${failed.length} of ${archives.length} archives could not be imported completely: --verbose names the files.`,
  )
}

/** Imports one archive and prints the result. Returns undefined when another process is working on it. */
async function processArchive(
  ctx: AppContext,
  task: TaskRow,
  { io, verbose, isStopping }: Reporting,
): Promise<ProcessedArchive | undefined> {
  const size = formatFileSize(task.file_size ?? 0)
  io.out(`Processing task '${task.short_id}' (files: ${task.files_count}, size: ${size})`)
  const done = await runTask(withoutMail(ctx), task, isStopping)
  if (!done) return undefined
  if (isStopping() && isOpenTask(done))
    await transact(ctx, ({ db }) => updateTask(db, done.id, { is_aborted: 1 }))
  if (done.error) io.out(` > archive error: ${done.error}`)
  const errors = await listTaskErrors(ctx.db, done.id)
  if (errors.length > 0) io.out(` > errored files: ${errors.length}`)
  if (verbose) for (const { path, message } of errors) io.out(`   - ${path}: ${message}`)
  return { task: done, errors }
}
