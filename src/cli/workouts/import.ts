import { basename } from 'node:path'
import type { Command } from 'commander'
import {
  requireNamedSport,
  type SportNameOptions,
  sportNamesIn,
  withSportNames,
} from '@/cli/accounts/sport-names'
import type { Io } from '@/cli/io'
import {
  choiceOption,
  loadCommandConfig,
  OWNER,
  requireNamedUser,
  requireReadable,
  withContext,
  withDataDir,
} from '@/cli/options'
import { progressOn } from '@/cli/progress'
import { type Config, NO_QUOTAS } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import type { AppContext } from '@/services/context'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { isArchive, openArchive } from '@/use-cases/imports/receive/archive'
import { batchFromDisk } from '@/use-cases/imports/receive/batch-from-disk'
import { importEach } from '@/use-cases/imports/receive/import-recordings'
import { type Batch, entriesOf } from '@/use-cases/imports/receive/read-ahead'
import { DUPLICATE_POLICIES, type DuplicatePolicy } from '@/use-cases/imports/receive/upload-data'
import { detectExport, SERVICES } from '@/use-cases/imports/services/detect-service'
import { previewEntries } from '@/use-cases/imports/services/preview-entries'
import { openReport } from '@/use-cases/imports/tasks/import-report'
import { equipmentsForNew } from '@/use-cases/workouts/write/workout-fields'
import { interruptible } from './archives'
import { moveExport, openNamedExport, reportLine } from './import-service-export'
import { failAt, type ImportSummary, printSummary, requireAllImported } from './import-summary'

export const SPORT = '--sport <id or name>'
export const DRY_RUN = ['--dry-run', 'only print what would be imported'] as const

export function addImport(workouts: Command, io: Io): void {
  withSportNames(withDataDir(workouts.command('import <path>')))
    .description(
      'import the recordings in a folder or archive for a user; without --sport, also exports of other services, as `import` does',
    )
    .requiredOption(...OWNER)
    .option(
      SPORT,
      'their sport; without it that of each file, else the default of the user, or Cycling (Sport)',
    )
    .addOption(
      choiceOption(
        '--duplicates <policy>',
        'what to do with recordings that are here already',
        DUPLICATE_POLICIES,
      ).default('skip'),
    )
    .option('--accept-partial', 'import the readable part of truncated files')
    .option('--ignore-quotas', 'ignore QUOTA_STORAGE, QUOTA_FILES and QUOTA_WORKOUTS')
    .addOption(choiceOption('--visibility <level>', 'who may see them', VISIBILITIES))
    .option(...DRY_RUN)
    .action((path, options) => {
      requireReadable(path)
      return withContext(configWithQuotas(options, io), async ({ ctx }) => {
        if (await importIfExport(ctx, path, { io, ...options })) return
        await importFrom(ctx, path, { io, ...options }).catch((error) => failAt(path, error))
      })
    })
}

/** The settings, without quotas when `--ignore-quotas` is given. */
function configWithQuotas(options: { ignoreQuotas?: true }, io: Io): Config {
  const config = loadCommandConfig({ ...options }, io)
  return options.ignoreQuotas ? { ...config, quotas: NO_QUOTAS } : config
}

interface Options extends SportNameOptions {
  io: Io
  user: string
  sport?: string
  visibility?: Visibility
  acceptPartial?: true
  duplicates: DuplicatePolicy
  dryRun?: true
}

/** Imports the file as an export of another service if it is one and `--sport` is not given. Returns whether it did. */
async function importIfExport(ctx: AppContext, path: string, options: Options): Promise<boolean> {
  if (options.sport !== undefined || !isArchive(path)) return false
  const archive = await openArchive(path).catch((error) => failAt(path, error))
  const service = await detectExport(ctx, archive).finally(() => archive.close())
  if (service === undefined) return false
  const { io } = options
  const user = await requireNamedUser(ctx, options.user)
  io.out(`This is an export of ${SERVICES[service].label}.`)
  const source = await openNamedExport(ctx, path, { service, timezone: user.timezone })
  const data = await readUploadData(ctx, options)
  const { dryRun } = options
  const move = { io, path, user, data, ...(dryRun && { dryRun }) }
  await moveExport(ctx, source, move).finally(source.close)
  return true
}

const readUploadData = async (ctx: AppContext, options: Options) => ({
  workout_visibility: options.visibility ?? null,
  duplicates: options.duplicates,
  ...(options.acceptPartial && { accept_partial: true }),
  ...(await sportNamesIn(ctx, options)),
})

