import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Visitor } from '@/policy/caller'
import { canSeeComment, commentVisibleTo } from '@/policy/comment'
import { viewerOf } from '@/policy/visibility'
import type { Comment } from '@/server/responses/comment'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { type CommentRow, listCommentsOf } from '@/store/db/queries/social/comments'
import { loadCommentRelationships } from '@/use-cases/views/comment'
import { type Call, startServer } from '../support/client'
import { runs } from '../support/properties'
import {
  callerOf,
  makeWorld,
  planShows,
  type SocialPlan,
  socialPlans,
} from '../support/social-world'

const ALL = { page: 1, perPage: 1000 }

const RUNS = runs(60)

/** The decisions for loaded rows and in SQL, for all comments in order. */
async function verdicts(ctx: AppContext, visitor: Visitor, comments: CommentRow[]) {
  const viewer = viewerOf(visitor, { inReport: false })
  const workoutId = comments[0]?.workout_id ?? 0
  const { rows } = await listCommentsOf(ctx.db, {
    workoutId,
    condition: commentVisibleTo(viewer),
    page: ALL,
  })
  const selected = new Set(rows.map(({ id }) => id))
  const decided: boolean[] = []
  for (const comment of comments)
    decided.push(canSeeComment(comment, await loadCommentRelationships(ctx, visitor, comment)))
  return { decided, selected: comments.map(({ id }) => selected.has(id)) }
}

const visitorsOf = (users: UserRow[]): [position: number | undefined, visitor: Visitor][] => [
  [undefined, undefined],
  ...users.map((user, position): [number, Visitor] => [position, callerOf(user)]),
]

test('the visibility of a comment is the same in SQL, for loaded rows and in the contract', async () => {
  await fc.assert(
    fc.asyncProperty(socialPlans, async (plan) => {
      const { ctx } = startServer()
      const { users, comments } = await makeWorld(ctx, plan)
      for (const [position, visitor] of visitorsOf(users)) {
        const { decided, selected } = await verdicts(ctx, visitor, comments)
        expect(selected).toEqual(comments.map((_, at) => planShows(plan, position, at)))
        expect(decided).toEqual(selected)
      }
    }),
    RUNS,
  )
})

test('a moderator who reads a report sees every comment', async () => {
  await fc.assert(
    fc.asyncProperty(socialPlans, async (plan) => {
      const { ctx } = startServer()
      const { users, comments, workout } = await makeWorld(ctx, plan)
      for (const user of users) {
        const viewer = viewerOf(callerOf(user), { inReport: true })
        const { rows: seen } = await listCommentsOf(ctx.db, {
          workoutId: workout.id,
          condition: commentVisibleTo(viewer),
          page: ALL,
        })
        if (user.role !== 'user') expect(seen).toHaveLength(comments.length)
      }
    }),
    RUNS,
  )
})

type World = Awaited<ReturnType<typeof makeWorld>>

/** Compares the responses to a caller with the plan. */
async function checkAnswers(
  call: Call,
  { plan, world }: { plan: SocialPlan; world: World },
  [position, as]: [position: number | undefined, user: UserRow | undefined],
) {
  const { comments, workout } = world
  const options = as ? { as } : {}
  const shown = comments.filter((_, at) => planShows(plan, position, at))
  const list = await call('GET', `/api/workouts/${workout.short_id}/comments`, options)
  const listed: Comment[] = list.body.data.comments
  expect(listed.map(({ id }) => id)).toEqual(shown.map(({ short_id }) => short_id))
  for (const [at, { text, text_html, mentions }] of listed.entries()) {
    const { suspended_at, user_id } = shown[at] ?? {}
    const hidden = suspended_at !== null && user_id !== as?.id
    expect(text === null).toBe(hidden)
    if (hidden) expect([text_html, mentions]).toEqual([null, []])
  }
  for (const [at, { short_id }] of comments.entries()) {
    const { status } = await call('GET', `/api/comments/${short_id}`, options)
    expect(status).toBe(planShows(plan, position, at) ? 200 : 404)
  }
}

test('lists and lookups return what the policy allows, without the text of suspended comments', async () => {
  await fc.assert(
    fc.asyncProperty(socialPlans, async (plan) => {
      const { ctx, call } = startServer()
      const world = await makeWorld(ctx, plan)
      await checkAnswers(call, { plan, world }, [undefined, undefined])
      for (const [at, user] of world.users.entries())
        if (user.suspended_at === null) await checkAnswers(call, { plan, world }, [at, user])
    }),
    runs(25),
  )
})
