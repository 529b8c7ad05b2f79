import { type Command, Option } from 'commander'
import type { Io } from '@/cli/io'
import {
  loadCommandConfig,
  requireNamedUser,
  withContext,
  withDataDir,
  withNewContext,
} from '@/cli/options'
import { addExportCommands } from '@/cli/workouts/exports'
import { formatFileSize } from '@/lib/files/file-size'
import { ROLES } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { editAccount } from '@/use-cases/accounts/edit-account'
import { getStorageUse } from '@/use-cases/accounts/get-storage-use'
import { createAccount, requireCredentials } from '@/use-cases/accounts/registration/create-account'
import { invite } from '@/use-cases/accounts/registration/invite'
import { addCleanTokens } from './clean-tokens'

export function addUserCommands(program: Command, io: Io): void {
  const users = program.command('users').description('manage accounts')
  withDataDir(users.command('create <username>'))
    .description('create an active account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <password>', 'password (default: a random one, printed)')
    .option('--lang <code>', 'language of the interface', 'en')
    .option('--tz <name>', 'time zone', 'Europe/Paris')
    .addOption(new Option('--role <role>', 'role').choices(ROLES).default('user'))
    .action((username, options) => {
      const config = loadCommandConfig(options, io)
      requireCredentials({ username, ...options }, config)
      return withNewContext(config, async ({ ctx }) => {
        const lines = await createAccount(ctx, { username, ...options })
        for (const line of lines) io.out(line)
      })
    })
  withDataDir(users.command('invite <address>'))
    .description('invite someone to register, by e-mail or with a link that is printed')
    .option('--lang <code>', 'language of the e-mail', 'en')
    .action((email, { lang, ...options }) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const { link } = await invite(ctx, 'command', { email, language: lang })
        io.out(link ? `Pass this link on: ${link}` : `An invitation is sent to ${email}.`)
      }),
    )
  withDataDir(users.command('update <username>'))
    .description('change an account')
    .addOption(new Option('--set-role <role>', 'new role').choices(ROLES))
    .option('--activate', 'activate the account')
    .option('--reset-password', 'set a random password and print it')
    .option('--disable-two-factor', 'turn two-factor login off, after its device was lost')
    .option('--update-email <address>', 'new e-mail address, without confirmation')
    .action((username, options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const lines = await editAccount(ctx, username, options)
        for (const line of lines) io.out(line)
      }),
    )
  withDataDir(users.command('usage <username>'))
    .description('print what an account has stored, and may store')
    .action((username, options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        for (const line of await usageLines(ctx, username)) io.out(line)
      }),
    )
  addCleanTokens(users, io)
  addExportCommands(users, io)
}

async function usageLines(ctx: AppContext, username: string): Promise<string[]> {
  const { id } = await requireNamedUser(ctx, username)
  const { used, limits } = await getStorageUse(ctx, id)
  const line = (name: string, value: string, limit: string | undefined) =>
    `${name}: ${value}${limit === undefined ? '' : ` of ${limit}`}`
  return [
    line(
      'storage',
      formatFileSize(used.bytes),
      limits.bytes === null ? undefined : formatFileSize(limits.bytes),
    ),
    line('files', String(used.files), limits.files?.toString()),
    line('workouts', String(used.workouts), limits.workouts?.toString()),
  ]
}
