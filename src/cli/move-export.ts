import { writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import type { NewImportEntry } from '@/db/queries/import-entries'
import type { UserRow } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { csvOf } from '@/lib/csv'
import type { Export } from '@/use-cases/imports/export-services'
import { entryOf, openReport } from '@/use-cases/imports/import-report'
import { moveIn, previewMove } from '@/use-cases/imports/move-in'
import { moveReactions } from '@/use-cases/imports/move-reactions'
import { interruptible } from './archives'
import type { Io } from './io'
import { progressOn } from './progress'

/** An export on disk, and how it is moved. */
interface Move {
  io: Io
  path: string
  user: UserRow
  data: UploadData
  /** Only tells what would be done. */
  dryRun?: true
  /** Where to write what became of each entry. */
  report?: string
}

/** What became of the entries of an export, in the words of the report. */
type Told = Pick<NewImportEntry, 'name' | 'reason' | 'result' | 'workout_short_id'>

/** Moves an export and tells how it went. @throws when something could not be imported */
export async function moveExport(ctx: AppContext, source: Export, move: Move): Promise<void> {
  const { io } = move
  const { told, report } = move.dryRun
    ? { told: await preview(ctx, source, move), report: undefined }
    : await moveAll(ctx, source, move)
  if (move.report) writeFileSync(move.report, asCsv(told))
  const by = Map.groupBy(told, ({ result }) => result)
  for (const [result, word] of Object.entries(WORDS)) {
    const count = by.get(result as Told['result'])?.length ?? 0
    if (count > 0 || result !== 'replaced') io.out(`${word}: ${count}`)
  }
  const failed = by.get('failed') ?? []
  for (const { name, reason } of failed) io.out(` > ${name}: ${reason}`)
  if (report) io.out(reportLine(report, move.user))
  if (failed.length > 0) throw new Error(`${failed.length} could not be imported.`)
}

/** Names the report of an import, and what it is good for. */
export const reportLine = (shortId: string, { username }: UserRow): string =>
  `Report: ${shortId}. To take all of it back: milepost workouts undo-import --user ${username} --id ${shortId}`

const WORDS = {
  new: 'new',
  'already there': 'already there',
  replaced: 'replaced',
  skipped: 'left out',
  failed: 'failed',
} as const satisfies Partial<Record<Told['result'], string>>

const asCsv = (told: readonly Told[]) =>
  csvOf([
    ['name', 'result', 'reason', 'workout'],
    ...told.map(({ name, result, reason, workout_short_id: workout }) => [
      ...[name, result === 'skipped' ? WORDS.skipped : result, reason ?? '', workout],
    ]),
  ])

const leftOut = ({ leftOut }: Export): Told[] =>
  leftOut.map(({ name, reason }) => ({ name, result: 'skipped', reason, workout_short_id: null }))

async function optionsFor(ctx: AppContext, { user, data }: Move) {
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  return { user, data, mostBytes, urgency: {} }
}

async function preview(ctx: AppContext, source: Export, move: Move): Promise<Told[]> {
  const told = leftOut(source)
  await previewMove(ctx, source, {
    ...(await optionsFor(ctx, move)),
    tell: (outcome) => void told.push(entryOf(outcome)),
  })
  return told
}

async function moveAll(ctx: AppContext, exported: Export, move: Move) {
  const { io, path, user } = move
  const told = leftOut(exported)
  const leftOutCount = told.length
  const count = exported.workouts.length + leftOutCount
  const source = { bytes: (await stat(path)).size, data: move.data }
  const report = await openReport(ctx, { userId: user.id, name: basename(path), count, source })
  const from = Math.max(0, report.done - told.length)
  if (from > 0) io.out(`Going on after ${from} entries.`)
  const { taskId } = report
  const isStopping = interruptible()
  const progress = progressOn(io, Math.max(1, exported.workouts.length))
  if (report.done === 0) await transact(ctx, (tx) => report.note(tx, told))
  let failed = 0
  try {
    await moveIn(ctx, exported, {
      ...(await optionsFor(ctx, move)),
      taskId,
      from,
      listener: {
        shouldContinue: async () => !isStopping(),
        alongside: async (tx, outcomes) => {
          const entries = outcomes.map(entryOf)
          await report.note(tx, entries)
          tx.afterCommit(() => {
            told.push(...entries)
            failed += entries.filter(({ result }) => result === 'failed').length
            progress.show(from + told.length - leftOutCount, failed)
          })
        },
      },
    })
    await transact(ctx, (tx) => moveReactions(tx, { user, taskId }, exported))
    if (!isStopping()) await report.close()
  } finally {
    progress.end()
  }
  return { told, report: report.shortId }
}
