import { describe, expect, test } from 'bun:test'
import { machineTimezone } from '@/cli/accounts/time-zone'
import { writeTo } from '@/store/db/connections/transact'
import { hasActionToken, insertActionToken } from '@/store/db/queries/accounts/action-tokens'
import { insertBlacklistedToken } from '@/store/db/queries/accounts/blacklisted-tokens'
import {
  findTwoFactor,
  updateTwoFactor,
  upsertSecret,
} from '@/store/db/queries/accounts/two-factor'
import { findUserByName, getUserById } from '@/store/db/queries/accounts/users'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'

const DAY = 86_400_000
startInNewFolders()

const create = (username: string, ...more: string[]) =>
  run('users', 'create', username, '--email', `${username}@example.com`, ...more)

const matches = (password: string, hash: string | undefined) =>
  inContext((ctx) => ctx.passwords.matches(password, hash))

describe('users create', () => {
  test('creates an active account without an accepted policy, and prints its generated password', async () => {
    const { code, out, err } = await create('sam')
    expect(code).toBe(0)
    expect(err).toBe('')
    const [, password = ''] =
      /^User 'sam' created\.\nThe user password is: (\S{20})$/.exec(out) ?? []
    const user = await inContext((ctx) => findUserByName(ctx.db, 'sam'))
    expect(user).toMatchObject({
      email: 'sam@example.com',
      role: 'user',
      is_active: 1,
      accepted_policy_at: null,
      language: 'en',
      timezone: machineTimezone(),
    })
    expect(await matches(password, user?.password_hash)).toBeTrue()
  })

  test('accepts password, language, time zone and role', async () => {
    const { out } = await create(
      ...(['ann', '--password', 'correct horse 42', '--lang', 'fr'] as const),
      ...['--tz', 'America/New_York', '--role', 'owner'],
    )
    expect(out).toBe("User 'ann' created.")
    const user = await inContext((ctx) => findUserByName(ctx.db, 'ann'))
    expect(user).toMatchObject({ role: 'owner', language: 'fr', timezone: 'America/New_York' })
  })

  test.each([
    ['Berlin', "'Berlin' is not a time zone: did you mean Europe/Berlin?"],
    ['new york', "'new york' is not a time zone: did you mean America/New_York?"],
    ['europe/berln', "'europe/berln' is not a time zone: did you mean Europe/Berlin?"],
    ['Moon', "'Moon' is not a time zone: it is written Area/City, such as Europe/Berlin."],
  ])('rejects the unknown time zone %s with a suggestion', async (zone, err) => {
    expect(await create('bob', '--tz', zone)).toEqual({ code: 2, out: '', err })
    expect(await inContext((ctx) => findUserByName(ctx.db, 'bob'))).toBeUndefined()
  })

  test('rejects an unknown language', async () => {
    const { code, err } = await create('bob', '--lang', 'xx')
    expect(code).toBe(2)
    expect(err).toContain('valid choices are: bg, ca')
  })

  test('ignores the maximum number of accounts', async () => {
    await inContext((ctx) => ctx.db.updateTable('app_config').set({ max_users: 1 }).execute())
    await create('one')
    expect((await create('two')).code).toBe(0)
  })

  test('rejects bad credentials with all reasons', async () => {
    const { code, out, err } = await run(
      ...['users', 'create', 'a!', '--email', 'nope', '--password', 'short'],
    )
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err.split('\n')).toEqual([
      'Error(s) occurred:',
      'username: 3 to 30 characters required',
      'username: only alphanumeric characters and the underscore character "_" allowed',
      'email: valid email must be provided',
      'password: 8 characters required',
    ])
  })

  test('rejects a name that is taken in any case', async () => {
    await create('sam')
    const { code, err } = await run('users', 'create', 'SAM', '--email', 'other@example.com')
    expect(code).toBe(5)
    expect(err).toBe('Error(s) occurred:\nsorry, that username is already taken')
  })

  test('rejects an email address that is taken', async () => {
    await create('sam')
    const { code, err } = await run('users', 'create', 'sam2', '--email', 'SAM@example.com')
    expect(code).toBe(5)
    expect(err).toBe('This user already exists. No action done.')
    expect(await inContext((ctx) => findUserByName(ctx.db, 'sam2'))).toBeUndefined()
  })

  test.each([[['users', 'create', 'sam']], [['users', 'create', '--email', 'a@example.com']]])(
    'requires the missing argument of %p',
    async (args) => {
      expect((await run(...args)).code).toBe(2)
    },
  )

  test('rejects an unknown role', async () => {
    expect((await create('sam', '--role', 'king')).code).toBe(2)
  })
})

