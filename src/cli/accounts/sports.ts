import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { inPlainWords, loadCommandConfig, withContext, withDataDir } from '@/cli/options'
import { printDone, printResult } from '@/cli/output'
import { baseSportId, isCustomSport } from '@/domain/reference/base-sport'
import { SPORT_ICONS } from '@/domain/reference/sport-icons'
import { Failure } from '@/lib/failure'
import type { AppContext } from '@/services/context'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'
import { createSport, deleteCustomSport } from '@/use-cases/sports/custom-sport'
import { editSport } from '@/use-cases/sports/edit-sport'
import { requireNamedSport } from './sport-names'

/** The option value that restores the icon or colour of the sport that a custom one behaves like. */
const DEFAULT = 'default'

interface Appearance {
  icon?: string
  color?: string
}

interface Creation extends Appearance {
  label: string
  behavesLike: string
}

interface Changes extends Appearance {
  label?: string
  enable?: boolean
  disable?: boolean
}

/** Adds the commands that list sports, and create, edit and delete custom ones. */
export function addSports(program: Command, io: Io): void {
  const sports = program.command('sports').description('list sports and manage custom ones')
  const runWith = (options: object, action: (ctx: AppContext) => Promise<void>) =>
    withContext(loadCommandConfig({ ...options }, io), ({ ctx }) => action(ctx).catch(inPlainWords))
  withDataDir(sports.command('list'))
    .description('list sports: number, name, state, and what a custom one behaves like')
    .option('--all', 'also sports that are neither used nor enabled')
    .action((options: { all?: boolean }) =>
      runWith(options, (ctx) => list(ctx, options.all === true, io)),
    )
  withAppearance(withDataDir(sports.command('create')))
    .description('add a custom sport for all users')
    .requiredOption('--label <text>', 'its name')
    .requiredOption('--behaves-like <sport>', 'the sport whose units and equipment it has')
    .action((options: Creation) => runWith(options, (ctx) => create(ctx, options, io)))
  withAppearance(withDataDir(sports.command('edit <sport>')))
    .description('enable or disable a sport, or change how a custom one looks')
    .option('--label <text>', 'its name')
    .option('--enable', 'offer the sport for new workouts')
    .option('--disable', 'no longer offer it')
    .action((name: string, options: Changes) =>
      runWith(options, (ctx) => edit(ctx, name, options, io)),
    )
  withDataDir(sports.command('delete <sport>'))
    .description('delete a custom sport without workouts')
    .action((name: string, options: object) =>
      runWith(options, async (ctx) => {
        const { id, label } = await requireNamedSport(ctx, name)
        if (!isCustomSport(id))
          throw new Failure(
            'denied',
            `${label} is not a custom sport and cannot be deleted. To no longer offer it: milepost sports edit '${label}' --disable`,
          )
        await deleteCustomSport(ctx, 'command', id)
        printDone(io, { deleted: { id, label } }, [`Sport ${label} is deleted.`])
      }),
    )
}

const withAppearance = (command: Command): Command =>
  command
    .option('--icon <name>', `its icon (${SPORT_ICONS.join(', ')}), or '${DEFAULT}'`)
    .option('--color <#rrggbb>', `its colour, or '${DEFAULT}'`)

const appearanceOf = ({ icon, color }: Appearance) => ({
  ...(icon !== undefined && { icon: icon === DEFAULT ? null : icon }),
  ...(color !== undefined && { color: color === DEFAULT ? null : color }),
})

const labelOf = (sports: readonly SportRow[], wanted: number): string | null =>
  sports.find(({ id }) => id === wanted)?.label ?? null

async function list({ db }: AppContext, includesUnused: boolean, io: Io): Promise<void> {
  const all = await listAllSports(db)
  const sports = all
    .filter(({ is_listed }) => is_listed === 1 || includesUnused)
    .map(({ id, label, is_active }) => ({
      id,
      label,
      enabled: is_active === 1,
      like: isCustomSport(id) ? labelOf(all, baseSportId(id)) : null,
    }))
  printResult(
    io,
    { sports },
    sports.map(({ id, label, enabled, like }) =>
      [id, label, enabled ? 'enabled' : 'disabled', ...(like ? [`like ${like}`] : [])].join('\t'),
    ),
  )
}

async function create(ctx: AppContext, options: Creation, io: Io): Promise<void> {
  const { id: behaves_like } = await requireNamedSport(ctx, options.behavesLike)
  const input = { label: options.label, behaves_like, ...appearanceOf(options) }
  for (const { sport } of await createSport(ctx, undefined, input)) {
    const { id, label } = sport
    const line = `Sport ${label} is created with the number ${id}.`
    printDone(io, { created: { id, label } }, [line])
  }
}

async function edit(ctx: AppContext, name: string, options: Changes, io: Io): Promise<void> {
  const { enable, disable, label } = options
  if (enable && disable) throw new Failure('usage', 'Give --enable or --disable, not both.')
  const { id } = await requireNamedSport(ctx, name)
  const appearance = { ...(label !== undefined && { label }), ...appearanceOf(options) }
  if (!isCustomSport(id) && Object.keys(appearance).length > 0)
    throw new Failure('denied', 'Only custom sports can be given another label, icon or colour.')
  const changes = {
    ...appearance,
    ...((enable || disable) && { is_active: enable === true }),
  }
  if (Object.keys(changes).length === 0) throw new Failure('usage', 'Give at least one change.')
  for (const { sport } of await editSport(ctx, undefined, { id, ...changes }))
    printDone(io, { changed: { id, label: sport.label } }, [`Sport ${sport.label} is changed.`])
}
