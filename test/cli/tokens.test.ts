import { describe, expect, test } from 'bun:test'
import { identify } from '@/services/auth/identify'
import { inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'

startInNewFolders()

const ann = () => inContext((ctx) => aUser(ctx, { username: 'ann' }))
const mayWrite = (token: string) =>
  inContext((ctx) => identify(ctx, `Bearer ${token}`, ['workouts:write']))

describe('tokens', () => {
  test('are created, listed and revoked', async () => {
    await ann()
    const made = await run('tokens', 'create', '--user', 'ann', '--name', 'my phone')
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^mpt_[A-Za-z0-9]{40}$/)
    expect((await mayWrite(made.out)).username).toBe('ann')
    const scope = ['--scope', 'workouts:read profile:read', '--days', 'never']
    await run('tokens', 'create', '--user', 'ann', '--name', 'wall', ...scope)
    const { out } = await run('tokens', 'list', '--user', 'ann')
    const [second = '', first = ''] = out.split('\n')
    expect(second.split('\t')).toEqual([
      '2',
      'wall',
      'workouts:read profile:read',
      'never',
      'never',
    ])
    expect(first).toMatch(
      /^1\tmy phone\tworkouts:write\t20\d\d-[\d-]+ [\d:]+\t20\d\d-[\d-]+ [\d:]+$/,
    )
    expect(await run('tokens', 'revoke', '1', '--user', 'ann')).toEqual({
      code: 0,
      out: 'Token 1 is revoked.',
      err: '',
    })
    await expect(mayWrite(made.out)).rejects.toThrow('invalid_token')
    expect((await run('tokens', 'revoke', '1', '--user', 'ann')).err).toContain(
      'There is no token 1 of ann',
    )
  })

  test('are rejected with a reason', async () => {
    await ann()
    const create = async (...options: string[]) =>
      (await run('tokens', 'create', '--user', 'ann', '--name', 'a', ...options)).err
    expect(await create('--scope', 'all')).toContain("unknown scope 'all'")
    expect(await create('--days', '0')).toContain("Give a whole number from 1 to 3650, or 'never'.")
    const nobody = await run('tokens', 'list', '--user', 'bob')
    expect([nobody.code, nobody.err.includes("user 'bob' does not exist")]).toEqual([3, true])
  })
})
