import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AppContext } from '@/context'
import { findSport, type SportRow } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import { listWorkoutsToRefresh, type WorkoutRow } from '@/db/queries/workouts'
import { AppError } from '@/errors'
import { parseLocalDay } from '@/lib/local-date'
import { EXTENSIONS } from '@/tracks/formats/extensions'
import { analyseInGroups } from '@/use-cases/workouts/analyse-points'
import {
  FILE_ERROR_CHOICES,
  type RefreshOptions,
  refreshAnyWorkout,
  refreshPaces,
} from '@/use-cases/workouts/refresh-workout'
import { atLeastOne } from './archives'
import type { Io } from './io'
import {
  configOf,
  invalidSport,
  oneOf,
  requireNamedUser,
  withContext,
  withDataDir,
} from './options'
import { progressOn } from './progress'

/** What the options say, checked as far as they can be without a database. */
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

/** Reads a day as its first instant, UTC. */
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
    .option('--per-page <number>', 'workouts to refresh at most', atLeastOne, 10)
    .option('--page <number>', 'which lot of them', atLeastOne, 1)
    .option('--order <order>', 'asc or desc', direction, 'asc')
    .option('--user <name>', 'only those of a user')
    .option(
      '--extension <name>',
      'only those whose recording has this extension',
      oneOf(EXTENSIONS, 'extensions'),
    )
    .option('--with-weather', 'ask for weather that is missing')
    .option('--with-elevation', 'ask for elevations that are missing')
    .addOption(
      new Option('--on-file-error <choice>', 'what to do when a recording is gone').argParser(
        oneOf(FILE_ERROR_CHOICES),
      ),
    )
    .option(
      '--analysis',
      'find best efforts, intensity and load again in the stored points; recordings are not read',
    )
    .option(
      '--without-file',
      'only those without recording that lack paces; all of them with --analysis',
    )
    .option('-v, --verbose', 'name every workout')
  command.action((options: Options & Record<string, unknown>) => {
    if (options.newSportId && !options.sportId)
      command.error("'--new-sport-id' must be provided with '--sport-id'", { exitCode: 2 })
    return withContext(configOf(options, io), async ({ ctx }) => {
      if (!shouldContinue(ctx, options, io)) throw new Error('Aborted!')
      await refreshAll(ctx, options, io)
    })
  })
}

/** Warns of options without effect, and asks before services are. */
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
    io.out('Elevations are asked of the configured services, which may take long.')
    return io.confirm('Do you want to continue?')
  }
  io.err('Warning: no elevation service is configured.')
  return true
}

async function refreshAll(ctx: AppContext, options: Options, io: Io): Promise<void> {
  const workouts = await findWorkouts(ctx, options)
  const refreshOptions: RefreshOptions = {
    newSport: await requireSport(ctx, options.newSportId),
    withWeather: options.withWeather === true,
    withElevation: options.withElevation === true,
    onFileError: options.onFileError,
  }
  if (workouts.length === 0) {
    io.out('No workouts to refresh.')
    return
  }
  io.out(`Number of workouts to refresh: ${workouts.length}`)
  const tell = (index: number) => {
    if (options.verbose) io.out(`Refreshing workout ${index + 1}/${workouts.length}...`)
  }
  const bar = io.status && !options.verbose ? progressOn(io, workouts.length) : undefined
  const show = (done: number, errors: number) => bar?.show(done, errors)
  const fail = async (workout: WorkoutRow, error: unknown) => {
    if (bar) io.status?.('')
    io.err(await refusalText(ctx, workout, error))
  }
  const refresh = options.analysis ? analyseAll : refreshEach
  const counts = await refresh(ctx, workouts, { ...refreshOptions, ...options, tell, fail, show })
  bar?.end()
  io.out('Refresh done:')
  for (const [outcome, count] of Object.entries(counts)) io.out(`- ${outcome} workouts: ${count}`)
  io.out('Done.')
}

/** How many workouts were refreshed with which outcome. */
interface Counts {
  updated: number
  deleted: number
  errored: number
}

interface Progress {
  /** Names a workout. */
  tell: (index: number) => void
  /** Says how many are done with. */
  show: (done: number, errors: number) => void
  fail: (workout: WorkoutRow, error: unknown) => Promise<void>
}

async function refreshEach(
  ctx: AppContext,
  workouts: readonly WorkoutRow[],
  options: RefreshOptions & Progress & Pick<Options, 'withoutFile'>,
): Promise<Counts> {
  const counts = { updated: 0, deleted: 0, errored: 0 }
  const refresh = options.withoutFile ? refreshPaces : refreshAnyWorkout
  for (const [index, workout] of workouts.entries()) {
    options.tell(index)
    const outcome = await refresh(ctx, workout, options).catch(async (error) => {
      await options.fail(workout, error)
      return 'errored' as const
    })
    counts[outcome] += 1
    options.show(index + 1, counts.errored)
  }
  return counts
}

async function analyseAll(
  ctx: AppContext,
  workouts: readonly WorkoutRow[],
  { tell, fail, show }: Progress,
): Promise<Counts> {
  let [done, errored] = [0, 0]
  const ids = workouts.map(({ id }) => id)
  for await (const { workoutIds, failures } of analyseInGroups(ctx, ids)) {
    const together = workouts.slice(done, done + workoutIds.length)
    for (const [i, workout] of together.entries()) {
      tell(done + i)
      if (failures.has(workout.id)) await fail(workout, failures.get(workout.id))
    }
    done += together.length
    errored += failures.size
    show(done, errored)
  }
  return { updated: workouts.length - errored, deleted: 0, errored }
}

async function findWorkouts(ctx: AppContext, options: Options): Promise<WorkoutRow[]> {
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

async function refusalText(
  ctx: AppContext,
  { short_id, user_id }: WorkoutRow,
  error: unknown,
): Promise<string> {
  const { username } = await getUserById(ctx.db, user_id)
  const isKnown = error instanceof AppError && 'message' in error.body
  const text = isKnown ? error.body.message : error instanceof Error ? error.message : error
  return `Error when refreshing workout '${short_id}' (user: ${username}): ${text}`
}
