import { UNKNOWN_ID } from '../support/comments'
import { startModeration } from '../support/moderation'
import { testStateMachine } from '../support/state-machine'

type Moderation = Awaited<ReturnType<typeof startModeration>>

const edit =
  (json: object) =>
  ({ send, mod, reports }: Moderation) =>
    send('PATCH', `/api/reports/${reports.user.id}`, mod, { notes: 'noted', ...json })

testStateMachine('a report', {
  start: startModeration,
  states: {
    open: () => undefined,
    resolved: edit({ resolved: true }),
  },
  look: async ({ look }: Moderation) => {
    const { resolved, resolved_at, resolved_by } = await look('user')
    const facts = [resolved, resolved_at !== null, resolved_by !== null]
    if (new Set(facts).size !== 1) throw new Error(`neither open nor resolved: ${facts}`)
    return resolved ? 'resolved' : 'open'
  },
  triggers: {
    note: edit({}),
    resolve: edit({ resolved: true }),
    reopen: edit({ resolved: false }),
    'resolve without a note': edit({ resolved: true, notes: undefined }),
    'resolve by a user': ({ send, ann, reports }) =>
      send('PATCH', `/api/reports/${reports.user.id}`, ann, { notes: 'x', resolved: true }),
    act: ({ act }) => act('user_warning'),
    'report the same again': ({ send, ann }) =>
      send('POST', '/api/reports', ann, { note: 'x', object_type: 'user', object_id: 'bob' }),
  },
  table: {
    open: {
      note: [200, 'open'],
      resolve: [200, 'resolved'],
      reopen: [200, 'open'],
      'resolve without a note': [400, /invalid payload/],
      'resolve by a user': [403, /you do not have permissions/],
      act: [201, 'open'],
      'report the same again': [400, /a report already exists/],
    },
    resolved: {
      note: [200, 'resolved'],
      resolve: [200, 'resolved'],
      reopen: [200, 'open'],
      'resolve without a note': [400, /invalid payload/],
      'resolve by a user': [403, /you do not have permissions/],
      act: [201, 'resolved'],
      'report the same again': [201, 'resolved'],
    },
  },
})

testStateMachine('a warning', {
  start: startModeration,
  states: {
    none: () => undefined,
    warned: ({ acted }) => acted('user_warning'),
    appealed: async (world) => {
      await world.acted('user_warning')
      await appealWarning(world)
    },
    lifted: async (world) => {
      await world.acted('user_warning')
      await appealWarning(world)
      await decide(world, 'user', true)
    },
  },
  look: async ({ look }: Moderation) => {
    const { report_actions, is_reported_user_warned } = await look('user')
    const types = report_actions.map(({ action_type }: { action_type: string }) => action_type)
    if (types.includes('user_warning') !== is_reported_user_warned)
      throw new Error('the report is wrong about the warning')
    if (types.includes('user_warning_lifting')) return 'lifted'
    if (!types.includes('user_warning')) return 'none'
    return report_actions[0].appeal === null ? 'warned' : 'appealed'
  },
  triggers: {
    warn: ({ act }) => act('user_warning'),
    'lift by hand': ({ act }) => act('user_warning_lifting'),
    appeal: (world) => appealWarning(world),
    'approve the appeal': (world) => decide(world, 'user', true),
    'reject the appeal': (world) => decide(world, 'user', false),
  },
  table: {
    none: {
      warn: [201, 'warned'],
      'lift by hand': [400, /invalid 'action_type'/],
      appeal: [404, /no sanction found/],
      'approve the appeal': [404, /appeal not found/],
      'reject the appeal': [404, /appeal not found/],
    },
    warned: {
      warn: [400, /user already warned/],
      'lift by hand': [400, /invalid 'action_type'/],
      appeal: [201, 'appealed'],
      'approve the appeal': [404, /appeal not found/],
      'reject the appeal': [404, /appeal not found/],
    },
    appealed: {
      warn: [400, /user already warned/],
      'lift by hand': [400, /invalid 'action_type'/],
      appeal: [400, /you can appeal only once/],
      'approve the appeal': [200, 'lifted'],
      'reject the appeal': [200, 'appealed'],
    },
    lifted: {
      warn: [400, /user already warned/],
      'lift by hand': [400, /invalid 'action_type'/],
      appeal: [400, /you can appeal only once/],
      'approve the appeal': [400, /user warning already lifted/],
      'reject the appeal': [400, /user warning has been lifted after appeal/],
    },
  },
})

async function appealWarning({ send, bob, look }: Moderation) {
  const [action] = (await look('user')).report_actions
  const path = `/api/auth/account/sanctions/${action?.id ?? UNKNOWN_ID}/appeal`
  return send('POST', path, bob, { text: 'it was a joke' })
}

/** Lets the moderator decide on the first appeal about an object. */
async function decide(
  { send, mod, look }: Moderation,
  on: 'user' | 'comment' | 'workout',
  approved: boolean,
) {
  const { report_actions } = await look(on)
  const appealed = report_actions.find(({ appeal }: { appeal: object | null }) => appeal !== null)
  const id = appealed?.appeal.id ?? UNKNOWN_ID
  return send('PATCH', `/api/appeals/${id}`, mod, { approved, reason: 'because' })
}