describe('users invite', () => {
  test('prints the link of an invitation on a server without email', async () => {
    const { code, out } = await run('users', 'invite', 'ben@example.com', '--lang', 'de')
    expect(code).toBe(0)
    expect(out).toMatch(/^Pass this link on: http\S+\/register\?token=\S{40}$/)
    const [entry] = await inContext(({ db }) => db.selectFrom('invitations').selectAll().execute())
    expect(entry).toMatchObject({ email: 'ben@example.com', language: 'de', invited_by: null })
  })

  test('rejects addresses that are invalid, invited or have an account', async () => {
    await create('sam')
    await run('users', 'invite', 'ben@example.com')
    const invite = async (email: string) => (await run('users', 'invite', email)).err
    expect(await invite('nope')).toContain('valid email must be provided')
    expect(await invite('ben@example.com')).toContain('this address is already invited')
    expect(await invite('sam@example.com')).toContain('this address is already used')
  })
})

describe('users update', () => {
  test('assigns every role, even owner, to any user', async () => {
    await create('sam', '--role', 'owner')
    for (const role of ['user', 'moderator', 'admin', 'owner'] as const) {
      expect(await run('users', 'update', 'sam', '--set-role', role)).toEqual({
        code: 0,
        out: "User 'sam' updated.",
        err: '',
      })
      expect((await inContext((ctx) => findUserByName(ctx.db, 'sam')))?.role).toBe(role)
    }
  })

  test.each([
    ['user', 0],
    ['moderator', 1],
    ['admin', 1],
    ['owner', 1],
  ] as const)('activates with the role %s: %p', async (role, active) => {
    const { id } = await inContext((ctx) => aUser(ctx, { username: 'sam', is_active: 0 }))
    await run('users', 'update', 'sam', '--set-role', role)
    expect((await inContext((ctx) => getUserById(ctx.db, id))).is_active).toBe(active)
  })

  test('activates and invalidates the confirmation link', async () => {
    const { id } = await inContext(async (ctx) => {
      const user = await aUser(ctx, { username: 'sam', is_active: 0 })
      await writeTo(ctx.db, (tx) =>
        insertActionToken(tx, {
          token_hash: 'hash',
          user_id: user.id,
          purpose: 'confirm_account',
          created_at: 0,
        }),
      )
      return user
    })
    expect((await run('users', 'update', 'sam', '--activate')).out).toBe("User 'sam' updated.")
    await inContext(async (ctx) => {
      expect((await getUserById(ctx.db, id)).is_active).toBe(1)
      expect(await hasActionToken(ctx.db, id, 'confirm_account')).toBeFalse()
    })
  })

  test('sets a random password and ends the sessions', async () => {
    await create('sam', '--password', 'correct horse 42')
    const before = await inContext((ctx) => findUserByName(ctx.db, 'sam'))
    const { out } = await run('users', 'update', 'sam', '--reset-password')
    const [, password = ''] =
      /^User 'sam' updated\.\nThe new password is: (\S{20})$/.exec(out) ?? []
    const after = await inContext((ctx) => findUserByName(ctx.db, 'sam'))
    expect(await matches(password, after?.password_hash)).toBeTrue()
    expect(after?.session_epoch).toBe((before?.session_epoch ?? 0) + 1)
  })

  test('turns two-factor login off', async () => {
    const { id } = await inContext((ctx) => aUser(ctx, { username: 'sam' }))
    await inContext(({ db }) =>
      writeTo(db, async (tx) => {
        await upsertSecret(tx, id, Buffer.from('sealed'))
        await updateTwoFactor(tx, id, { confirmed_at: 1, last_step: 1 })
      }),
    )
    const { out } = await run('users', 'update', 'sam', '--disable-two-factor')
    expect(out).toBe("User 'sam' updated.")
    await inContext(async ({ db }) => {
      expect(await findTwoFactor(db, id)).toBeUndefined()
      const entries = await db.selectFrom('audit_entries').selectAll().execute()
      expect(entries).toMatchObject([
        { action: 'two_factor_disabled', actor_kind: 'command', subject_id: id },
      ])
    })
  })

  test('replaces the email address without confirmation and drops a pending change', async () => {
    await inContext((ctx) =>
      aUser(ctx, { username: 'sam', email_to_confirm: 'pending@example.com' }),
    )
    const { out } = await run('users', 'update', 'sam', '--update-email', 'new@example.com')
    expect(out).toBe("User 'sam' updated.")
    const user = await inContext((ctx) => findUserByName(ctx.db, 'sam'))
    expect(user).toMatchObject({ email: 'new@example.com', email_to_confirm: null })
  })

  test.each([
    ['nope', 'valid email must be provided'],
    ['sam@example.com', 'new email must be different than current email'],
    ['ann@example.com', 'the address is already used'],
  ])('rejects the email address %s and changes nothing', async (email, problem) => {
    await create('sam')
    await create('ann')
    const change = ['--update-email', email, '--set-role', 'admin']
    expect(await run('users', 'update', 'sam', ...change)).toEqual({
      code: 5,
      out: '',
      err: `An error occurred: ${problem}`,
    })
    expect((await inContext((ctx) => findUserByName(ctx.db, 'sam')))?.role).toBe('user')
  })

  test('reports when there is nothing to do', async () => {
    await create('sam')
    expect(await run('users', 'update', 'sam')).toEqual({ code: 0, out: 'No updates.', err: '' })
    const inFolder = await run('users', 'update', 'sam', '--data-dir', dataDir())
    expect(inFolder.out).toBe('No updates.')
  })

  test.each(['nobody', 'SAM'])('rejects the unknown user %s', async (name) => {
    await create('sam')
    const { code, err } = await run('users', 'update', name, '--activate')
    expect(code).toBe(3)
    expect(err).toBe(
      `User '${name}' not found.\nCheck the provided user name (case sensitive): milepost users list shows all.`,
    )
  })
})

