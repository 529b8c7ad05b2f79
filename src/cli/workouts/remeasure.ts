import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, requireNamedUser, withContext, withDataDir } from '@/cli/options'
import type { AppContext } from '@/services/context'
import { listOutdatedIds, listRecordedIds } from '@/store/db/queries/workouts/remeasurements'
import { printRefresh } from './refresh'

interface Options {
  user?: string
  all?: boolean
  outdated?: boolean
  verbose?: boolean
}

/** Adds `milepost workouts remeasure`. */
export function addRemeasure(workouts: Command, io: Io): void {
  const command = withDataDir(workouts.command('remeasure'))
    .description('measure recordings again, as their owners prefer or the server is set')
    .option('--user <name>', 'those of a user')
    .option('--all', 'those of all users')
    .option('--outdated', 'only those that were measured by the other setting')
    .option('-v, --verbose', 'print each workout')
  command.action((options: Options & Record<string, unknown>) => {
    if ((options.user === undefined) === (options.all !== true))
      command.error("either '--user' or '--all' must be provided", { exitCode: 2 })
    return withContext(loadCommandConfig(options, io), async ({ ctx }) => {
      const workoutIds = await findWorkouts(ctx, options)
      await printRefresh(ctx, workoutIds, { io, verbose: options.verbose === true })
    })
  })
}

async function findWorkouts(
  ctx: AppContext,
  { user: name, outdated }: Options,
): Promise<readonly number[]> {
  const userId = name === undefined ? undefined : (await requireNamedUser(ctx, name)).id
  if (!outdated) return listRecordedIds(ctx.db, userId)
  return listOutdatedIds(ctx.db, { userId, server: ctx.config.measurements })
}
