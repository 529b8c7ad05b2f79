import fc from 'fast-check'
import { writeTo } from '@/store/db/connections/transact'
import { type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import { type RoleName, VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { startServer } from './client'
import { aUser } from './factories'
import { type Relationships, relationships } from './relationships'
import { aWorkout } from './workouts'

/** Users by position, what they have created and done, and what was restricted afterwards. */
export interface PrivatePlan extends Relationships {
  users: { role: RoleName; suspended: boolean; hidden: boolean }[]
  workouts: {
    owner: number
    level: Visibility
    analysis: Visibility
    map: Visibility
    suspended: boolean
  }[]
  comments: {
    author: number
    on: number
    level: Visibility
    suspended: boolean
    mentioned: number[]
  }[]
  likes: { user: number; workout: number; comment: number }[]
}

const PEOPLE = 5
const WORKOUTS = 5
const COMMENTS = 6
const below = (count: number) => fc.integer({ min: 0, max: count - 1 })
const exactly = (length: number) => ({ minLength: length, maxLength: length })
const person = below(PEOPLE)
const level = fc.constantFrom(...VISIBILITIES)

/** Random plans: five users, five workouts, six comments. */
export const privatePlans: fc.Arbitrary<PrivatePlan> = fc.record({
  users: fc.array(
    fc.record({
      role: fc.constantFrom<RoleName>('user', 'user', 'moderator', 'admin'),
      suspended: fc.constantFrom(false, false, true),
      hidden: fc.boolean(),
    }),
    exactly(PEOPLE),
  ),
  ...relationships(person),
  workouts: fc.array(
    fc.record({ owner: person, level, analysis: level, map: level, suspended: fc.boolean() }),
    exactly(WORKOUTS),
  ),
  comments: fc.array(
    fc.record({
      author: person,
      on: below(WORKOUTS),
      level,
      suspended: fc.boolean(),
      mentioned: fc.uniqueArray(person, { maxLength: 2 }),
    }),
    exactly(COMMENTS),
  ),
  likes: fc.array(fc.record({ user: person, workout: below(WORKOUTS), comment: below(COMMENTS) }), {
    maxLength: 6,
  }),
})

/** Texts by which each object is recognised wherever it appears. */
export const MARKS = {
  title: (workout: number) => `title-of-workout-${workout}-`,
  map: (workout: number) => `map-of-workout-${workout}-`,
  /** Metres; part of the analysis. */
  altitude: (workout: number) => 4000.125 + workout,
  calories: (workout: number) => 987650 + workout,
  text: (comment: number) => `text-of-comment-${comment}-`,
}

/**
 * Creates a plan on a server: while everything is public, users comment, like, mention and follow through the API, with
 * notifications; then blocks, visibilities and suspensions are applied.
 */
export async function startPrivateWorld(plan: PrivatePlan) {
  const server = startServer()
  const { ctx, call } = server
  const users: UserRow[] = []
  for (const { hidden } of plan.users)
    users.push(await aUser(ctx, { hide_profile_in_users_directory: hidden ? 1 : 0 }))
  const user = (position: number): UserRow => {
    const found = users[position]
    if (!found) throw new Error(`no user ${position}`)
    return found
  }
  const post = (path: string, by: number, json: object = {}) =>
    call('POST', path, { as: user(by), json })
  const workoutIds = await makeWorkouts(ctx, plan, user)
  const commentIds = await makeComments(plan, { post, user, workoutIds })
  for (const like of plan.likes) {
    await post(`/api/workouts/${workoutIds[like.workout]}/like`, like.user)
    await post(`/api/comments/${commentIds[like.comment]}/like`, like.user)
  }
  for (const { follower, followed, state } of plan.follows) {
    await post(`/api/users/${user(followed).username}/follow`, follower)
    if (state === 'pending') continue
    const word = state === 'approved' ? 'accept' : 'reject'
    await post(`/api/follow-requests/${user(follower).username}/${word}`, followed)
  }
  for (const { blocker, blocked } of plan.blocks)
    await post(`/api/users/${user(blocked).username}/block`, blocker)
  await restrict(ctx, plan, { users, workoutIds, commentIds })
  return { ...server, users, workoutIds, commentIds }
}

type Ctx = ReturnType<typeof startServer>['ctx']
type Post = (
  path: string,
  by: number,
  json?: object,
) => Promise<{ body: { comment: { id: string } } }>

async function makeWorkouts(ctx: Ctx, plan: PrivatePlan, user: (position: number) => UserRow) {
  const ids: string[] = []
  for (const [at, { owner }] of plan.workouts.entries()) {
    const { short_id } = await aWorkout(ctx, user(owner), {
      ...{ title: MARKS.title(at), map_id: MARKS.map(at), min_alt: MARKS.altitude(at) },
      ...{ calories: MARKS.calories(at), original_file: 'workouts/1/x.gpx' },
      ...{ workout_visibility: 'public', workout_date: Date.UTC(2024, 0, 1 + at) },
      ...{
        start_lat: 1 + at,
        start_lon: 1,
        min_lat: 1 + at,
        min_lon: 1,
        max_lat: 2 + at,
        max_lon: 2,
      },
    })
    ids.push(short_id)
  }
  return ids
}

async function makeComments(
  plan: PrivatePlan,
  {
    post,
    user,
    workoutIds,
  }: { post: Post; user: (position: number) => UserRow; workoutIds: string[] },
) {
  const ids: string[] = []
  for (const [at, { author, on, level: text_visibility, mentioned }] of plan.comments.entries()) {
    const names = mentioned.map((position) => `@${user(position).username}`)
    const text = `${MARKS.text(at)} ${names.join(' ')}`
    const path = `/api/workouts/${workoutIds[on]}/comments`
    const { body } = await post(path, author, { text, text_visibility })
    ids.push(body.comment.id)
  }
  return ids
}

async function restrict(
  ctx: Ctx,
  plan: PrivatePlan,
  made: { users: UserRow[]; workoutIds: string[]; commentIds: string[] },
) {
  for (const [at, workout] of plan.workouts.entries())
    await ctx.db
      .updateTable('workouts')
      .set({
        workout_visibility: workout.level,
        analysis_visibility: workout.analysis,
        map_visibility: workout.map,
        suspended_at: workout.suspended ? 1 : null,
      })
      .where('short_id', '=', made.workoutIds[at] ?? '')
      .execute()
  for (const { id } of made.users) await writeTo(ctx.db, (tx) => rebuildSums(tx, id))
  for (const [at, { suspended }] of plan.comments.entries())
    await ctx.db
      .updateTable('comments')
      .set({ suspended_at: suspended ? 1 : null })
      .where('short_id', '=', made.commentIds[at] ?? '')
      .execute()
  for (const [at, { role, suspended }] of plan.users.entries()) {
    const { id } = made.users[at] ?? { id: 0 }
    const changes = { role: suspended ? 'user' : role, suspended_at: suspended ? 1 : null } as const
    made.users[at] = await writeTo(ctx.db, (tx) => updateUser(tx, id, changes))
  }
}

/** The position of a viewer; undefined for anonymous visitors. */
export type Viewer = number | undefined

/** The documented rules, evaluated on the plan alone. */
export function rulesOf({ users, follows, blocks, workouts, comments }: PrivatePlan) {
  const blocked = (blocker: number, other: number) =>
    blocks.some((block) => block.blocker === blocker && block.blocked === other)
  const followsOf = (follower: number, followed: number) =>
    follows.some(
      (follow) =>
        follow.follower === follower &&
        follow.followed === followed &&
        follow.state === 'approved' &&
        !blocked(followed, follower),
    )
  const sees = (viewer: Viewer, owner: number, wanted: Visibility) => {
    if (viewer === owner) return true
    if (viewer === undefined) return wanted === 'public'
    if (blocked(owner, viewer)) return false
    return wanted === 'public' || (wanted === 'followers_only' && followsOf(viewer, owner))
  }
  const strictest = (...levels: Visibility[]) =>
    (['private', 'followers_only', 'public'] as const).find((one) => levels.includes(one)) ??
    'private'
  const workout = (at: number) => workouts[at] as PrivatePlan['workouts'][number]
  const comment = (at: number) => comments[at] as PrivatePlan['comments'][number]
  const seesWorkout = (viewer: Viewer, at: number) => {
    const { owner, level: own, suspended } = workout(at)
    return sees(viewer, owner, own) && (!suspended || viewer === owner)
  }
  const hasCommented = (viewer: Viewer, at: number) =>
    comments.some(({ author, on }) => author === viewer && on === at)
  return {
    blocked,
    followsOf,
    seesWorkout,
    /** Sees it, or at least that it exists and is suspended. */
    knowsWorkout: (viewer: Viewer, at: number) =>
      seesWorkout(viewer, at) ||
      (sees(viewer, workout(at).owner, workout(at).level) && hasCommented(viewer, at)),
    seesAnalysis: (viewer: Viewer, at: number) => {
      const { owner, level: own, analysis } = workout(at)
      return seesWorkout(viewer, at) && sees(viewer, owner, strictest(own, analysis))
    },
    seesMap: (viewer: Viewer, at: number) => {
      const { owner, level: own, analysis, map } = workout(at)
      return seesWorkout(viewer, at) && sees(viewer, owner, strictest(own, analysis, map))
    },
    seesComment: (viewer: Viewer, at: number) => {
      const { author, level: own, mentioned } = comment(at)
      if (viewer === author) return true
      if (viewer !== undefined && blocked(viewer, author)) return false
      if (viewer !== undefined && blocked(author, viewer)) return false
      return sees(viewer, author, own) || (viewer !== undefined && mentioned.includes(viewer))
    },
    isSuspended: (at: number) => users[at]?.suspended ?? false,
  }
}
