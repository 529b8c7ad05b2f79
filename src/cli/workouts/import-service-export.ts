import { writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Io } from '@/cli/io'
import { progressOn } from '@/cli/progress'
import { formatCsv } from '@/lib/text/csv'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import type { NewImportEntry } from '@/store/db/queries/tasks/import-entries'
import { importAccount } from '@/use-cases/imports/account/import-account'
import type { UploadData } from '@/use-cases/imports/receive/upload-data'
import {
  type ExportService,
  type OpenExport,
  openExport,
} from '@/use-cases/imports/services/detect-service'
import { importReactions } from '@/use-cases/imports/services/import-reactions'
import { importExport, previewImport } from '@/use-cases/imports/services/import-service-export'
import { entriesOfFile, openReport } from '@/use-cases/imports/tasks/import-report'
import { interruptible } from './archives'
import { failAt, printSummary, requireAllImported } from './import-summary'

/** Options for importing an export file of another service. */
interface ImportOptions {
  io: Io
  path: string
  user: UserRow
  data: UploadData
  /** Only prints what would be imported. */
  dryRun?: true
  /** Path of a CSV file for the result of each entry. */
  report?: string
}

/** The result for an entry of an export, as the report shows it. */
type ReportedEntry = Pick<NewImportEntry, 'name' | 'reason' | 'result' | 'workout_short_id'>

/** Imports an export and prints the results. @throws Error when an entry could not be imported */
export async function moveExport(
  ctx: AppContext,
  source: OpenExport,
  options: ImportOptions,
): Promise<void> {
  const { io } = options
  const { reported, report } = options.dryRun
    ? { reported: await preview(ctx, source, options), report: undefined }
    : await importAll(ctx, source, options)
  if (options.report) writeFileSync(options.report, asCsv(reported))
  const by = Map.groupBy(reported, ({ result }) => result)
  const countOf = (result: ReportedEntry['result']) => by.get(result)?.length ?? 0
  const failures = (by.get('failed') ?? []).map(({ name, reason }) => ({
    name,
    reason: reason ?? '',
  }))
  const isStopped = io.interruption?.exitCode !== undefined
  const summary = {
    ...{ imported: countOf('new'), repeated: countOf('already there') },
    ...{ replaced: countOf('replaced'), leftOut: countOf('skipped'), failures },
    remaining: isStopped ? Math.max(0, source.workouts.length - reported.length) : 0,
    ...{ isDryRun: options.dryRun === true, report },
  }
  const lines = Object.entries(WORDS)
    .map(([result, word]) => ({ result, word, count: countOf(result as ReportedEntry['result']) }))
    .filter(({ result, count }) => count > 0 || result !== 'replaced')
    .map(({ word, count }) => `${word}: ${count}`)
  printSummary(io, summary, [
    ...lines,
    ...failures.map(({ name, reason }) => ` > ${name}: ${reason}`),
    ...(report ? [reportLine(report, options.user)] : []),
  ])
  requireAllImported(summary)
}

/** Opens the export of a service. @throws Failure that names the file */
export const openNamedExport = (
  ctx: AppContext,
  path: string,
  options: { service: ExportService; timezone: string },
): Promise<OpenExport> =>
  openExport(ctx, path, { ...options, limit: Number.POSITIVE_INFINITY }).catch((error) =>
    failAt(path, error),
  )

/** Formats the line that names the report of an import and the command that undoes the import. */
export const reportLine = (shortId: string, { username }: UserRow): string =>
  `Report: ${shortId}. To undo it: milepost workouts undo-import --user ${username} --id ${shortId}`

const WORDS = {
  new: 'new',
  'already there': 'already there',
  replaced: 'replaced',
  skipped: 'left out',
  failed: 'failed',
} as const satisfies Partial<Record<ReportedEntry['result'], string>>

const asCsv = (reported: readonly ReportedEntry[]) =>
  formatCsv([
    ['name', 'result', 'reason', 'workout'],
    ...reported.map(({ name, result, reason, workout_short_id: workout }) => [
      ...[name, result === 'skipped' ? WORDS.skipped : result, reason ?? '', workout],
    ]),
  ])

const leftOut = ({ leftOut }: OpenExport): ReportedEntry[] =>
  leftOut.map(({ name, reason }) => ({ name, result: 'skipped', reason, workout_short_id: null }))

async function optionsFor(ctx: AppContext, { user, data }: ImportOptions) {
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  return { user, data, maxBytes, priority: {} }
}

async function preview(
  ctx: AppContext,
  source: OpenExport,
  options: ImportOptions,
): Promise<ReportedEntry[]> {
  const reported = leftOut(source)
  await previewImport(ctx, source, {
    ...(await optionsFor(ctx, options)),
    onOutcome: (outcome) => void reported.push(...entriesOfFile(outcome)),
  })
  return reported
}

async function importAll(ctx: AppContext, exported: OpenExport, options: ImportOptions) {
  const { io, path, user } = options
  const reported = leftOut(exported)
  const leftOutCount = reported.length
  const count = exported.workouts.length + leftOutCount
  const source = { bytes: (await stat(path)).size, data: options.data }
  const report = await openReport(ctx, { userId: user.id, name: basename(path), count, source })
  const from = Math.max(0, report.done - reported.length)
  if (from > 0) io.out(`Continuing after ${from} entries.`)
  const { taskId } = report
  const isStopping = interruptible(io)
  const progress = progressOn(io, Math.max(1, exported.workouts.length))
  if (report.done === 0) await transact(ctx, (tx) => report.noteOthers(tx, reported))
  let done = from
  let failed = 0
  try {
    if (from === 0)
      reported.push(
        ...(await importAccount(ctx, { user, taskId }, exported).catch((error) =>
          failAt(path, error),
        )),
      )
    // Recordings are measured with the user's preferences, which the import may have changed.
    const changed = await getUserById(ctx.db, user.id)
    await importExport(ctx, exported, {
      ...(await optionsFor(ctx, { ...options, user: changed })),
      taskId,
      from,
      listener: {
        shouldContinue: async () => !isStopping(),
        alongside: async (tx, outcomes) => {
          const entries = await report.note(tx, outcomes)
          tx.afterCommit(() => {
            reported.push(...entries)
            done += outcomes.length
            failed += entries.filter(({ result }) => result === 'failed').length
            progress.show(done, failed)
          })
        },
      },
    })
    await transact(ctx, (tx) => importReactions(tx, { user, taskId }, exported))
    if (!isStopping()) await report.close()
  } finally {
    progress.end()
  }
  return { reported, report: report.shortId }
}
