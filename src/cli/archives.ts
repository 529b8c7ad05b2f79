import { type Command, InvalidArgumentError } from 'commander'
import type { AppContext } from '@/context'
import { loadTaskErrors } from '@/db/queries/user-task-errors'
import { listWaitingTasks, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { requireQueuedTask, runTask } from '@/jobs/run-task'
import { formatFileSize } from '@/lib/file-size'
import { isOpenTask } from '@/policy/task'
import type { Io } from './io'
import { configOf, withContext, withDataDir } from './options'

const TYPE = 'workouts_archive_upload'
const VERBOSE = ['-v, --verbose', 'tell what is wrong with which file'] as const

/** Reads a number of at least one. */
export function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('value must be greater than 0')
  return Number(text)
}

/** The same without mails: commands send none. */
export const withoutMail = (ctx: AppContext): AppContext => ({
  ...ctx,
  config: { ...ctx.config, mail: undefined },
})

/** True once Ctrl-C was pressed; the work under way is finished first. */
export function interruptible(): () => boolean {
  let pressed = false
  process.once('SIGINT', () => {
    pressed = true
  })
  return () => pressed
}

export function addArchiveCommands(workouts: Command, io: Io): void {
  withDataDir(workouts.command('archive_upload').alias('archive-upload'))
    .description('process one queued archive')
    .requiredOption('--id <id>', 'id of the task')
    .option(...VERBOSE)
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const task = await requireQueuedTask(ctx, options.id, TYPE)
        await processArchive(ctx, task, { io, ...options, isStopping: interruptible() })
        io.out('Done.')
      }),
    )
  withDataDir(workouts.command('archive_uploads').alias('archive-uploads'))
    .description('process queued archives, the oldest first')
    .requiredOption('--max <number>', 'most archives to process', atLeastOne)
    .option(...VERBOSE)
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const isStopping = interruptible()
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

/** Works on one archive and tells about it; false when another process has it. */
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
  const errors = Object.entries((await loadTaskErrors(ctx.db, [done.id])).get(done.id) ?? {})
  if (errors.length > 0) io.out(` > errored files: ${errors.length}`)
  if (verbose) for (const [path, message] of errors) io.out(`   - ${path}: ${message}`)
  return true
}
