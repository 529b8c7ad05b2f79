import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { type Call, startServer } from '../support/client'
import { runs } from '../support/properties'
import { makeWorld, type SocialPlan, socialPlans } from '../support/social-world'

type World = Awaited<ReturnType<typeof makeWorld>>

/** Sends notifications about the planned comments and a like of each by the next user. */
async function tellAll(ctx: AppContext, plan: SocialPlan, { users, comments, workout }: World) {
  const idOf = (position: number) => users[position % users.length]?.id ?? 0
  for (const [at, comment] of comments.entries()) {
    const planned = plan.comments[at]
    await transact(ctx, (tx) =>
      notify(tx, 'comment_written', {
        comment,
        workoutOwnerId: workout.user_id,
        mentionedIds: (planned?.mentioned ?? []).map(idOf),
      }),
    )
    await transact(ctx, (tx) =>
      notify(tx, 'comment_liked', { userId: idOf((planned?.author ?? 0) + 1), comment }),
    )
  }
}

interface Json {
  type: string
  from: { username: string }
  comment: { id: string; text: string | null }
}

async function allNotifications(call: Call, as: UserRow): Promise<Json[]> {
  const found: Json[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await call('GET', `/api/notifications?page=${page}`, { as })
    found.push(...body.notifications)
    if (!body.pagination.has_next) {
      expect(body.pagination.total).toBe(found.length)
      return found
    }
  }
}

/** The comments that a user must be notified of, as `type id`, according to the plan alone. */
function expected(plan: SocialPlan, { comments }: World, viewer: number): string[] {
  const isHidden = (sender: number) =>
    plan.users[sender]?.suspended ||
    plan.blocks.some(({ blocker, blocked }) => blocker === viewer && blocked === sender)
  return plan.comments.flatMap(({ author, mentioned }, at) => {
    const id = comments[at]?.short_id
    const liker = (author + 1) % plan.users.length
    const isTold = author !== viewer && mentioned.includes(viewer)
    return [
      ...(isTold && !isHidden(author) ? [`mention ${id}`] : []),
      ...(author === viewer && !isHidden(liker) ? [`comment_like ${id}`] : []),
    ]
  })
}

test('notifications include all events except those of suspended users or users blocked by the reader', async () => {
  await fc.assert(
    fc.asyncProperty(socialPlans, async (plan) => {
      const { ctx, call } = startServer()
      const world = await makeWorld(ctx, plan)
      await tellAll(ctx, plan, world)
      for (const [viewer, as] of world.users.entries()) {
        if (as.suspended_at !== null) continue
        const seen = await allNotifications(call, as)
        const told = seen.map(({ type, comment }) => `${type} ${comment.id}`)
        expect(told.toSorted()).toEqual(expected(plan, world, viewer).toSorted())
        const { body } = await call('GET', '/api/notifications/unread', { as })
        expect(body.unread).toBe(seen.length > 0)
      }
    }),
    runs(40),
  )
})

test('notifications do not quote suspended comments to anyone but their authors', async () => {
  await fc.assert(
    fc.asyncProperty(socialPlans, async (plan) => {
      const { ctx, call } = startServer()
      const world = await makeWorld(ctx, plan)
      await tellAll(ctx, plan, world)
      for (const as of world.users.filter(({ suspended_at }) => suspended_at === null))
        for (const { comment } of await allNotifications(call, as)) {
          const row = world.comments.find(({ short_id }) => short_id === comment.id)
          const isQuoted = row?.suspended_at === null || row?.user_id === as.id
          expect(comment.text === null).toBe(!isQuoted)
        }
    }),
    runs(30),
  )
})