/** Imports recordings and prints the results. @throws Failure when there are none, or not all were imported */
async function importFrom(ctx: AppContext, path: string, options: Options): Promise<void> {
  const { io } = options
  const user = await requireNamedUser(ctx, options.user)
  const { batch, close } = await batchFromDisk(ctx, path, {
    user,
    data: await readUploadData(ctx, options),
    ...(await sportFor(ctx, user.id, options.sport)),
  })
  const total = batch.uploads.length
  if (options.dryRun) return previewRecordings(ctx, batch, io).finally(close)
  if (total === 0) throw new Failure('notFound', `There are no recordings in ${path}.`)
  const label = batch.options.sport?.label
  const sport = options.sport ? `'${label}'` : 'the sport that each file contains'
  io.out(`Importing ${total} files for ${user.username} as ${sport}.`)
  const bytes = batch.uploads.reduce((sum, { packedSize }) => sum + packedSize, 0)
  const source = { bytes, data: { ...batch.options.data, ...sportIdOf(batch.options.sport) } }
  const start = { userId: user.id, name: basename(path), count: total, source }
  const report = await openReport(ctx, start)
  if (report.done > 0) io.out(`Continuing after ${report.done} files.`)
  const progress = progressOn(io, total)
  const isStopping = interruptible(io)
  const failures: { name: string; reason: string }[] = []
  const counts = { imported: 0, repeated: 0, replaced: 0 }
  const sum = () => counts.imported + counts.repeated + counts.replaced + failures.length
  const done = () => report.done + sum()
  const showProgress = () => progress.show(done(), failures.length)
  const summarize = (): ImportSummary => ({
    ...{ ...counts, failures, leftOut: 0, isDryRun: false, report: report.shortId },
    remaining: isStopping() ? total - done() : 0,
  })
  try {
    await importEach(
      ctx,
      { ...batch, uploads: batch.uploads.slice(report.done) },
      {
        shouldContinue: async () => !isStopping(),
        alongside: async (tx, outcomes) => void (await report.note(tx, outcomes)),
        imported: () => {
          counts.imported += 1
          showProgress()
        },
        repeated: (_, { result }) => {
          counts[result === 'replaced' ? 'replaced' : 'repeated'] += 1
          showProgress()
        },
        rejected: ({ name }, reason) => {
          failures.push({ name, reason })
          showProgress()
        },
      },
    )
    if (!isStopping()) await report.close()
  } finally {
    close()
    progress.end()
    const lines = [...linesOf(summarize()), reportLine(report.shortId, user)]
    printSummary(io, summarize(), lines)
  }
  requireAllImported(summarize())
}

function linesOf(summary: ImportSummary): string[] {
  const { imported, repeated, replaced, failures, remaining, isDryRun } = summary
  return [
    ...(isDryRun ? ['Nothing is imported, because of --dry-run.'] : []),
    `${isDryRun ? 'New' : 'Imported'} workouts: ${imported}.`,
    ...(repeated > 0 ? [`Already there: ${repeated}.`] : []),
    ...(replaced > 0 ? [`Replaced by a richer recording: ${replaced}.`] : []),
    `Errored files: ${failures.length}.`,
    ...failures.map(({ name, reason }) => ` > ${name}: ${reason}`),
    ...(remaining > 0 ? [`Interrupted, not processed: ${remaining}.`] : []),
  ]
}

/** Prints what importing recordings would do, without storing anything. @throws Failure when files would fail */
async function previewRecordings(ctx: AppContext, batch: Batch, io: Io): Promise<void> {
  const counts = { imported: 0, repeated: 0 }
  const failures: { name: string; reason: string }[] = []
  await previewEntries(ctx, entriesOf(ctx, batch), ({ file, stored, further = [], rejection }) => {
    if (stored)
      for (const { result } of [stored, ...further])
        counts[result === 'new' ? 'imported' : 'repeated'] += 1
    else failures.push({ name: file.name, reason: rejection ?? '' })
  })
  const none = { replaced: 0, leftOut: 0, remaining: 0 }
  const summary = { ...counts, ...none, failures, isDryRun: true }
  printSummary(io, summary, linesOf(summary))
  requireAllImported(summary)
}

const sportIdOf = (sport: SportRow | undefined) => (sport ? { sport_id: sport.id } : {})

const DEFAULT_SPORT = 'Cycling (Sport)'

/** Resolves `--sport` with its default equipment, or the fallback for recordings that name no sport. */
async function sportFor(ctx: AppContext, userId: number, name: string | undefined) {
  if (name === undefined) return { fallback: await requireNamedSport(ctx, DEFAULT_SPORT) }
  const sport = await requireNamedSport(ctx, name)
  return { sport, equipments: await equipmentsForNew(ctx, userId, { sport, ids: undefined }) }
}
