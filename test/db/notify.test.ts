import { describe, expect, test } from 'bun:test'
import { NOTIFICATION_SWITCHES, OPTIONAL_NOTIFICATION_SWITCHES } from '@/policy/notification'
import type { AppContext } from '@/services/context'
import { type Events, NOTIFICATIONS } from '@/services/notifications/events'
import { notify, WITHDRAWALS, type Withdrawals, withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { CommentRow } from '@/store/db/queries/social/comments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import {
  ALERT_KINDS,
  NOTIFICATION_TYPES,
  type NotificationType,
  toJson,
} from '@/store/db/schema/columns'
import { startServer } from '../support/client'
import { aComment } from '../support/comments'
import { aModerator, anAdmin, anOwner, aUser } from '../support/factories'
import { aFollow, aWorkout } from '../support/workouts'

/** A user who acts, a user who is affected, and all moderators and administrators. */
async function stage() {
  const { ctx } = startServer()
  const [actor, other] = [
    await aUser(ctx, { username: 'actor' }),
    await aUser(ctx, { username: 'other' }),
  ]
  await aModerator(ctx, { username: 'moderator' })
  await anAdmin(ctx, { username: 'admin' })
  await anOwner(ctx, { username: 'owner' })
  await aModerator(ctx, { username: 'asleep', is_active: 0 })
  const workout = await aWorkout(ctx, other)
  const comment = await aComment(ctx, { by: actor, on: workout })
  const theirs = await aComment(ctx, { by: other, on: workout })
  await insertObjects(ctx, actor)
  return { ctx, actor, other, workout, comment, theirs }
}

/** A report, an action on it and a task, with the ids that the events in this file use. */
async function insertObjects({ db }: AppContext, { id: user_id }: UserRow): Promise<void> {
  const created_at = 0
  const report = { id: 5, created_at, object_type: 'user', note: '' } as const
  await db.insertInto('reports').values(report).execute()
  const action = { id: 7, short_id: 'action', report_id: 5, action_type: 'user_warning' } as const
  await db
    .insertInto('report_actions')
    .values({ ...action, created_at })
    .execute()
  const segment = { id: 9, short_id: 'segment', user_id, name: 'Hill', sport_id: 1 } as const
  await db
    .insertInto('ranked_segments')
    .values({
      ...{ ...segment, sport_group: 'bicycle', visibility: 'public', is_recorded: 0, is_hidden: 0 },
      ...{ line: toJson([]), length: 1000, created_at },
    })
    .execute()
  const task = { id: 3, short_id: 'task', user_id, type: 'user_data_export' } as const
  await db
    .insertInto('user_tasks')
    .values({ ...task, created_at })
    .execute()
}

type Stage = Awaited<ReturnType<typeof stage>>

interface Told {
  from: string
  to: string
  type: NotificationType
}

/** All notifications with names instead of ids, ordered by receiver. */
async function everything({ db }: AppContext): Promise<Told[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users as sender', 'sender.id', 'from_user_id')
    .innerJoin('users as receiver', 'receiver.id', 'to_user_id')
    .select(['sender.username as from', 'receiver.username as to', 'type'])
    .orderBy('receiver.id')
    .orderBy('type')
    .execute()
  return rows
}

const STAFF = ['moderator', 'admin', 'owner']
const toOther = (type: NotificationType): Told[] => [{ from: 'actor', to: 'other', type }]
const toStaff = (type: NotificationType): Told[] => STAFF.map((to) => ({ from: 'actor', to, type }))
const toActor = (type: NotificationType): Told[] => [{ from: 'actor', to: 'actor', type }]

type Case<Event extends keyof Events> = {
  facts: (stage: Stage) => Events[Event]
  told: Told[]
}

const follow = ({ actor, other }: Stage) => ({ followerId: actor.id, followedId: other.id })
const sanction = ({ actor, other }: Stage) => ({
  moderatorId: actor.id,
  userId: other.id,
  reportActionId: 7,
})
const appeal = ({ actor }: Stage) => ({ userId: actor.id, reportId: 5, reportActionId: 7 })
const task = ({ actor }: Stage) => ({ userId: actor.id, taskId: 3 })
const written = ({ comment, other, workout }: Stage) => ({
  comment,
  workoutOwnerId: workout.user_id,
  mentionedIds: [comment.user_id, other.id],
})

