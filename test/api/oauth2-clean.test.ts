import { describe, expect, test } from 'bun:test'
import { deleteUnusableTokens } from '@/use-cases/apps/clean-tokens'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { anApp, consent, oauthCalls, redemption, renewal } from '../support/oauth2'

const DAY = 86_400_000

describe('deleteUnusableTokens', () => {
  test('keeps tokens that can still be refreshed, and deletes them after 20 days', async () => {
    const { ctx, clock, call } = startServer()
    const { code, token } = oauthCalls(call)
    const as = await aUser(ctx)
    const app = await anApp(ctx, as)
    const early = (await token(redemption(app, await code(as, consent(app))))).body
    await code(as, consent(app))
    clock.advance(20 * DAY)
    expect(await deleteUnusableTokens(ctx)).toBe(0)
    expect((await token(renewal(app, early.refresh_token))).status).toBe(200)
    clock.advance(1)
    expect(await deleteUnusableTokens(ctx)).toBe(1)
    const left = await ctx.db.selectFrom('oauth2_grants').select('id').execute()
    expect(left).toHaveLength(1)
    clock.advance(20 * DAY)
    expect(await deleteUnusableTokens(ctx)).toBe(1)
    expect(await ctx.db.selectFrom('oauth2_grants').select('id').execute()).toEqual([])
  })
})
