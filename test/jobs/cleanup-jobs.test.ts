import { expect, test } from 'bun:test'
import { listScheduledJobs } from '@/jobs/schedule'
import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'
import { writeTo } from '@/store/db/connections/transact'
import { LOT } from '@/store/db/delete-in-batches'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { anApp } from '../support/oauth2'

const DAY = 86_400_000
/** More than two batches. */
const MANY = 2 * LOT + 10

const numbers = Array.from({ length: MANY }, (_, index) => index + 1)

/** Inserts rows, a hundred per statement. */
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
  const address = { user_id: user.id, last_login_at: 0 }
  await fill(ctx, 'login_addresses', [
    ...numbers.map((id) => ({ ...address, address_digest: `old ${id}` })),
    { ...address, address_digest: 'later', last_login_at: later },
  ])
  const invited = { language: 'en', created_at: old, sent_at: old }
  await fill(ctx, 'invitations', [
    ...numbers.map((id) => ({
      ...{ ...invited, email: `${id}@example.com`, secret_hash: `old ${id}`, expires_at: old },
    })),
    { ...invited, email: 'a@example.com', secret_hash: 'later', expires_at: later },
    {
      ...{ ...invited, email: 'b@example.com', secret_hash: 'accepted', expires_at: old },
      ...{ accepted_at: old, accepted_by: user.id },
    },
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
  ['delete old login addresses', 'login_addresses', 'address_digest', ['later']],
  ['delete expired invitations', 'invitations', 'secret_hash', ['accepted', 'later']],
  ['forget expired access of apps', 'oauth2_tokens', 'id', [MANY + 1]],
  ['forget expired access of apps', 'oauth2_grants', 'id', [MANY + 1]],
])(
  'the job "%s" deletes %s in batches, each in its own transaction, and keeps rows in use',
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
    const chore = listScheduledJobs(ctx).find((each) => each.name === name)
    await chore?.run({ ctx, database: undefined as never })
    stop()
    expect(before).toBe(MANY + kept.length)
    expect(await rows()).toEqual(kept.map((key) => ({ [column]: key })) as never)
    expect(deletions).toBe(3)
  },
)

test('the database is copied every night by default', () => {
  const { ctx } = startServer()
  const isCopied = (nightlyCopies: number) =>
    listScheduledJobs({ ...ctx, config: { ...ctx.config, nightlyCopies } }).some(
      ({ name }) => name === 'back up the database',
    )
  expect([isCopied(ctx.config.nightlyCopies), isCopied(1), isCopied(0)]).toEqual([
    true,
    true,
    false,
  ])
})