const CASES: { [Event in keyof Events]: Case<Event> } = {
  account_created: {
    facts: ({ actor }) => ({ userId: actor.id }),
    told: [{ from: 'actor', to: 'admin', type: 'account_creation' }],
  },
  follow_requested: { facts: follow, told: toOther('follow_request') },
  followed: { facts: follow, told: toOther('follow') },
  follow_request_accepted: {
    facts: follow,
    told: [{ from: 'other', to: 'actor', type: 'follow_request_approved' }, ...toOther('follow')],
  },
  workout_liked: {
    facts: ({ actor, workout }) => ({ userId: actor.id, workout }),
    told: toOther('workout_like'),
  },
  comment_written: { facts: written, told: toOther('workout_comment') },
  comment_edited: { facts: written, told: toOther('mention') },
  comment_liked: {
    facts: ({ actor, theirs }) => ({ userId: actor.id, comment: theirs }),
    told: toOther('comment_like'),
  },
  reported: { facts: ({ actor }) => ({ userId: actor.id, reportId: 5 }), told: toStaff('report') },
  suspension_appealed: { facts: appeal, told: toStaff('suspension_appeal') },
  warning_appealed: { facts: appeal, told: toStaff('user_warning_appeal') },
  user_warned: { facts: sanction, told: toOther('user_warning') },
  user_warning_lifted: { facts: sanction, told: toOther('user_warning_lifting') },
  comment_suspended: { facts: sanction, told: toOther('comment_suspension') },
  comment_unsuspended: { facts: sanction, told: toOther('comment_unsuspension') },
  workout_suspended: { facts: sanction, told: toOther('workout_suspension') },
  workout_unsuspended: { facts: sanction, told: toOther('workout_unsuspension') },
  segment_best_improved: {
    facts: ({ actor, workout }) => ({ userId: actor.id, workoutId: workout.id }),
    told: toActor('segment_best'),
  },
  segment_lead_taken: {
    facts: ({ actor, other, workout }) => ({
      ...{ userId: actor.id, formerLeaderId: other.id },
      ...{ workoutId: workout.id, segmentId: 9 },
    }),
    told: toOther('segment_lead_lost'),
  },
  data_exported: { facts: task, told: toActor('user_data_export') },
  archive_uploaded: { facts: task, told: toActor('workouts_archive_upload') },
}

const EVENTS = Object.keys(CASES) as (keyof Events)[]

const tell = <Event extends keyof Events>(stage: Stage, event: Event) =>
  transact(stage.ctx, (tx) => notify(tx, event, CASES[event].facts(stage)))

async function switchOff({ db }: AppContext, types: readonly string[]) {
  const off = toJson(Object.fromEntries(types.map((type) => [type, false])))
  await db.updateTable('users').set({ notification_preferences: off }).execute()
}

describe('every event', () => {
  test('is in this table', () => {
    expect(EVENTS.toSorted()).toEqual(Object.keys(NOTIFICATIONS).toSorted() as typeof EVENTS)
  })

  test('together with alerts, covers every type of notification', () => {
    const types = Object.values(NOTIFICATIONS).flatMap((emissions) =>
      emissions.map(({ type }) => type),
    )
    expect([...new Set([...types, ...ALERT_KINDS])].toSorted()).toEqual(
      [...NOTIFICATION_TYPES].toSorted(),
    )
  })

  test.each(EVENTS)('%s notifies the affected users once', async (event) => {
    const set = await stage()
    await tell(set, event)
    expect(await everything(set.ctx)).toEqual(CASES[event].told)
    await tell(set, event)
    expect(await everything(set.ctx)).toEqual(CASES[event].told)
  })

  test.each(EVENTS)('%s does not notify users who have disabled it, if they can', async (event) => {
    const set = await stage()
    await switchOff(set.ctx, [...NOTIFICATION_TYPES])
    await tell(set, event)
    const switches: readonly string[] = [
      ...NOTIFICATION_SWITCHES,
      ...OPTIONAL_NOTIFICATION_SWITCHES,
      'account_creation',
    ]
    expect(await everything(set.ctx)).toEqual(
      CASES[event].told.filter(({ type }) => !switches.includes(type)),
    )
  })

  test.each(EVENTS)('%s creates unread notifications with its time', async (event) => {
    const set = await stage()
    await tell(set, event)
    const rows = await set.ctx.db.selectFrom('notifications').selectAll().execute()
    for (const { created_at, is_read, short_id } of rows) {
      expect([created_at, is_read]).toEqual([set.ctx.clock.now(), 0])
      expect(short_id).toHaveLength(22)
    }
  })
})

