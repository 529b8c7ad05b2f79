import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { stringify } from 'csv-stringify/sync'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import type { NewImportEntry } from '@/db/queries/import-entries'
import { transact } from '@/db/transact'
import { readFittrackeeExport } from '@/use-cases/imports/fittrackee-export'
import { readGarminExport } from '@/use-cases/imports/garmin-export'
import { openReport } from '@/use-cases/imports/import-report'
import { moveIn, type Outcome } from '@/use-cases/imports/move-in'
import type { Export } from '@/use-cases/imports/moved-workout'
import { readStravaExport } from '@/use-cases/imports/strava-export'
import { interruptible } from './archives'
import { SPORT } from './import'
import type { Io } from './io'
import { configOf, OWNER, requireNamedUser, withContext, withDataDir } from './options'
import { progressOn } from './progress'
import {
  requireNamedSport,
  type SportNameOptions,
  sportNamesIn,
  withSportNames,
} from './sport-names'

const SERVICES: Record<string, { label: string; read: (path: string) => Promise<Export> }> = {
  strava: { label: 'the export of a Strava account', read: readStravaExport },
  garmin: { label: 'the export of a Garmin account', read: readGarminExport },
  fittrackee: { label: 'the data export of FitTrackee or Milepost', read: readFittrackeeExport },
}

interface Options extends SportNameOptions {
  user: string
  sport?: string
  dryRun?: true
  report?: string
}

export function addMoveIn(program: Command, io: Io): void {
  const command = program.command('import').description('move in from another service')
  for (const [name, { label, read }] of Object.entries(SERVICES))
    withSportNames(withDataDir(command.command(`${name} <export.zip>`)))
      .description(`import ${label}; what is here already is left alone`)
      .requiredOption(...OWNER)
      .option(SPORT, 'the sport of workouts whose own is unknown here')
      .option('--dry-run', 'only tell what would be done')
      .option('--report <file.csv>', 'write what became of each entry')
      .action((path, options: Options) =>
        withContext(configOf({ ...options }, io), async ({ ctx }) => {
          const source = await read(path)
          await move(ctx, source, { io, path, options }).finally(source.close)
        }),
      )
}

async function move(
  ctx: AppContext,
  source: Export,
  { io, path, options }: { io: Io; path: string; options: Options },
): Promise<void> {
  const user = await requireNamedUser(ctx, options.user)
  const fallback = options.sport ? await requireNamedSport(ctx, options.sport) : undefined
  const data = {
    ...(await sportNamesIn(ctx, options)),
    ...(fallback && { default_sport_id: fallback.id }),
  }
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const isStopping = interruptible()
  const progress = progressOn(io, Math.max(1, source.workouts.length))
  const outcomes: Outcome[] = []
  const name = basename(path)
  const count = source.workouts.length + source.leftOut.length
  const report = options.dryRun
    ? undefined
    : await openReport(ctx, { userId: user.id, name, count })
  const failed = () => outcomes.filter(({ result }) => result === 'failed').length
  await moveIn(ctx, source, {
    user,
    data,
    isDryRun: options.dryRun === true,
    mostBytes,
    mayGoOn: () => !isStopping(),
    told: async (outcome) => {
      outcomes.push(outcome)
      await transact(ctx, async (tx) => report?.note(tx, [entryAbout(outcome)]))
      progress.show(outcomes.length - source.leftOut.length, failed())
    },
  })
  progress.end()
  if (!isStopping()) await report?.close()
  if (options.report) writeFileSync(options.report, stringify(outcomes, { header: true }))
  tell(outcomes, io)
  if (report) io.out(`Report: ${report.shortId}.`)
  if (failed() > 0) throw new Error(`${failed()} could not be imported.`)
}

const entryAbout = ({ name, result, reason, workout }: Outcome): NewImportEntry => ({
  name,
  result: result === 'left out' ? 'skipped' : result,
  reason,
  workout_short_id: workout || null,
})

function tell(outcomes: readonly Outcome[], io: Io): void {
  const by = Map.groupBy(outcomes, ({ result }) => result)
  for (const result of ['new', 'already there', 'left out', 'failed'] as const)
    io.out(`${result}: ${by.get(result)?.length ?? 0}`)
  for (const { name, reason } of by.get('failed') ?? []) io.out(` > ${name}: ${reason}`)
}
