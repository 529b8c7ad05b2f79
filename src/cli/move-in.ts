import type { Command } from 'commander'
import { DUPLICATE_POLICIES, type DuplicatePolicy, EXPORT_SERVICES } from '@/db/columns'
import { openExport, SERVICES } from '@/use-cases/imports/export-services'
import { SPORT } from './import'
import type { Io } from './io'
import { moveExport } from './move-export'
import { addMoveServer } from './move-server'
import {
  choiceOption,
  configOf,
  OWNER,
  requireNamedUser,
  requirePlaceFor,
  withContext,
  withDataDir,
} from './options'
import {
  requireNamedSport,
  type SportNameOptions,
  sportNamesIn,
  withSportNames,
} from './sport-names'

interface Options extends SportNameOptions {
  user: string
  sport?: string
  duplicates: DuplicatePolicy
  dryRun?: true
  report?: string
}

export function addMoveIn(program: Command, io: Io): void {
  const command = program.command('import').description('move in from another service')
  for (const service of EXPORT_SERVICES)
    withSportNames(withDataDir(command.command(`${service} <export.zip>`)))
      .description(`import the export of an account at ${SERVICES[service].label}`)
      .requiredOption(...OWNER)
      .option(SPORT, 'the sport of workouts whose own is unknown here')
      .addOption(
        choiceOption(
          '--duplicates <policy>',
          'what to do with workouts that are here already',
          DUPLICATE_POLICIES,
        ).default('skip'),
      )
      .option('--dry-run', 'only tell what would be done')
      .option('--report <file.csv>', 'write what became of each entry')
      .action((path, options: Options) => {
        if (options.report) requirePlaceFor(options.report)
        return withContext(configOf({ ...options }, io), async ({ ctx }) => {
          const user = await requireNamedUser(ctx, options.user)
          const source = await openExport(ctx, path, { service, owner: user })
          const fallback = options.sport ? await requireNamedSport(ctx, options.sport) : undefined
          const data = {
            duplicates: options.duplicates,
            ...(await sportNamesIn(ctx, options)),
            ...(fallback && { default_sport_id: fallback.id }),
          }
          const move = { ...options, io, path, user, data }
          await moveExport(ctx, source, move).finally(source.close)
        })
      })
  addMoveServer(command, io)
}
