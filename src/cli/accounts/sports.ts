import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { inPlainWords, loadCommandConfig, withContext, withDataDir } from '@/cli/options'
import { baseSportId, isCustomSport } from '@/domain/reference/base-sport'
import { SPORT_ICONS } from '@/domain/reference/sport-icons'
import type { AppContext } from '@/services/context'
import { listAllSports } from '@/store/db/queries/catalogue/sports'
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
        await deleteCustomSport(ctx, 'command', id)
        io.out(`Sport ${label} is deleted.`)
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

async function list({ db }: AppContext, includesUnused: boolean, io: Io): Promise<void> {
  const sports = await listAllSports(db)
  for (const { id, label, is_active, is_listed } of sports) {
    if (is_listed === 0 && !includesUnused) continue
    const base = sports.find((sport) => sport.id === baseSportId(id))
    const state = is_active === 1 ? 'enabled' : 'disabled'
    const like = isCustomSport(id) ? [`like ${base?.label}`] : []
    io.out([id, label, state, ...like].join('\t'))
  }
}

async function create(ctx: AppContext, options: Creation, io: Io): Promise<void> {
  const { id: behaves_like } = await requireNamedSport(ctx, options.behavesLike)
  const input = { label: options.label, behaves_like, ...appearanceOf(options) }
  for (const { sport } of await createSport(ctx, undefined, input))
    io.out(`Sport ${sport.label} is created with the number ${sport.id}.`)
}

async function edit(ctx: AppContext, name: string, options: Changes, io: Io): Promise<void> {
  const { enable, disable, label } = options
  if (enable && disable) throw new Error('Give --enable or --disable, not both.')
  const { id } = await requireNamedSport(ctx, name)
  const appearance = { ...(label !== undefined && { label }), ...appearanceOf(options) }
  if (!isCustomSport(id) && Object.keys(appearance).length > 0)
    throw new Error('Only custom sports can be given another label, icon or colour.')
  const changes = {
    ...appearance,
    ...((enable || disable) && { is_active: enable === true }),
  }
  if (Object.keys(changes).length === 0) throw new Error('Give at least one change.')
  for (const { sport } of await editSport(ctx, undefined, { id, ...changes }))
    io.out(`Sport ${sport.label} is changed.`)
}
