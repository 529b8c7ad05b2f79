import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { type CommentRow, listCommentsOf } from '@/db/queries/comments'
import type { UserRow } from '@/db/queries/users'
import { canSeeComment, commentVisibleTo } from '@/policy/comment'
import { viewerOf } from '@/policy/visibility'
import type { Comment } from '@/present/comment'
import { loadCommentTies } from '@/views/comment'
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

/** What loaded rows say, and what the database selects, of all comments in order. */
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
    decided.push(canSeeComment(comment, await loadCommentTies(ctx, visitor, comment)))
  return { decided, selected: comments.map(({ id }) => selected.has(id)) }
}

const visitorsOf = (users: UserRow[]): [position: number | undefined, visitor: Visitor][] => [
  [undefined, undefined],
  ...users.map((user, position): [number, Visitor] => [position, callerOf(user)]),
]

test('who sees a comment is the same in SQL, for loaded rows and in the words of the contract', async () => {
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

test('a moderator who reviews a report sees every comment', async () => {
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

/** Compares what one caller is answered with what the plan says. */
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

test('lists and lookups show what the policy shows, and no content of suspended comments', async () => {
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
