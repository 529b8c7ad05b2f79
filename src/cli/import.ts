import { basename } from 'node:path'
import type { Command } from 'commander'
import type { AppContext } from '@/context'
import {
  DUPLICATE_POLICIES,
  type DuplicatePolicy,
  VISIBILITIES,
  type Visibility,
} from '@/db/columns'
import type { SportRow } from '@/db/queries/sports'
import { isArchive, openArchive } from '@/use-cases/imports/archive'
import { batchFromDisk } from '@/use-cases/imports/batch-from-disk'
import { openExport, recogniseExport, SERVICES } from '@/use-cases/imports/export-services'
import { importEach } from '@/use-cases/imports/import-each'
import { entryOf, openReport } from '@/use-cases/imports/import-report'
import { equipmentsForNew } from '@/use-cases/workouts/workout-fields'
import { interruptible } from './archives'
import type { Io } from './io'
import { moveExport, reportLine } from './move-export'
import {
  choiceOption,
  configOf,
  inPlainWords,
  OWNER,
  requireNamedUser,
  withContext,
  withDataDir,
} from './options'
import { progressOn } from './progress'
import {
  requireNamedSport,
  type SportNameOptions,
  sportNamesIn,
  withSportNames,
} from './sport-names'

export const SPORT = '--sport <id or name>'

export function addImport(workouts: Command, io: Io): void {
  withSportNames(withDataDir(workouts.command('import <path>')))
    .description(
      'import the recordings of a folder or an archive for somebody; the export of another service, without --sport, as `import` does',
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
    .option('--accept-partial', 'read what is there of files that end in the middle')
    .addOption(choiceOption('--visibility <level>', 'who may see them', VISIBILITIES))
    .action((path, options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        if (await moveIfExport(ctx, path, { io, ...options })) return
        const errors = await importFrom(ctx, path, { io, ...options }).catch(inPlainWords)
        if (errors > 0) throw new Error(`${errors} of the files could not be imported.`)
      }),
    )
}

interface Options extends SportNameOptions {
  io: Io
  user: string
  sport?: string
  visibility?: Visibility
  acceptPartial?: true
  duplicates: DuplicatePolicy
}

/** Moves what is the export of another service, unless it is to be taken for recordings of one sport. */
async function moveIfExport(ctx: AppContext, path: string, options: Options): Promise<boolean> {
  if (options.sport !== undefined || !isArchive(path)) return false
  const archive = await openArchive(path).catch(inPlainWords)
  const service = await recogniseExport(ctx, archive).finally(() => archive.close())
  if (service === undefined) return false
  const { io } = options
  const user = await requireNamedUser(ctx, options.user)
  io.out(`This is an export of ${SERVICES[service].label}.`)
  const source = await openExport(ctx, path, { service, owner: user })
  const data = await dataOf(ctx, options)
  await moveExport(ctx, source, { io, path, user, data }).finally(source.close)
  return true
}

const dataOf = async (ctx: AppContext, options: Options) => ({
  workout_visibility: options.visibility ?? null,
  duplicates: options.duplicates,
  ...(options.acceptPartial && { accept_partial: true }),
  ...(await sportNamesIn(ctx, options)),
})

/** Imports and tells how it went; returns the number of files that could not be used. */
async function importFrom(ctx: AppContext, path: string, options: Options): Promise<number> {
  const { io } = options
  const user = await requireNamedUser(ctx, options.user)
  const { batch, close } = await batchFromDisk(ctx, path, {
    user,
    data: await dataOf(ctx, options),
    ...(await sportFor(ctx, user.id, options.sport)),
  })
  const total = batch.files.length
  const sport = options.sport ? `'${batch.prepared.sport?.label}'` : 'the sport that each names'
  io.out(`Importing ${total} files for ${user.username} as ${sport}.`)
  const bytes = batch.files.reduce((sum, { packedSize }) => sum + packedSize, 0)
  const source = { bytes, data: { ...batch.prepared.data, ...sportIdOf(batch.prepared.sport) } }
  const start = { userId: user.id, name: basename(path), count: total, source }
  const report = await openReport(ctx, start)
  if (report.done > 0) io.out(`Going on after ${report.done} files.`)
  const progress = progressOn(io, total)
  const isStopping = interruptible()
  const errors: string[] = []
  const counts = { imported: 0, repeated: 0, replaced: 0 }
  const made = () => counts.imported + counts.repeated + counts.replaced
  const done = () => report.done + made() + errors.length
  const tell = () => progress.show(done(), errors.length)
  try {
    await importEach(
      ctx,
      { ...batch, files: batch.files.slice(report.done) },
      {
        shouldContinue: async () => !isStopping(),
        alongside: (tx, outcomes) => report.note(tx, outcomes.map(entryOf)),
        imported: () => {
          counts.imported += 1
          tell()
        },
        repeated: (_, { result }) => {
          counts[result === 'replaced' ? 'replaced' : 'repeated'] += 1
          tell()
        },
        refused: ({ name }, message) => {
          errors.push(`${name}: ${message}`)
          tell()
        },
      },
    )
    if (!isStopping()) await report.close()
  } finally {
    close()
    progress.end()
    io.out(`Imported workouts: ${counts.imported}.`)
    if (counts.repeated > 0) io.out(`Already there: ${counts.repeated}.`)
    if (counts.replaced > 0) io.out(`Replaced by a richer recording: ${counts.replaced}.`)
    io.out(`Errored files: ${errors.length}.`)
    for (const line of errors) io.out(` > ${line}`)
    if (isStopping()) io.out(`Interrupted, not looked at: ${total - done()}.`)
    io.out(reportLine(report.shortId, user))
  }
  return errors.length
}

const sportIdOf = (sport: SportRow | undefined) => (sport ? { sport_id: sport.id } : {})

const USUAL_SPORT = 'Cycling (Sport)'

/** The sport of all, with its equipment, or that of those that name none. */
async function sportFor(ctx: AppContext, userId: number, name: string | undefined) {
  if (name === undefined) return { fallback: await requireNamedSport(ctx, USUAL_SPORT) }
  const sport = await requireNamedSport(ctx, name)
  return { sport, equipments: await equipmentsForNew(ctx, userId, { sport, ids: undefined }) }
}
