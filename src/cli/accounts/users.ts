import { type Command, Option } from 'commander'
import type { Io } from '@/cli/io'
import {
  choiceOption,
  inPlainWords,
  loadCommandConfig,
  requireNamedUser,
  withContext,
  withDataDir,
  withNewContext,
} from '@/cli/options'
import { printDone, printResult } from '@/cli/output'
import { addExportCommands } from '@/cli/workouts/exports'
import languages from '@/domain/reference/languages.json'
import type { Config } from '@/lib/config/config'
import { formatFileSize } from '@/lib/files/file-size'
import { ROLES } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { editAccount } from '@/use-cases/accounts/edit-account'
import { type AccountUse, getStorageUse } from '@/use-cases/accounts/get-storage-use'
import {
  createAccount,
  type NewAccount,
  requireCredentials,
} from '@/use-cases/accounts/registration/create-account'
import { invite } from '@/use-cases/accounts/registration/invite'
import { addCleanTokens } from './clean-tokens'
import { addDeleteUser } from './delete-user'
import { addListUsers } from './list-users'
import { machineTimezone, requireTimezone } from './time-zone'

const LANGUAGES = languages.languages.map(({ code }) => code)

export function addUserCommands(program: Command, io: Io): void {
  const users = program.command('users').description('manage accounts')
  addListUsers(users, io)
  withDataDir(users.command('create <username>'))
    .description('create an active account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <password>', 'password (default: a random one, printed)')
    .addOption(choiceOption('--lang <code>', 'language of the interface', LANGUAGES).default('en'))
    .option('--tz <name>', 'time zone, such as Europe/Berlin (default: that of this machine)')
    .addOption(new Option('--role <role>', 'role').choices(ROLES).default('user'))
    .action((username, options) => {
      const config = loadCommandConfig(options, io)
      const tz = options.tz === undefined ? machineTimezone() : requireTimezone(options.tz)
      return create(config, { ...options, username, tz }, io)
    })
  withDataDir(users.command('invite <address>'))
    .description('invite someone to register, by e-mail or with a link that is printed')
    .addOption(choiceOption('--lang <code>', 'language of the e-mail', LANGUAGES).default('en'))
    .action((email, { lang, ...options }) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const { link } = await invite(ctx, 'command', { email, language: lang }).catch(inPlainWords)
        if (link)
          printResult(io, { invited: email, link, mailed: false }, [`Pass this link on: ${link}`])
        else
          printDone(io, { invited: email, link: null, mailed: true }, [
            `An invitation is sent to ${email}.`,
          ])
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
        const { isChanged, password } = await editAccount(ctx, username, options)
        const result = { username, changed: isChanged, password: password ?? null }
        const lines = [isChanged ? `User '${username}' updated.` : 'No updates.']
        if (password === undefined) printDone(io, result, lines)
        else printResult(io, result, [...lines, `The new password is: ${password}`])
      }),
    )
  addDeleteUser(users, io)
  withDataDir(users.command('usage <username>'))
    .description('print what an account has stored, and may store')
    .action((username, options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, username)
        const use = await getStorageUse(ctx, user.id)
        printResult(io, { username: user.username, ...use }, usageLines(use))
      }),
    )
  addCleanTokens(users, io)
  addExportCommands(users, io)
}

async function create(config: Config, account: NewAccount, io: Io): Promise<void> {
  requireCredentials(account, config)
  await withNewContext(config, async ({ ctx }: { ctx: AppContext }) => {
    const { user, password } = await createAccount(ctx, account)
    const { username, email, role, language, timezone } = user
    const result = { username, email, role, language, timezone, password: password ?? null }
    const lines = [`User '${username}' created.`]
    if (password === undefined) printDone(io, result, lines)
    else printResult(io, result, [...lines, `The user password is: ${password}`])
  })
}

function usageLines({ used, limits }: AccountUse): string[] {
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