describe.each(['clean_tokens', 'clean-tokens'])('users %s', (name) => {
  test('deletes ended sessions that expired more than the given number of days ago', async () => {
    await inContext(async (ctx) => {
      for (const days of [1, 9, 11, 30])
        await writeTo(ctx.db, (tx) =>
          insertBlacklistedToken(tx, {
            token_hash: `hash ${days}`,
            expires_at: ctx.clock.now() - days * DAY,
            blacklisted_at: 0,
          }),
        )
    })
    expect(await run('users', name, '--days', '10')).toEqual({
      code: 0,
      out: 'Blacklisted tokens deleted: 2.',
      err: '',
    })
    expect((await run('users', name, '--days', '0')).out).toBe('Blacklisted tokens deleted: 2.')
  })

  test.each([[[]], [['--days', 'ten']], [['--days', '-1']], [['--days', '1.5']]])(
    'requires a whole number of days, not %p',
    async (args) => {
      const { code, out } = await run('users', name, ...args)
      expect(code).toBe(2)
      expect(out).toBe('')
    },
  )
})

describe('users list', () => {
  const setUp = () =>
    inContext(async (ctx) => {
      const hidden = { hide_profile_in_users_directory: 1 } as const
      await aUser(ctx, { username: 'ann', email: 'ann@example.com', role: 'owner', ...hidden })
      await aUser(ctx, { username: 'bob', email: 'bob@example.org', is_active: 0 })
      await aUser(ctx, { username: 'eve', email: 'eve@example.com', suspended_at: 1 })
    })

  test.each([
    [[], ['ann', 'bob', 'eve']],
    [['--role', 'owner'], ['ann']],
    [['--state', 'active'], ['ann']],
    [['--state', 'inactive'], ['bob']],
    [['--state', 'suspended'], ['eve']],
    [['--search', 'EXAMPLE.org'], ['bob']],
    [['--search', 'nn'], ['ann']],
    [['--role', 'admin'], []],
  ])('with %j lists %j', async (options, names) => {
    await setUp()
    const { code, out } = await run('users', 'list', ...options)
    expect(code).toBe(0)
    expect(out.split('\n').flatMap((line) => line.split('\t')[0] || [])).toEqual(names)
  })

  test('lists more accounts than are loaded together', async () => {
    await inContext(async (ctx) => {
      const columns = { password_hash: 'x', is_active: 1, created_at: 0, timezone: 'UTC' }
      const rows = Array.from({ length: 1001 }, (_, index) => ({
        ...columns,
        username: `user${index}`,
        email: `user${index}@example.com`,
      }))
      await ctx.db
        .insertInto('users')
        .values(rows as never)
        .execute()
    })
    const { out } = await run('users', 'list')
    expect(new Set(out.split('\n')).size).toBe(1001)
  })

  test('prints role, state, workouts and last use', async () => {
    await setUp()
    expect((await run('users', 'list', '--search', 'bob')).out).toBe(
      'bob\tbob@example.org\tuser\tinactive\t0\tnever',
    )
  })
})