describe('users are not notified of their own actions:', () => {
  test.each([
    ['workout_liked', ({ other, workout }: Stage) => ({ userId: other.id, workout })],
    ['comment_liked', ({ other, theirs }: Stage) => ({ userId: other.id, comment: theirs })],
    [
      'comment_written',
      ({ theirs, workout, other }: Stage) => ({
        comment: theirs,
        workoutOwnerId: workout.user_id,
        mentionedIds: [other.id],
      }),
    ],
  ] as const)('%s', async (event, facts) => {
    const set = await stage()
    await transact(set.ctx, (tx) => notify(tx, event, facts(set) as never))
    expect(await everything(set.ctx)).toEqual([])
  })

  test('reported, by a moderator', async () => {
    const { ctx } = await stage()
    const reporter = await aModerator(ctx, { username: 'reporter' })
    await transact(ctx, (tx) => notify(tx, 'reported', { userId: reporter.id, reportId: 5 }))
    expect((await everything(ctx)).map(({ to }) => to)).toEqual(STAFF)
  })
})

describe('comments', () => {
  const comments = async (
    { ctx, actor, workout }: Stage,
    level: CommentRow['text_visibility'],
    mentioned: UserRow[],
  ) => {
    const comment = await aComment(ctx, { by: actor, on: workout }, { text_visibility: level })
    await transact(ctx, (tx) =>
      notify(tx, 'comment_written', {
        comment,
        workoutOwnerId: workout.user_id,
        mentionedIds: mentioned.map(({ id }) => id),
      }),
    )
    return everything(ctx)
  }

  test('for followers notify an owner who follows the author', async () => {
    const set = await stage()
    await aFollow(set.ctx, set.other, set.actor)
    expect(await comments(set, 'followers_only', [])).toEqual(toOther('workout_comment'))
  })

  test('for followers do not notify other owners unless they are mentioned', async () => {
    const set = await stage()
    await aFollow(set.ctx, set.actor, set.other)
    expect(await comments(set, 'followers_only', [])).toEqual([])
    expect(await comments(set, 'followers_only', [set.other])).toEqual(toOther('mention'))
  })

  test('that are private notify only mentioned users', async () => {
    const set = await stage()
    expect(await comments(set, 'private', [])).toEqual([])
    expect(await comments(set, 'private', [set.other])).toEqual(toOther('mention'))
  })

  test('notify an owner who has disabled comments as a mention', async () => {
    const set = await stage()
    await switchOff(set.ctx, ['workout_comment'])
    expect(await comments(set, 'public', [set.other])).toEqual(toOther('mention'))
  })
})

describe('an accepted follow request', () => {
  const typesTo = async (ctx: AppContext, name: string) =>
    (await everything(ctx)).filter(({ to }) => to === name).map(({ type }) => type)

  test('turns the notification of the request into one of the follow, unread', async () => {
    const set = await stage()
    await tell(set, 'follow_requested')
    await set.ctx.db.updateTable('notifications').set({ is_read: 1 }).execute()
    const before = await set.ctx.db.selectFrom('notifications').selectAll().execute()
    set.ctx.clock = { ...set.ctx.clock, now: () => 99 }
    await tell(set, 'follow_request_accepted')
    const after = await set.ctx.db
      .selectFrom('notifications')
      .selectAll()
      .where('to_user_id', '=', set.other.id)
      .execute()
    expect(after).toEqual(before.map((row) => ({ ...row, type: 'follow', is_read: 0 })))
  })

  test('leaves it unchanged for users who have disabled notifications of follows', async () => {
    const set = await stage()
    await tell(set, 'follow_requested')
    await switchOff(set.ctx, ['follow'])
    await tell(set, 'follow_request_accepted')
    expect(await typesTo(set.ctx, 'other')).toEqual(['follow_request'])
    expect(await typesTo(set.ctx, 'actor')).toEqual(['follow_request_approved'])
  })
})

