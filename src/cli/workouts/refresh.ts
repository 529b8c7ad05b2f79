import { type Command, InvalidArgumentError } from 'commander'
import type { Io } from '@/cli/io'
import {
  choiceOption,
  invalidSport,
  loadCommandConfig,
  parsePositive,
  requireNamedUser,
  withContext,
  withDataDir,
} from '@/cli/options'
import { printDone } from '@/cli/output'
import { progressOn } from '@/cli/progress'
import { EXTENSIONS } from '@/domain/tracks/formats/recording-extensions'
import { AppError } from '@/lib/errors'
import { Failure } from '@/lib/failure'
import { parseLocalDay } from '@/lib/time/local-date'
import type { AppContext } from '@/services/context'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findSport, type SportRow } from '@/store/db/queries/catalogue/sports'
import { findWorkoutById, listWorkoutsToRefresh } from '@/store/db/queries/workouts/workouts'
import { analyseInBatches } from '@/use-cases/workouts/measure/analyse-points'
import {
  FILE_ERROR_CHOICES,
  type Refreshed,
  type RefreshOptions,
  refreshInBatches,
} from '@/use-cases/workouts/measure/refresh-in-batches'

/** The parsed options. Ids are checked later, against the database. */
interface Options {
  sportId?: string
  newSportId?: string
  from?: number
  to?: number
  perPage: number
  page: number
  order: 'asc' | 'desc'
  user?: string
  extension?: string
  withWeather?: boolean
  withElevation?: boolean
  onFileError?: RefreshOptions['onFileError']
  withoutFile?: boolean
  analysis?: boolean
  verbose?: boolean
}

/** Parses a day (YYYY-MM-DD). Returns its start in UTC, in milliseconds. */
function day(text: string): number {
  const parsed = parseLocalDay(text, 'UTC')
  if (!parsed) throw new InvalidArgumentError(`'${text}' does not match format '%Y-%m-%d'`)
  return parsed.start
}

function direction(text: string): string {
  if (text !== 'asc' && text !== 'desc')
    throw new InvalidArgumentError("order must be 'asc' or 'desc'")
  return text
}

export function addRefresh(workouts: Command, io: Io): void {
  const command = withDataDir(workouts.command('refresh'))
    .description('compute workouts again from their recordings')
    .option('--sport-id <id>', 'only those of a sport')
    .option('--new-sport-id <id>', 'give them this sport first')
    .option('--from <day>', 'only those since a day (YYYY-MM-DD, UTC)', day)
    .option('--to <day>', 'only those until the beginning of a day', day)
    .option('--per-page <number>', 'number of workouts per page', parsePositive, 10)
    .option('--page <number>', 'which page of workouts to refresh', parsePositive, 1)
    .option('--order <order>', 'asc or desc', direction, 'asc')
    .option('--user <name>', 'only those of a user')
    .addOption(
      choiceOption(
        '--extension <name>',
        'only those whose recording has this extension',
        EXTENSIONS,
        'extensions',
      ),
    )
    .option('--with-weather', 'fetch missing weather')
    .option('--with-elevation', 'fetch missing elevations')
    .addOption(
      choiceOption(
        '--on-file-error <choice>',
        'what to do when a recording is missing',
        FILE_ERROR_CHOICES,
      ),
    )
    .option(
      '--analysis',
      'compute best efforts, intensity and load again from the stored points, without reading recordings',
    )
    .option(
      '--without-file',
      'only those without recording that lack paces; all of them with --analysis',
    )
    .option('-v, --verbose', 'name every workout')
  command.action((options: Options & Record<string, unknown>) => {
    if (options.newSportId && !options.sportId)
      command.error("'--new-sport-id' must be provided with '--sport-id'", { exitCode: 2 })
    return withContext(loadCommandConfig(options, io), async ({ ctx }) => {
      if (!shouldContinue(ctx, options, io)) throw new Failure('denied', 'Aborted!')
      await refreshAll(ctx, options, io)
    })
  })
}

/** Warns about options without effect, and asks for confirmation before elevation services are queried. */
function shouldContinue(ctx: AppContext, options: Options, io: Io): boolean {
  const { withoutFile, extension, withWeather, withElevation, onFileError } = options
  if (options.analysis) return true
  if (withoutFile) {
    if (extension || withWeather || withElevation || onFileError)
      io.err(
        'Warning: --extension, --with-weather, --with-elevation and --on-file-error are ignored with --without-file.',
      )
    return true
  }
  if (!withElevation) return true
  const { tiles, openElevation, valhalla } = ctx.config.elevation
  if (tiles || openElevation || valhalla) {
    io.out('Elevations are requested from the configured services, which may take a long time.')
    return io.confirm('Do you want to continue?')
  }
  io.err('Warning: no elevation service is configured.')
  return true
}

