import { type Command, InvalidArgumentError } from 'commander'
import type { Io } from '@/cli/io'
import {
  inPlainWords,
  loadCommandConfig,
  requireNamedUser,
  withContext,
  withDataDir,
} from '@/cli/options'
import { isoTime, printDone, printResult } from '@/cli/output'
import { Failure } from '@/lib/failure'
import { didYouMean } from '@/lib/text/similar'
import { SCOPES } from '@/policy/scopes'
import type { PersonalTokenRow } from '@/store/db/queries/accounts/personal-tokens'
import { createToken, DEFAULT_DAYS, MAX_DAYS, MAX_TOKENS } from '@/use-cases/apps/create-token'
import { listTokens, revokeToken } from '@/use-cases/apps/manage-tokens'

const WHOSE = ['--user <name>', 'whose tokens they are'] as const
const SENDING = 'workouts:write'
const NEVER = 'never'

interface Options {
  user: string
}

interface Creation extends Options {
  name: string
  scope: string
  days: number | typeof NEVER
}

/** Adds the commands that create, list and revoke personal access tokens. */
export function addTokens(program: Command, io: Io): void {
  const tokens = program
    .command('tokens')
    .description('manage the personal access tokens of a user')
  withDataDir(tokens.command('create'))
    .description('create a token and print it; it cannot be shown again later')
    .requiredOption(...WHOSE)
    .requiredOption('--name <text>', 'name of the token, such as the script that will use it')
    .option('--scope <scopes>', 'its scopes, separated by spaces', SENDING)
    .option('--days <number>', `days until it expires, or '${NEVER}'`, days, DEFAULT_DAYS)
    .action((options: Creation) =>
      withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, options.user)
        const { name, scope } = options
        requireScopes(scope)
        const expires_in_days = options.days === NEVER ? null : options.days
        const input = { name, scope, expires_in_days }
        const created = await createToken(ctx, { userId: user.id, actor: 'command' }, input).catch(
          inPlainWords,
        )
        const { token, secret } = created
        printResult(io, { ...describeToken(token), token: secret }, [secret])
      }),
    )
  withDataDir(tokens.command('list'))
    .description('list tokens: number, name, scopes, end, last use')
    .requiredOption(...WHOSE)
    .action((options: Options) =>
      withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, options.user)
        const { rows } = await listTokens(ctx, user.id, { page: 1, perPage: MAX_TOKENS })
        printResult(io, { tokens: rows.map(describeToken) }, rows.map(lineOf))
      }),
    )
  withDataDir(tokens.command('revoke <number>'))
    .description('revoke a token, which stops working immediately')
    .requiredOption(...WHOSE)
    .action((number: string, options: Options) =>
      withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, options.user)
        const owner = { userId: user.id, actor: 'command' } as const
        await revokeToken(ctx, owner, Number(number)).catch(() => {
          throw new Failure(
            'notFound',
            `There is no token ${number} of ${user.username}: milepost tokens list --user ${user.username} shows all.`,
          )
        })
        printDone(io, { revoked: Number(number) }, [`Token ${number} is revoked.`])
      }),
    )
}

/** @throws Failure for an unknown scope, with a suggestion */
function requireScopes(text: string): void {
  const unknown = text.split(/\s+/).find((word) => !SCOPES.some((scope) => scope === word))
  if (unknown === undefined) return
  throw new Failure(
    'usage',
    `unknown scope '${unknown}': ${didYouMean(unknown, SCOPES)}milepost scopes lists all of them.`,
  )
}

const describeToken = (token: PersonalTokenRow) => ({
  id: token.id,
  name: token.name,
  scopes: token.scope.split(' '),
  created_at: isoTime(token.created_at),
  expires_at: isoTime(token.expires_at),
  last_used_at: isoTime(token.last_used_at),
})

/** Parses a number of days or `never`. Does not return null, which commander treats as an option without a value. */
function days(text: string): number | typeof NEVER {
  if (text === NEVER) return NEVER
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= MAX_DAYS) return number
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_DAYS}, or '${NEVER}'.`)
}

const lineOf = ({ id, name, scope, expires_at, last_used_at }: PersonalTokenRow) =>
  [id, name, scope, dateOf(expires_at), dateOf(last_used_at)].join('\t')

const dateOf = (instant: number | null) =>
  instant === null ? NEVER : new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
