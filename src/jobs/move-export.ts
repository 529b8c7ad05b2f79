import type { AppContext } from '@/context'
import { type ExportService, fromJson } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import { type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { getUserById, type UserRow } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { ExportError } from '@/use-cases/imports/export-archive'
import { type Export, openExport } from '@/use-cases/imports/export-services'
import { moveIn } from '@/use-cases/imports/move-in'
import { moveReactions } from '@/use-cases/imports/move-reactions'
import { advance, closeErrored, listenerOf, urgencyOf } from './archive-progress'
import type { Turn } from './handler'
import { writeMuch } from './write-much'

/** An export is opened anew in each turn: how many times as long it is worked on then. */
const WORTH = 4

interface MoveRun {
  task: TaskRow
  turn: Turn
}

/**
 * Moves an uploaded export of another service to its user, a few entries in each transaction. An export that cannot be
 * read ends the task.
 */
export async function moveExport(
  ctx: AppContext,
  { task, file, service, turn }: MoveRun & { file: string; service: ExportService },
): Promise<void> {
  const started = ctx.clock.elapsed()
  const user = await getUserById(ctx.db, task.user_id)
  try {
    const source = await openExport(ctx, file, { service, owner: user })
    turn.extend(WORTH * (ctx.clock.elapsed() - started))
    try {
      await writeMuch(ctx, () => runMove(ctx, { task, turn, source, user }))
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    await closeErrored(ctx, task.id, error.message)
  }
}

async function runMove(
  ctx: AppContext,
  { task, turn, source, user }: MoveRun & { source: Export; user: UserRow },
): Promise<void> {
  const count = source.workouts.length
  const run = {
    ...{ task, turn },
    others: () =>
      source.leftOut.map(({ name, reason }) => ({ name, result: 'skipped' as const, reason })),
    finish: (tx: Parameters<typeof moveReactions>[0]) =>
      moveReactions(tx, { user, taskId: task.id }, source),
  }
  await transact(ctx, async (tx) => {
    await updateTask(tx.db, task.id, { files_count: count })
    if (task.files_done >= count) await advance(tx, [], run)
  })
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const { data = {} } = fromJson(task.options)
  await moveIn(ctx, source, {
    ...{ user, data, mostBytes, urgency: urgencyOf(count - task.files_done) },
    taskId: task.id,
    from: task.files_done,
    listener: listenerOf(run),
  })
}
