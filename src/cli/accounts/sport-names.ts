import { type Command, InvalidArgumentError } from 'commander'
import type { Io } from '@/cli/io'
import {
  inPlainWords,
  invalidSport,
  loadCommandConfig,
  OWNER,
  requireNamedUser,
  withContext,
  withDataDir,
} from '@/cli/options'
import { printResult } from '@/cli/output'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'
import type { UploadData } from '@/use-cases/imports/receive/upload-data'
import { editSportNames, readSportNames } from '@/use-cases/sports/edit-sport-names'

/** Finds a sport by its id or its label, ignoring case. @throws Error when there is no such sport */
export async function requireNamedSport(ctx: AppContext, text: string): Promise<SportRow> {
  const sports = await listAllSports(ctx.db)
  const lowerName = text.toLowerCase()
  const sport = sports.find(
    ({ id, label }) => String(id) === text || label.toLowerCase() === lowerName,
  )
  if (!sport)
    throw invalidSport(
      text,
      sports.map(({ label }) => label),
    )
  return sport
}

/** A sport name used in recordings, and the id or label of the sport that it stands for. */
type Meaning = readonly [name: string, sport: string]

/** The values of the repeatable option `--sport-name`. */
export interface SportNameOptions {
  sportName?: readonly Meaning[]
}

/** Adds the option that maps sport names to sports for one import. */
export const withSportNames = (command: Command): Command =>
  command.option(
    '--sport-name <name=sport>',
    'the sport that a name in recordings or entries stands for; may be repeated',
    collectMeanings,
  )

/** Parses `name=sport` and appends it to the previous values. @throws InvalidArgumentError when either part is empty */
function collectMeanings(text: string, before: readonly Meaning[] = []): Meaning[] {
  const at = text.lastIndexOf('=')
  const [name, sport] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 0 || name === '' || sport === '') throw new InvalidArgumentError('it is NAME=SPORT')
  return [...before, [name, sport]]
}

/** Converts `--sport-name` to the upload field `sport_names`. @throws Error when a sport does not exist */
export async function sportNamesIn(
  ctx: AppContext,
  { sportName }: SportNameOptions,
): Promise<Pick<UploadData, 'sport_names'>> {
  if (!sportName) return {}
  const names: Record<string, number> = {}
  for (const [name, sport] of sportName) names[name] = (await requireNamedSport(ctx, sport)).id
  return { sport_names: names }
}

interface Options {
  user: string
  set?: readonly Meaning[]
  forget?: readonly string[]
  default?: string
}

/** Adds the command that lists and edits a user's stored sport names. */
export function addSportNames(workouts: Command, io: Io): void {
  withDataDir(workouts.command('sport-names'))
    .description('list or change the sports that a user assigned to names in recordings')
    .requiredOption(...OWNER)
    .option('--set <name=sport>', 'what is meant by a name; may be repeated', collectMeanings)
    .option('--forget <names...>', 'names to reset to their default sport')
    .option(
      '--default <sport>',
      'the sport of recordings that name none; "none" deletes this setting',
    )
    .action((options: Options) =>
      withContext(loadCommandConfig({ ...options }, io), ({ ctx }) =>
        resolve(ctx, options, io).catch(inPlainWords),
      ),
    )
}

async function resolve(ctx: AppContext, options: Options, io: Io): Promise<void> {
  const caller = asCaller(await requireNamedUser(ctx, options.user))
  const forgotten = (options.forget ?? []).map((name) => [name, null] as const)
  const { sport_names: set } = await sportNamesIn(ctx, {
    ...(options.set && { sportName: options.set }),
  })
  const names = { ...Object.fromEntries(forgotten), ...set }
  const fallback = options.default
  const changes = {
    ...(Object.keys(names).length > 0 && { sport_names: names }),
    ...(fallback !== undefined && {
      default_sport_id: fallback === 'none' ? null : (await requireNamedSport(ctx, fallback)).id,
    }),
  }
  const view =
    Object.keys(changes).length > 0
      ? await editSportNames(ctx, caller, changes)
      : await readSportNames(ctx, caller)
  const sports = new Map((await listAllSports(ctx.db)).map(({ id, label }) => [id, label]))
  const labelOf = (id: number | undefined) =>
    id === undefined ? null : (sports.get(id) ?? String(id))
  const assigned = view.names.map(({ name, sportId }) => ({ name, sport: labelOf(sportId) }))
  const defaultSport = labelOf(view.defaultSportId)
  printResult(io, { names: assigned, default: defaultSport }, [
    ...assigned.map(({ name, sport }) => `${name} = ${sport}`),
    `Recordings without a sport: ${defaultSport ?? 'rejected'}.`,
  ])
}
