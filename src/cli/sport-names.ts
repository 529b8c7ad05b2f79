import { type Command, InvalidArgumentError } from 'commander'
import { asCaller } from '@/auth/as-caller'
import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { listAllSports, type SportRow } from '@/db/queries/sports'
import { editSportNames, readSportNames } from '@/use-cases/sports/edit-sport-names'
import type { Io } from './io'
import {
  configOf,
  inPlainWords,
  invalidSport,
  OWNER,
  requireNamedUser,
  withContext,
  withDataDir,
} from './options'

/** @throws when there is no sport of this number or name. */
export async function requireNamedSport(ctx: AppContext, text: string): Promise<SportRow> {
  const sports = await listAllSports(ctx.db)
  const wanted = text.toLowerCase()
  const sport = sports.find(
    ({ id, label }) => String(id) === text || label.toLowerCase() === wanted,
  )
  if (!sport) throw invalidSport(text)
  return sport
}

/** A name in recordings, and the sport that is meant as it was typed. */
type Meaning = readonly [name: string, sport: string]

/** What `--sport-name` said, each time. */
export interface SportNameOptions {
  sportName?: readonly Meaning[]
}

/** Adds the option that says what this import means by names of sports. */
export const withSportNames = (command: Command): Command =>
  command.option(
    '--sport-name <name=sport>',
    'the sport that is meant where a recording or entry says this name; may be repeated',
    collectMeanings,
  )

/** @throws InvalidArgumentError for a text without a name and a sport. */
function collectMeanings(text: string, before: readonly Meaning[] = []): Meaning[] {
  const at = text.lastIndexOf('=')
  const [name, sport] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 0 || name === '' || sport === '') throw new InvalidArgumentError('it is NAME=SPORT')
  return [...before, [name, sport]]
}

/** What `--sport-name` says, for an import. @throws when there is no such sport. */
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

/** The command that shows and changes what somebody means by names of sports, for good. */
export function addSportNames(workouts: Command, io: Io): void {
  withDataDir(workouts.command('sport-names'))
    .description('list which sports somebody means by names in recordings, or change that')
    .requiredOption(...OWNER)
    .option('--set <name=sport>', 'what is meant by a name; may be repeated', collectMeanings)
    .option('--forget <names...>', 'names that have their usual meaning again')
    .option('--default <sport>', 'the sport of recordings that name none; "none" forgets it')
    .action((options: Options) =>
      withContext(configOf({ ...options }, io), ({ ctx }) =>
        judge(ctx, options, io).catch(inPlainWords),
      ),
    )
}

async function judge(ctx: AppContext, options: Options, io: Io): Promise<void> {
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
  for (const { name, sportId } of view.names) io.out(`${name} = ${sports.get(sportId)}`)
  const usual = view.defaultSportId
  io.out(`Recordings that name none: ${usual === undefined ? 'refused' : sports.get(usual)}.`)
}