describe('withdrawn notifications', () => {
  type Withdrawal<Cause extends keyof Withdrawals> = {
    after: (keyof Events)[]
    facts: (stage: Stage) => Withdrawals[Cause]
    left: Told[]
  }

  const approved: Told = { from: 'other', to: 'actor', type: 'follow_request_approved' }
  const unrelated = toOther('user_warning')

  const WITHDRAWN: { [Cause in keyof Withdrawals]: Withdrawal<Cause> } = {
    follow_request_rejected: {
      after: ['follow_requested', 'follow_request_accepted', 'follow_requested'],
      facts: follow,
      left: [approved, ...toOther('follow')],
    },
    follow_removed: {
      after: ['follow_requested', 'follow_request_accepted', 'follow_requested'],
      facts: follow,
      left: [],
    },
    workout_unliked: {
      after: ['workout_liked'],
      facts: ({ actor, workout }) => ({ userId: actor.id, workoutId: workout.id }),
      left: [],
    },
    comment_unliked: {
      after: ['comment_liked'],
      facts: ({ actor, theirs }) => ({ userId: actor.id, commentId: theirs.id }),
      left: [],
    },
    mentions_removed: {
      after: ['comment_edited', 'comment_written'],
      facts: ({ comment, other }) => ({ commentId: comment.id, userIds: [other.id] }),
      left: toOther('workout_comment'),
    },
    role_changed: {
      after: ['reported', 'suspension_appealed', 'warning_appealed', 'account_created'],
      facts: ({ other }) => ({ userId: other.id, role: 'user' }),
      left: [],
    },
    export_deleted: {
      after: ['data_exported', 'archive_uploaded'],
      facts: () => ({ taskId: 3 }),
      left: toActor('workouts_archive_upload'),
    },
    upload_deleted: {
      after: ['data_exported', 'archive_uploaded'],
      facts: () => ({ taskId: 3 }),
      left: toActor('user_data_export'),
    },
  }
  const CAUSES = Object.keys(WITHDRAWN) as (keyof Withdrawals)[]

  const take = <Cause extends keyof Withdrawals>(set: Stage, cause: Cause) =>
    transact(set.ctx, (tx) => withdraw(tx, cause, WITHDRAWN[cause].facts(set)))

  test('are all in this table', () => {
    expect(CAUSES.toSorted()).toEqual(Object.keys(WITHDRAWALS).toSorted() as typeof CAUSES)
  })

  test.each(CAUSES.filter((cause) => cause !== 'role_changed'))(
    'are deleted by %s',
    async (cause) => {
      const set = await stage()
      await tell(set, 'user_warned')
      for (const event of WITHDRAWN[cause].after) await tell(set, event)
      await take(set, cause)
      const kept = [...WITHDRAWN[cause].left, ...unrelated]
      expect((await everything(set.ctx)).toSorted(byText)).toEqual(kept.toSorted(byText))
    },
  )

  test.each([
    ['owner', 0],
    ['admin', 0],
    ['moderator', 1],
    ['user', 4],
  ] as const)('are deleted when an administrator becomes %s: %d of 4 types', async (role, gone) => {
    const set = await stage()
    for (const event of WITHDRAWN.role_changed.after) await tell(set, event)
    const admin = await set.ctx.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const all = await everything(set.ctx)
    await transact(set.ctx, (tx) => withdraw(tx, 'role_changed', { userId: admin.id, role }))
    const left = await everything(set.ctx)
    expect(all.length - left.length).toBe(gone)
    const toOthers = (told: Told[]) => told.filter(({ to }) => to !== 'admin')
    expect(toOthers(left)).toEqual(toOthers(all))
  })

  const DELETED: [what: string, remove: (set: Stage) => Promise<unknown>, left: Told[]][] = [
    ['a workout', ({ ctx, workout }) => remove(ctx, 'workouts', workout), toOther('mention')],
    ['a comment', ({ ctx, comment }) => remove(ctx, 'comments', comment), toOther('workout_like')],
    ['the sender', ({ ctx, actor }) => remove(ctx, 'users', actor), []],
    ['the receiver', ({ ctx, other }) => remove(ctx, 'users', other), []],
  ]

  test.each(DELETED)('are deleted with %s', async (_, deleteIt, left) => {
    const set = await stage()
    for (const event of ['workout_liked', 'comment_edited', 'comment_written'] as const)
      await tell(set, event)
    expect(await everything(set.ctx)).toHaveLength(3)
    await deleteIt(set)
    expect(await everything(set.ctx)).toEqual(left)
  })
})

const byText = (one: Told, two: Told) => JSON.stringify(one).localeCompare(JSON.stringify(two))

const remove = (
  { db }: AppContext,
  table: 'workouts' | 'comments' | 'users',
  { id }: WorkoutRow | CommentRow | UserRow,
) => db.deleteFrom(table).where('id', '=', id).execute()
