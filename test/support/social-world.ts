import fc from 'fast-check'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { CommentRow } from '@/store/db/queries/social/comments'
import { type RoleName, VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { aComment, aMention } from './comments'
import { aUser } from './factories'
import { type Relationships, relationships } from './relationships'
import { aBlock, aWorkout } from './workouts'

/** Users by position, their relationships, and their comments. */
export interface SocialPlan extends Relationships {
  users: { role: RoleName; suspended: boolean }[]
  comments: {
    author: number
    level: Visibility
    suspended: boolean
    mentioned: number[]
  }[]
}

const PEOPLE = 5
const person = fc.integer({ min: 0, max: PEOPLE - 1 })

/** Random plans of five users. */
export const socialPlans: fc.Arbitrary<SocialPlan> = fc.record({
  users: fc.array(
    fc.record({
      role: fc.constantFrom<RoleName>('user', 'user', 'moderator', 'admin'),
      suspended: fc.boolean(),
    }),
    { minLength: PEOPLE, maxLength: PEOPLE },
  ),
  ...relationships(person),
  comments: fc.array(
    fc.record({
      author: person,
      level: fc.constantFrom(...VISIBILITIES),
      suspended: fc.boolean(),
      mentioned: fc.uniqueArray(person, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

/** Whether a viewer (undefined: anonymous) may see a comment, according to the plan alone. */
export function planShows(
  { users, follows, blocks, comments }: SocialPlan,
  viewer: number | undefined,
  comment: number,
): boolean {
  const planned = comments[comment]
  if (!planned) return false
  const { author, level, mentioned } = planned
  if (viewer === undefined) return level === 'public'
  if (viewer === author) return true
  const isBlock = blocks.some(
    ({ blocker, blocked }) =>
      (blocker === viewer && blocked === author) || (blocker === author && blocked === viewer),
  )
  if (isBlock) return false
  const follows_ = follows.some(
    ({ follower, followed, state }) =>
      follower === viewer && followed === author && state === 'approved',
  )
  return (
    level === 'public' ||
    mentioned.includes(viewer) ||
    (level === 'followers_only' && follows_ && !users[viewer]?.suspended)
  )
}

/** Creates a plan in a database: all comments are on one public workout of another user. */
export async function makeWorld(ctx: AppContext, plan: SocialPlan) {
  const users: UserRow[] = []
  for (const { role, suspended } of plan.users)
    users.push(await aUser(ctx, { role, suspended_at: suspended ? 1 : null }))
  const at = (position: number): UserRow => {
    const user = users[position]
    if (!user) throw new Error(`no user ${position}`)
    return user
  }
  for (const { follower, followed, state } of plan.follows)
    await ctx.db
      .insertInto('follows')
      .values({
        follower_id: at(follower).id,
        followed_id: at(followed).id,
        state,
        created_at: 0,
      })
      .execute()
  for (const { blocker, blocked } of plan.blocks) await aBlock(ctx, at(blocker), at(blocked))
  const workout = await aWorkout(ctx, await aUser(ctx), { workout_visibility: 'public' })
  const comments: CommentRow[] = []
  for (const { author, level, suspended, mentioned } of plan.comments) {
    const comment = await aComment(
      ctx,
      { by: at(author), on: workout },
      { text_visibility: level, suspended_at: suspended ? 1 : null },
    )
    for (const user of mentioned) await aMention(ctx, comment, at(user))
    comments.push(comment)
  }
  return { users, comments, workout }
}

/** The caller of a user's own session. */
export const callerOf = (user: UserRow): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token: '',
})
