import type { Command } from 'commander'
import { cleanTokens } from '@/use-cases/apps/clean-tokens'
import { wholeDays } from './clean-tokens'
import type { Io } from './io'
import { configOf, withContext, withDataDir } from './options'

export function addOauth2Commands(program: Command, io: Io): void {
  const oauth2 = program.command('oauth2').description('manage the access of third-party apps')
  withDataDir(oauth2.command('clean'))
    .description('forget tokens that have expired long ago')
    .requiredOption('--days <number>', 'days since their access expired', wholeDays)
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        io.out(`Expired deleted tokens: ${await cleanTokens(ctx, options.days)}.`)
      }),
    )
}
