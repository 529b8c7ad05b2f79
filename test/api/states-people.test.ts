import { writeTo } from '@/store/db/connections/transact'
import { hasActionToken } from '@/store/db/queries/accounts/action-tokens'
import { findUserByName, updateUser } from '@/store/db/queries/accounts/users'
import { startMailbox, tokenIn } from '../support/mailbox'
import { startPeople } from '../support/people'
import { testStateMachine } from '../support/state-machine'

const PASSWORD = 'correct horse 42'
const ADDRESS = 'new@example.com'

async function startRegistering() {
  const mailbox = await startMailbox()
  const people = await startPeople({ mail: mailbox.settings })
  const { ctx, send, admin } = people
  const patch = (json: object) => send('PATCH', '/api/users/newcomer', admin, json)
  const register = () =>
    send('POST', '/api/auth/register', undefined, {
      ...{ username: 'newcomer', email: ADDRESS, password: PASSWORD, accepted_policy: true },
    })
  const token = async () => {
    await ctx.mail.idle()
    const mail = mailbox.to(ADDRESS).findLast(({ text }) => text.includes('?token='))
    return mail ? tokenIn(mail) : 'none'
  }
  const confirm = async () =>
    send('POST', '/api/auth/account/confirm', undefined, { token: await token() })
  return { ...people, register, confirm, patch }
}

type Registering = Awaited<ReturnType<typeof startRegistering>>

testStateMachine('an account', {
  start: startRegistering,
  states: {
    none: () => undefined,
    inactive: ({ register }) => register(),
    active: async ({ register, confirm }) => {
      await register()
      await confirm()
    },
    deactivated: async ({ register, patch }) => {
      await register()
      await patch({ activate: true })
      await patch({ activate: false })
    },
  },
  look: async ({ ctx }: Registering) => {
    const user = await findUserByName(ctx.db, 'newcomer')
    if (!user) return 'none'
    if (user.is_active === 1) return 'active'
    const waits = await hasActionToken(ctx.db, user.id, 'confirm_account')
    return waits ? 'inactive' : 'deactivated'
  },
  triggers: {
    register: ({ register }) => register(),
    confirm: ({ confirm }) => confirm(),
    'resend the confirmation': ({ send }) =>
      send('POST', '/api/auth/account/resend-confirmation', undefined, { email: ADDRESS }),
    'activate by an administrator': ({ patch }) => patch({ activate: true }),
    'deactivate by an administrator': ({ patch }) => patch({ activate: false }),
    'make a moderator': ({ patch }) => patch({ role: 'moderator' }),
    'log in': ({ send }) =>
      send('POST', '/api/auth/login', undefined, { email: ADDRESS, password: PASSWORD }),
  },
  table: {
    none: {
      register: [200, 'inactive'],
      confirm: [400, /invalid payload/],
      'resend the confirmation': [200, 'none'],
      'activate by an administrator': [404, /user does not exist/],
      'deactivate by an administrator': [404, /user does not exist/],
      'make a moderator': [404, /user does not exist/],
      'log in': [401, /invalid credentials/],
    },
    inactive: {
      register: [400, /sorry, that username is already taken/],
      confirm: [200, 'active'],
      'resend the confirmation': [200, 'inactive'],
      'activate by an administrator': [200, 'active'],
      'deactivate by an administrator': [200, 'deactivated'],
      'make a moderator': [200, 'active'],
      'log in': [401, /invalid credentials/],
    },
    active: {
      register: [400, /sorry, that username is already taken/],
      confirm: [400, /invalid payload/],
      'resend the confirmation': [200, 'active'],
      'activate by an administrator': [200, 'active'],
      'deactivate by an administrator': [200, 'deactivated'],
      'make a moderator': [200, 'active'],
      'log in': [200, 'active'],
    },
    deactivated: {
      register: [400, /sorry, that username is already taken/],
      confirm: [400, /invalid payload/],
      'resend the confirmation': [200, 'deactivated'],
      'activate by an administrator': [200, 'active'],
      'deactivate by an administrator': [200, 'deactivated'],
      'make a moderator': [200, 'active'],
      'log in': [401, /invalid credentials/],
    },
  },
})