const KINDS = {
  user: { table: 'users', name: 'user account', reported: [400, /user already suspended/] },
  comment: { table: 'comments', name: 'comment', reported: [400, /comment already suspended/] },
  workout: { table: 'workouts', name: 'workout', reported: [404, /workout not found/] },
} as const

const NOT_SUSPENDED = {
  user: [404, /user account is not suspended/],
  comment: [400, /workout comment is not suspended/],
  workout: [400, /workout is not suspended/],
} as const

const pathOfAppeal = (on: keyof typeof KINDS, { comment, workout }: Moderation) =>
  ({
    user: '/api/auth/account/suspension/appeal',
    comment: `/api/comments/${comment.short_id}/suspension/appeal`,
    workout: `/api/workouts/${workout.short_id}/suspension/appeal`,
  })[on]

const appeal = (on: keyof typeof KINDS) => (world: Moderation) =>
  world.send('POST', pathOfAppeal(on, world), world.bob, { text: 'it was a joke' })

for (const on of ['user', 'comment', 'workout'] as const) {
  const { table, name, reported } = KINDS[on]
  const once = /you can appeal only once/

  testStateMachine(`a ${on} that can be suspended`, {
    start: startModeration,
    states: {
      'not suspended': () => undefined,
      suspended: ({ acted }) => acted(`${on}_suspension`),
    },
    look: async ({ ctx, bob, comment, workout }: Moderation) => {
      const { id } = { user: bob, comment, workout }[on]
      const row = await ctx.db
        .selectFrom(table)
        .select('suspended_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.suspended_at === null ? 'not suspended' : 'suspended'
    },
    triggers: {
      suspend: ({ act }) => act(`${on}_suspension`),
      unsuspend: ({ act }) => act(`${on}_unsuspension`),
      'suspend by a user': ({ act, ann }) => act(`${on}_suspension`, {}, ann),
      appeal: appeal(on),
      report: ({ send, eve, names }) =>
        send('POST', '/api/reports', eve, {
          ...{ note: 'x', object_type: on, object_id: Object.values(names[on])[0] },
        }),
    },
    table: {
      'not suspended': {
        suspend: [201, 'suspended'],
        unsuspend: [400, new RegExp(`${name} already reactivated`)],
        'suspend by a user': [403, /you do not have permissions/],
        appeal: [...NOT_SUSPENDED[on]],
        report: [201, 'not suspended'],
      },
      suspended: {
        suspend: [400, new RegExp(`${name} already suspended`)],
        unsuspend: [201, 'not suspended'],
        'suspend by a user': [403, /you do not have permissions/],
        appeal: [201, 'suspended'],
        report: [...reported],
      },
    },
  })

  const lifted =
    on === 'user' ? /has already been reactivated/ : new RegExp(`${name} already reactivated`)
  testStateMachine(`an appeal against the suspension of a ${on}`, {
    start: async () => {
      const world = await startModeration()
      await world.acted(`${on}_suspension`)
      return world
    },
    states: {
      none: () => undefined,
      created: (world) => appeal(on)(world),
      approved: async (world) => {
        await appeal(on)(world)
        await decide(world, on, true)
      },
      rejected: async (world) => {
        await appeal(on)(world)
        await decide(world, on, false)
      },
      closed: async (world) => {
        await appeal(on)(world)
        await world.acted(`${on}_unsuspension`)
      },
    },
    look: async ({ look }: Moderation) => {
      const [action] = (await look(on)).report_actions
      if (!action.appeal) return 'none'
      const { approved, updated_at } = action.appeal
      if (approved === null) return updated_at === null ? 'created' : 'closed'
      return approved ? 'approved' : 'rejected'
    },
    triggers: {
      appeal: appeal(on),
      approve: (world) => decide(world, on, true),
      reject: (world) => decide(world, on, false),
      unsuspend: ({ act }) => act(`${on}_unsuspension`),
    },
    table: {
      none: {
        appeal: [201, 'created'],
        approve: [404, /appeal not found/],
        reject: [404, /appeal not found/],
        unsuspend: [201, 'none'],
      },
      created: {
        appeal: [400, once],
        approve: [200, 'approved'],
        reject: [200, 'rejected'],
        unsuspend: [201, 'closed'],
      },
      approved: {
        appeal: [...NOT_SUSPENDED[on]],
        approve: [400, lifted],
        reject: [400, new RegExp(`${name} has been reactivated after appeal`)],
        unsuspend: [400, new RegExp(`${name} already reactivated`)],
      },
      rejected: {
        appeal: [400, once],
        approve: [200, 'approved'],
        reject: [200, 'rejected'],
        unsuspend: [201, 'closed'],
      },
      closed: {
        appeal: [...NOT_SUSPENDED[on]],
        approve: [400, lifted],
        reject: [400, new RegExp(`${name} has been reactivated after appeal`)],
        unsuspend: [400, new RegExp(`${name} already reactivated`)],
      },
    },
  })
}
