import { expect, test } from 'bun:test'
import type { AppContext } from '@/context'
import { LOT } from '@/db/delete-in-lots'
import { connectionsOf } from '@/db/dialect'
import { writeTo } from '@/db/transact'
import { choresOf } from '@/jobs/schedule'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { anApp } from '../support/oauth2'

const DAY = 86_400_000
/** More than fits into two lots. */
const MANY = 2 * LOT + 10

const numbers = Array.from({ length: MANY }, (_, index) => index + 1)

/** Stores rows as a test needs them, a hundred in one statement. */
async function fill(ctx: AppContext, table: string, rows: Record<string, unknown>[]) {
  await writeTo(ctx.db, async (tx) => {
    for (let from = 0; from < rows.length; from += 100)
      await tx
        .insertInto(table as 'attempt_windows')
        .values(rows.slice(from, from + 100) as never)
        .execute()
  })
}

async function prepared() {
  const { ctx, clock } = startServer()
  const user = await aUser(ctx)
  await anApp(ctx, user)
  clock.advance(100 * DAY)
  const [old, later] = [clock.now() - 50 * DAY, clock.now() + DAY]
  const window = { used: 1 }
  await fill(ctx, 'attempt_windows', [
    ...numbers.map((id) => ({ ...window, key: `old ${id}`, ends_at: old })),
    { ...window, key: 'later', ends_at: later },
  ])
  const session = { blacklisted_at: old }
  await fill(ctx, 'blacklisted_tokens', [
    ...numbers.map((id) => ({ ...session, token_hash: `old ${id}`, expires_at: old })),
    { ...session, token_hash: 'later', expires_at: later },
  ])
  const link = { user_id: user.id, created_at: old }
  await fill(ctx, 'purpose_tokens', [
    ...numbers.map((id) => ({
      ...{ ...link, token_hash: `old ${id}`, purpose: 'reset_password', expires_at: old },
    })),
    { ...link, token_hash: 'later', purpose: 'reset_password', expires_at: later },
    { ...link, token_hash: 'unconfirmed', purpose: 'confirm_account', expires_at: old },
  ])
  const grant = { app_id: 1, user_id: user.id, scope: 'profile:read', created_at: old }
  const ids = [...numbers, MANY + 1]
  await fill(
    ctx,
    'oauth2_grants',
    ids.map((id) => ({ ...grant, id, code_hash: `code ${id}` })),
  )
  const token = { scope: 'profile:read', created_at: old, refresh_expires_at: later }
  await fill(
    ctx,
    'oauth2_tokens',
    ids.map((id) => ({
      ...{ ...token, id, grant_id: id, access_hash: `a ${id}`, refresh_hash: `r ${id}` },
      access_expires_at: id > MANY ? later : old,
    })),
  )
  return ctx
}

test.each([
  ['forget expired sessions', 'blacklisted_tokens', 'token_hash', ['later']],
  ['forget expired links of mails', 'purpose_tokens', 'token_hash', ['later', 'unconfirmed']],
  ['forget attempts of long ago', 'attempt_windows', 'key', ['later']],
  ['forget expired access of apps', 'oauth2_tokens', 'id', [MANY + 1]],
  ['forget expired access of apps', 'oauth2_grants', 'id', [MANY + 1]],
])(
  'the chore "%s" empties %s a lot in each transaction, and keeps what is in use',
  async (name, table, column, kept) => {
    const ctx = await prepared()
    const rows = () =>
      ctx.db
        .selectFrom(table as 'oauth2_grants')
        .select(column as 'id')
        .orderBy(column as 'id')
        .execute()
    const before = (await rows()).length
    let deletions = 0
    const stop = connectionsOf(ctx.db).listen((statement) => {
      if (new RegExp(`^delete from "${table}"`).test(statement)) deletions += 1
    })
    const chore = choresOf(ctx).find((each) => each.name === name)
    await chore?.run({ ctx, database: undefined as never })
    stop()
    expect(before).toBe(MANY + kept.length)
    expect(await rows()).toEqual(kept.map((key) => ({ [column]: key })) as never)
    expect(deletions).toBe(3)
  },
)
