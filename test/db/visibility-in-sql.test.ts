import { describe, expect, test } from 'bun:test'
import type { Caller, Visitor } from '@/policy/caller'
import { sportDisplay } from '@/policy/sport-display'
import { STRANGER, viewerOf } from '@/policy/visibility'
import {
  canSeeWorkout,
  workoutPartVisibleTo,
  workoutPermissions,
  workoutVisibleTo,
} from '@/policy/workout'
import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { insertWorkout } from '@/store/db/queries/workouts/workouts'
import { VISIBILITIES } from '@/store/db/schema/columns'
import { loadRelations } from '@/use-cases/views/workout'
import { startServer } from '../support/client'
import { aModerator, aSuspendedUser, aUser } from '../support/factories'

const PARTS = ['analysis', 'map', 'heartRate', 'calories'] as const
const KINDS = [
  'anonymous',
  'owner',
  'other',
  'follower',
  'pending follower',
  'rejected follower',
  'suspended follower',
  'blocked',
  'blocked follower',
  'blocker of the owner',
  'moderator',
  'moderator in a report',
  'blocked moderator in a report',
  'user in a report',
] as const
type Kind = (typeof KINDS)[number]

const callerOf = (user: UserRow): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token: '',
})

const COMBINATIONS = VISIBILITIES.flatMap((workout_visibility) =>
  VISIBILITIES.flatMap((analysis_visibility) =>
    VISIBILITIES.flatMap((map_visibility) =>
      [null, 1].map((suspended_at) => ({
        workout_visibility,
        analysis_visibility,
        map_visibility,
        suspended_at,
      })),
    ),
  ),
)

/** Three owners with different visibilities for heart rate and calories, and workouts with every combination. */
async function world() {
  const { ctx } = startServer()
  const owners: UserRow[] = []
  for (const [at, level] of VISIBILITIES.entries()) {
    const calories = VISIBILITIES[(at + 1) % VISIBILITIES.length] ?? level
    owners.push(await aUser(ctx, { hr_visibility: level, calories_visibility: calories }))
  }
  for (const { id } of owners)
    for (const levels of COMBINATIONS)
      await writeTo(ctx.db, (tx) =>
        insertWorkout(tx, {
          ...levels,
          short_id: ctx.ids.shortId(),
          user_id: id,
          ...{ sport_id: 1, workout_date: 0, creation_date: 0 },
          ...{ duration: 60, moving: 60, distance: 1 },
        }),
      )
  return { ctx, owners }
}

type World = Awaited<ReturnType<typeof world>>

/** A viewer of a kind, with its relationship to all owners. */
async function viewer({ ctx, owners }: World, kind: Kind) {
  const moderator = kind.includes('moderator')
  const user = kind.startsWith('suspended')
    ? await aSuspendedUser(ctx)
    : await (moderator ? aModerator : aUser)(ctx)
  const follow = async (state: 'approved' | 'pending' | 'rejected') => {
    for (const { id } of owners)
      await ctx.db
        .insertInto('follows')
        .values({ follower_id: user.id, followed_id: id, state, created_at: 0 })
        .execute()
  }
  const block = async (byOwner: boolean) => {
    for (const { id } of owners)
      await ctx.db
        .insertInto('blocks')
        .values({
          blocker_id: byOwner ? id : user.id,
          blocked_id: byOwner ? user.id : id,
          created_at: 0,
        })
        .execute()
  }
  if (kind.startsWith('pending')) await follow('pending')
  else if (kind.startsWith('rejected')) await follow('rejected')
  else if (kind.endsWith('follower')) await follow('approved')
  if (kind === 'blocker of the owner') await block(false)
  else if (kind.startsWith('blocked')) await block(true)
  const visitors: Partial<Record<Kind, Visitor>> = {
    anonymous: undefined,
    owner: callerOf(owners[0] ?? user),
  }
  return kind in visitors ? visitors[kind] : callerOf(user)
}

/** The decisions of the policy and of its SQL twin for every workout. */
async function verdicts(of: World, kind: Kind) {
  const { ctx, owners } = of
  const visitor = await viewer(of, kind)
  const inReport = kind.endsWith('in a report')
  const eyes = viewerOf(visitor, { inReport })
  const ownerIds = owners.map(({ id }) => id)
  const relations = await loadRelations(ctx, visitor, { ownerIds, inReport })
  const rows = await ctx.db
    .selectFrom('workouts')
    .innerJoin('users', 'users.id', 'workouts.user_id')
    .selectAll('workouts')
    .select(['users.hr_visibility', 'users.calories_visibility'])
    .select([
      workoutVisibleTo(eyes).as('workout'),
      ...PARTS.map((part) => workoutPartVisibleTo(eyes, part).as(part)),
    ])
    .orderBy('workouts.id')
    .execute()
  return rows.map((row) => {
    const relation = relations.get(row.user_id) ?? STRANGER
    const permissions = workoutPermissions(row, row, {
      relation,
      display: sportDisplay(1, 'speed'),
    })
    return {
      row,
      relation,
      decided: {
        workout: canSeeWorkout(row, relation),
        ...Object.fromEntries(PARTS.map((part) => [part, permissions[part]])),
      } as Record<'workout' | (typeof PARTS)[number], boolean>,
      selected: Object.fromEntries(
        (['workout', ...PARTS] as const).map((part) => [part, Boolean(row[part])]),
      ) as Record<'workout' | (typeof PARTS)[number], boolean>,
    }
  })
}

describe('the visibility of workouts', () => {
  test.each(KINDS)('is the same for %s in SQL as for loaded rows', async (kind) => {
    const all = await verdicts(await world(), kind)
    expect(all).toHaveLength(162)
    expect(all.map(({ selected }) => selected)).toEqual(all.map(({ decided }) => decided))
  })

  test.each(KINDS)('never shows analysis or map to %s when the workout is hidden', async (kind) => {
    for (const { row, relation, decided } of await verdicts(await world(), kind)) {
      const live = { ...row, suspended_at: null }
      if (decided.analysis) expect(canSeeWorkout(live, relation)).toBe(true)
      if (decided.map) expect(decided.analysis).toBe(true)
    }
  })

  /** How many of the 81 workouts that are not suspended, and of the 81 that are, a viewer sees. */
  const COUNTS: Record<Kind, [live: number, suspended: number]> = {
    anonymous: [27, 0],
    owner: [27 + 2 * 9, 27],
    other: [27, 0],
    follower: [54, 0],
    'pending follower': [27, 0],
    'rejected follower': [27, 0],
    'suspended follower': [27, 0],
    blocked: [0, 0],
    'blocked follower': [0, 0],
    'blocker of the owner': [27, 0],
    moderator: [27, 0],
    'moderator in a report': [81, 81],
    'blocked moderator in a report': [81, 81],
    'user in a report': [27, 0],
  }

  test.each(KINDS)('shows %s as many workouts as documented', async (kind) => {
    const seen = (await verdicts(await world(), kind)).filter(({ decided }) => decided.workout)
    const live = seen.filter(({ row }) => row.suspended_at === null)
    expect([live.length, seen.length - live.length]).toEqual(COUNTS[kind])
  })

  test('hides heart rate and calories from moderators who read a report', async () => {
    const all = await verdicts(await world(), 'moderator in a report')
    for (const { row, decided } of all) {
      expect(decided.analysis && decided.map).toBe(true)
      expect(decided.heartRate).toBe(row.hr_visibility === 'public')
      expect(decided.calories).toBe(row.calories_visibility === 'public')
    }
  })
})