describe('users delete', () => {
  const setUp = async () => {
    await create('ann', '--role', 'owner')
    await create('bob')
  }

  test('deletes an account with its files, and says so', async () => {
    await setUp()
    const { code, out, err } = await run('users', 'delete', 'BOB', '--yes')
    expect([code, err]).toEqual([0, ''])
    expect(out).toStartWith("User 'bob' is deleted, with 0 workouts and 0 files (0 bytes).\n")
    expect(await inContext((ctx) => findUserByName(ctx.db, 'bob'))).toBeUndefined()
    const [entry] = await inContext(({ db }) =>
      db.selectFrom('audit_entries').selectAll().where('action', '=', 'account_deleted').execute(),
    )
    expect(entry).toMatchObject({ actor_kind: 'command', actor_id: null })
  })

  test('asks before, and deletes nothing when the answer is no', async () => {
    await setUp()
    const { code, err } = await run('users', 'delete', 'bob')
    expect(code).toBe(5)
    expect(err).toContain('This deletes the account of bob (bob@example.com, user)')
    expect(await inContext((ctx) => findUserByName(ctx.db, 'bob'))).toBeDefined()
  })

  test('deletes an owner, but not the last administrator', async () => {
    await setUp()
    expect((await run('users', 'delete', 'ann', '--yes')).code).toBe(5)
    await run('users', 'update', 'bob', '--set-role', 'admin')
    expect((await run('users', 'delete', 'ann', '--yes')).code).toBe(0)
  })
})

describe('users usage', () => {
  test('prints what an account has stored, and its quotas', async () => {
    await create('eve')
    expect((await run('users', 'usage', 'eve')).out).toBe(
      'storage: 0 bytes of 100.0GB\nfiles: 0 of 500000\nworkouts: 0 of 250000',
    )
    expect((await run('users', 'usage', 'nobody')).code).toBe(3)
  })
})
