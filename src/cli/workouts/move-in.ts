import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { addMoveServer } from '@/cli/accounts/move-server'
import {
  requireNamedSport,
  type SportNameOptions,
  sportNamesIn,
  withSportNames,
} from '@/cli/accounts/sport-names'
import type { Io } from '@/cli/io'
import {
  choiceOption,
  loadCommandConfig,
  OWNER,
  requireNamedUser,
  requirePlaceFor,
  requireReadable,
  withContext,
  withDataDir,
} from '@/cli/options'
import { Failure } from '@/lib/failure'
import { DUPLICATE_POLICIES, type DuplicatePolicy } from '@/use-cases/imports/receive/upload-data'
import { EXPORT_SERVICES, SERVICES } from '@/use-cases/imports/services/detect-service'
import { DRY_RUN, SPORT } from './import'
import { moveExport, openNamedExport } from './import-service-export'

interface Options extends SportNameOptions {
  user: string
  sport?: string
  duplicates: DuplicatePolicy
  dryRun?: true
  report?: string
}

export function addMoveIn(program: Command, io: Io): void {
  const command = program.command('import').description('import data from another service')
  for (const service of EXPORT_SERVICES)
    withSportNames(withDataDir(command.command(`${service} <export.zip>`)))
      .description(`import the export of an account at ${SERVICES[service].label}`)
      .requiredOption(...OWNER)
      .option(SPORT, 'the sport of workouts whose sport is unknown to this server')
      .addOption(
        choiceOption(
          '--duplicates <policy>',
          'what to do with workouts that are here already',
          DUPLICATE_POLICIES,
        ).default('skip'),
      )
      .option(...DRY_RUN)
      .option('--report <file.csv>', 'write the result of each entry to a file')
      .action((path, options: Options) => {
        requireReadable(path)
        if (statSync(path).isDirectory())
          throw new Failure('usage', `${path} is a folder: name the ZIP file of the export.`)
        if (options.report) requirePlaceFor(options.report)
        return withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
          const user = await requireNamedUser(ctx, options.user)
          const source = await openNamedExport(ctx, path, { service, timezone: user.timezone })
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