async function startFollowing() {
  const people = await startPeople()
  const { ctx, send, ann, bob } = people
  return {
    ...people,
    /** Bob follows Ann, who approves her followers or not. */
    follow: async (asks: 0 | 1) => {
      await writeTo(ctx.db, (tx) => updateUser(tx, ann.id, { manually_approves_followers: asks }))
      return send('POST', '/api/users/ann/follow', bob)
    },
    answer: (word: string) => send('POST', `/api/follow-requests/bob/${word}`, ann),
  }
}

type Following = Awaited<ReturnType<typeof startFollowing>>

testStateMachine('a follow', {
  start: startFollowing,
  states: {
    none: () => undefined,
    pending: ({ follow }) => follow(1),
    following: ({ follow }) => follow(0),
    rejected: async ({ follow, answer }) => {
      await follow(1)
      await answer('reject')
    },
  },
  look: async ({ ctx }: Following) => {
    const row = await ctx.db.selectFrom('follows').select('state').executeTakeFirst()
    if (!row) return 'none'
    return row.state === 'approved' ? 'following' : row.state
  },
  triggers: {
    'follow who approves': ({ follow }) => follow(1),
    'follow who lets all follow': ({ follow }) => follow(0),
    accept: ({ answer }) => answer('accept'),
    reject: ({ answer }) => answer('reject'),
    unfollow: ({ send, bob }) => send('POST', '/api/users/ann/unfollow', bob),
    'block by who is followed': ({ send, ann }) => send('POST', '/api/users/bob/block', ann),
    'block by who follows': ({ send, bob }) => send('POST', '/api/users/ann/block', bob),
  },
  table: {
    none: {
      'follow who approves': [200, 'pending'],
      'follow who lets all follow': [200, 'following'],
      accept: [404, /Follow request does not exist\./],
      reject: [404, /Follow request does not exist\./],
      unfollow: [404, /relationship does not exist/],
      'block by who is followed': [200, 'none'],
      'block by who follows': [200, 'none'],
    },
    pending: {
      'follow who approves': [200, 'pending'],
      'follow who lets all follow': [200, 'pending'],
      accept: [200, 'following'],
      reject: [200, 'rejected'],
      unfollow: [200, 'none'],
      'block by who is followed': [200, 'none'],
      'block by who follows': [200, 'pending'],
    },
    following: {
      'follow who approves': [200, 'following'],
      'follow who lets all follow': [200, 'following'],
      accept: [400, /Follow request from user 'bob' already accepted\./],
      reject: [400, /Follow request from user 'bob' already rejected\./],
      unfollow: [200, 'none'],
      'block by who is followed': [200, 'none'],
      'block by who follows': [200, 'following'],
    },
    rejected: {
      'follow who approves': [403, /you do not have permissions/],
      'follow who lets all follow': [403, /you do not have permissions/],
      accept: [400, /Follow request from user 'bob' already accepted\./],
      reject: [400, /Follow request from user 'bob' already rejected\./],
      unfollow: [200, 'none'],
      'block by who is followed': [200, 'none'],
      'block by who follows': [200, 'rejected'],
    },
  },
})

testStateMachine('a block', {
  start: startPeople,
  states: {
    'not blocked': () => undefined,
    blocked: ({ send, ann }) => send('POST', '/api/users/bob/block', ann),
  },
  look: async ({ send, ann }: Awaited<ReturnType<typeof startPeople>>) => {
    const { body } = await send('GET', '/api/users/bob', ann)
    return body.data[0].blocked ? 'blocked' : 'not blocked'
  },
  triggers: {
    block: ({ send, ann }) => send('POST', '/api/users/bob/block', ann),
    unblock: ({ send, ann }) => send('POST', '/api/users/bob/unblock', ann),
    'follow by who is blocked': ({ send, bob }) => send('POST', '/api/users/ann/follow', bob),
    'unblock by who is blocked': ({ send, bob }) => send('POST', '/api/users/ann/unblock', bob),
  },
  table: {
    'not blocked': {
      block: [200, 'blocked'],
      unblock: [200, 'not blocked'],
      'follow by who is blocked': [200, 'not blocked'],
      'unblock by who is blocked': [200, 'not blocked'],
    },
    blocked: {
      block: [200, 'blocked'],
      unblock: [200, 'not blocked'],
      'follow by who is blocked': [400, /you can not follow this user/],
      'unblock by who is blocked': [200, 'blocked'],
    },
  },
})