async function refreshAll(ctx: AppContext, options: Options, io: Io): Promise<void> {
  const workoutIds = await findWorkouts(ctx, options)
  const newSport = await requireSport(ctx, options.newSportId)
  await printRefresh(ctx, workoutIds, { ...options, newSport, io })
}

/** How to refresh workouts, and where to print the progress. */
interface RefreshRequest
  extends Pick<
    Options,
    'verbose' | 'onFileError' | 'analysis' | 'withoutFile' | 'withWeather' | 'withElevation'
  > {
  io: Io
  newSport?: SportRow | undefined
}

/** Refreshes workouts, and prints the progress and the number of workouts per outcome. */
export async function printRefresh(
  ctx: AppContext,
  workoutIds: readonly number[],
  request: RefreshRequest,
): Promise<void> {
  const { io } = request
  if (workoutIds.length === 0) {
    printDone(io, { updated: 0, deleted: 0, errored: 0 }, ['No workouts to refresh.'])
    return
  }
  io.out(`Number of workouts to refresh: ${workoutIds.length}`)
  const { gone: _, ...counts } = await refreshEach(ctx, workoutIds, request)
  printDone(io, counts, [
    'Refresh done:',
    ...Object.entries(counts).map(([outcome, count]) => `- ${outcome} workouts: ${count}`),
    'Done.',
  ])
  if (counts.errored > 0)
    throw new Failure(
      counts.updated + counts.deleted > 0 ? 'partlyDone' : 'failed',
      `${counts.errored} of ${workoutIds.length} workouts could not be refreshed: the reasons are above.`,
    )
}

type Outcome = 'updated' | 'deleted' | 'gone' | 'errored'

/** Refreshes workouts and prints each one, or a progress bar. Returns the number of workouts per outcome. */
async function refreshEach(
  ctx: AppContext,
  workoutIds: readonly number[],
  request: RefreshRequest,
): Promise<Record<Outcome, number>> {
  const { io, verbose, newSport, onFileError, analysis } = request
  const all = workoutIds.length
  const counts = { updated: 0, deleted: 0, gone: 0, errored: 0 }
  let done = 0
  const bar = verbose ? undefined : progressOn(io, all)
  const groups = analysis
    ? analyseEach(ctx, workoutIds)
    : refreshInBatches(ctx, workoutIds, {
        ...{ newSport, onFileError, withoutFile: request.withoutFile === true },
        ...{ withWeather: request.withWeather === true },
        ...{ withElevation: request.withElevation === true },
      })
  for await (const group of groups) {
    for (const refreshed of group) {
      done += 1
      if (verbose) io.out(`Refreshing workout ${done}/${all}...`)
      counts['outcome' in refreshed ? refreshed.outcome : 'errored'] += 1
      if ('outcome' in refreshed) continue
      bar?.clear()
      io.err(await describeFailure(ctx, refreshed))
    }
    bar?.show(done, counts.errored)
  }
  bar?.end()
  return counts
}

/** Like `refreshInBatches`, but only recomputes the analysis of stored points. */
async function* analyseEach(
  ctx: AppContext,
  workoutIds: readonly number[],
): AsyncGenerator<Refreshed[]> {
  for await (const group of analyseInBatches(ctx, workoutIds))
    yield group.workoutIds.map((workoutId) =>
      group.failures.has(workoutId)
        ? { workoutId, error: group.failures.get(workoutId) }
        : { workoutId, outcome: 'updated' },
    )
}

async function findWorkouts(ctx: AppContext, options: Options): Promise<number[]> {
  const sport = await requireSport(ctx, options.sportId)
  const { user: name, withoutFile, extension, from, to, order, page, perPage } = options
  const user = name === undefined ? undefined : await requireNamedUser(ctx, name)
  return listWorkoutsToRefresh(ctx.db, {
    from,
    to,
    order,
    page,
    perPage,
    sportId: sport?.id,
    userId: user?.id,
    withFile: !withoutFile,
    lacksPaces: withoutFile === true && !options.analysis,
    extension: withoutFile ? undefined : extension,
  })
}

async function requireSport(
  ctx: AppContext,
  id: string | undefined,
): Promise<SportRow | undefined> {
  if (id === undefined) return undefined
  const sport = /^\d{1,9}$/.test(id) ? await findSport(ctx.db, Number(id)) : undefined
  if (!sport) throw invalidSport(id)
  return sport
}

async function describeFailure(
  ctx: AppContext,
  { workoutId, error }: Extract<Refreshed, { error: unknown }>,
): Promise<string> {
  const isKnown = error instanceof AppError && 'message' in error.body
  const text = isKnown ? error.body.message : error instanceof Error ? error.message : error
  const workout = await findWorkoutById(ctx.db, workoutId)
  if (!workout) return `Error when refreshing a workout that has been deleted: ${text}`
  const { username } = await getUserById(ctx.db, workout.user_id)
  return `Error when refreshing workout '${workout.short_id}' (user: ${username}): ${text}`
}
