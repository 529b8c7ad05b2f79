import { type Command, InvalidArgumentError } from 'commander'
import type { PersonalTokenRow } from '@/db/queries/personal-tokens'
import { createToken, MOST_DAYS, MOST_TOKENS, USUAL_DAYS } from '@/use-cases/apps/create-token'
import { listTokens, revokeToken } from '@/use-cases/apps/manage-tokens'
import type { Io } from './io'
import { configOf, inPlainWords, requireNamedUser, withContext, withDataDir } from './options'

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

/** Tokens by which programs of one's own come in. */
export function addTokens(program: Command, io: Io): void {
  const tokens = program.command('tokens').description('manage the tokens of a user’s own programs')
  withDataDir(tokens.command('create'))
    .description('make a token; it is shown now and never again')
    .requiredOption(...WHOSE)
    .requiredOption('--name <text>', 'what to call it, such as the program that will have it')
    .option('--scope <scopes>', 'what it may do, separated by spaces', SENDING)
    .option('--days <number>', `days until it expires, or '${NEVER}'`, days, USUAL_DAYS)
    .action((options: Creation) =>
      withContext(configOf({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, options.user)
        const { name, scope } = options
        const expires_in_days = options.days === NEVER ? null : options.days
        const input = { name, scope, expires_in_days }
        const made = await createToken(ctx, user.id, input).catch(inPlainWords)
        io.out(made.secret)
      }),
    )
  withDataDir(tokens.command('list'))
    .description('list tokens: number, name, scopes, end, last use')
    .requiredOption(...WHOSE)
    .action((options: Options) =>
      withContext(configOf({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, options.user)
        const { rows } = await listTokens(ctx, user.id, { page: 1, perPage: MOST_TOKENS })
        for (const token of rows) io.out(lineOf(token))
      }),
    )
  withDataDir(tokens.command('revoke <number>'))
    .description('revoke a token; it is good for nothing from now on')
    .requiredOption(...WHOSE)
    .action((number: string, options: Options) =>
      withContext(configOf({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, options.user)
        await revokeToken(ctx, user.id, Number(number)).catch(inPlainWords)
        io.out(`Token ${number} is revoked.`)
      }),
    )
}

/** NOTE the parser of the command line takes null for an option without a value. */
function days(text: string): number | typeof NEVER {
  if (text === NEVER) return NEVER
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= MOST_DAYS) return number
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MOST_DAYS}, or '${NEVER}'.`)
}

const lineOf = ({ id, name, scope, expires_at, last_used_at }: PersonalTokenRow) =>
  [id, name, scope, dateOf(expires_at), dateOf(last_used_at)].join('\t')

const dateOf = (instant: number | null) =>
  instant === null ? NEVER : new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
