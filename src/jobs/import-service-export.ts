import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { type TaskRow, updateTask } from '@/store/db/queries/tasks/user-tasks'
import { importAccount } from '@/use-cases/imports/account/import-account'
import {
  type ExportService,
  type OpenExport,
  openExport,
} from '@/use-cases/imports/services/detect-service'
import { importReactions } from '@/use-cases/imports/services/import-reactions'
import { importExport } from '@/use-cases/imports/services/import-service-export'
import { ExportError } from '@/use-cases/imports/services/read-service-export'
import { archiveOptions } from '@/use-cases/imports/tasks/archive-options'
import { runBulkWrite } from './bulk-write'
import type { TimeSlice } from './handler'
import { advance, closeErrored, createListener, priorityOf } from './import-progress'

/**
 * The export is opened again in each time slice. The slice is extended by this multiple of the time it took to open.
 */
const WORTH = 4

interface ExportImport {
  task: TaskRow
  slice: TimeSlice
}

/**
 * Imports an uploaded export of another service, a few entries in each transaction. An export that cannot be read fails
 * the task.
 */
export async function moveExport(
  ctx: AppContext,
  { task, file, service, slice }: ExportImport & { file: string; service: ExportService },
): Promise<void> {
  const started = ctx.clock.elapsed()
  const owner = await getUserById(ctx.db, task.user_id)
  try {
    const { file_limit_import: limit } = await getAppConfig(ctx.db)
    const source = await openExport(ctx, file, { service, timezone: owner.timezone, limit })
    slice.extend(WORTH * (ctx.clock.elapsed() - started))
    try {
      await runBulkWrite(ctx, () => runImport(ctx, { task, slice, source, owner }))
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    await closeErrored(ctx, task.id, error.message)
  }
}

async function runImport(
  ctx: AppContext,
  { task, slice, source, owner }: ExportImport & { source: OpenExport; owner: UserRow },
): Promise<void> {
  const count = source.workouts.length
  if (task.files_done === 0) await importAccount(ctx, { user: owner, taskId: task.id }, source)
  // Recordings are measured with its preferences, which the import may have changed.
  const user = await getUserById(ctx.db, task.user_id)
  const run = {
    ...{ task, slice: slice },
    others: () =>
      source.leftOut.map(({ name, reason }) => ({ name, result: 'skipped' as const, reason })),
    finish: (tx: Parameters<typeof importReactions>[0]) =>
      importReactions(tx, { user, taskId: task.id }, source),
  }
  await transact(ctx, async (tx) => {
    await updateTask(tx.db, task.id, { files_count: count })
    if (task.files_done >= count) await advance(tx, [], run)
  })
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  const { data = {} } = archiveOptions(task)
  await importExport(ctx, source, {
    ...{ user, data, maxBytes, priority: priorityOf(count - task.files_done) },
    taskId: task.id,
    from: task.files_done,
    listener: createListener(run),
  })
}
