import { describe, expect, test } from 'bun:test'
import { inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { aThirdPartyToken } from '../support/oauth2'

const DAY = 86_400_000
/** The lifetime of an access token. */
const LIFETIME = 10 * DAY

startInNewFolders()

/** Tokens issued this many milliseconds ago. */
const tokensFrom = (...ages: number[]) =>
  inContext(async (ctx) => {
    const user = await aUser(ctx)
    for (const age of ages) {
      const clock = { ...ctx.clock, now: () => ctx.clock.now() - age }
      await aThirdPartyToken({ ...ctx, clock }, user, 'profile:read')
    }
  })

const count = (table: 'oauth2_tokens' | 'oauth2_grants' | 'oauth2_apps') =>
  inContext(async ({ db }) => (await db.selectFrom(table).select('id').execute()).length)

describe('oauth2 clean', () => {
  test('deletes tokens that expired longer ago, together with their grants', async () => {
    const minute = 60_000
    await tokensFrom(LIFETIME + 3 * DAY + minute, LIFETIME + 3 * DAY - minute, 0)
    expect(await run('oauth2', 'clean', '--days', '3')).toEqual({
      code: 0,
      out: 'Expired deleted tokens: 1.',
      err: '',
    })
    expect(await count('oauth2_tokens')).toBe(2)
    expect(await count('oauth2_grants')).toBe(2)
    expect(await count('oauth2_apps')).toBe(3)
  })

  test('deletes tokens that have just expired with --days 0, and never valid ones', async () => {
    await tokensFrom(LIFETIME + 1, LIFETIME - DAY)
    expect((await run('oauth2', 'clean', '--days', '0')).out).toBe('Expired deleted tokens: 1.')
    expect((await run('oauth2', 'clean', '--days', '0')).out).toBe('Expired deleted tokens: 0.')
  })

  test.each([[[]], [['--days', 'x']], [['--days', '-1']]])('rejects %p', async (options) => {
    const { code, out, err } = await run('oauth2', 'clean', ...options)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('--days')
  })
})
