import type { Treaty } from '@elysiajs/eden'
import { queryOptions } from '@tanstack/react-query'
import type { SocialApi, WorkoutApi } from '@/server/app'
import { api, type DataOf, dataOf } from './client'

// Two groups of routes have paths below the same parameters; the client is the same.
const { account }: Treaty.Create<SocialApi>['api']['auth'] = api.auth
const appeals: Treaty.Create<WorkoutApi>['api'] = api

/** What a moderator decided about the account, or about something of it. */
export type Sanction = Pick<
  DataOf<ReturnType<typeof account.sanctions>['get']>['sanction'],
  'action_type' | 'appeal' | 'created_at' | 'reason'
>

/** The suspension of the own account; refused when it is not suspended. */
export const suspensionQuery = queryOptions({
  queryKey: ['sanction', 'account'],
  queryFn: async () => (await dataOf(account.suspension.get())).user_suspension,
})

/** One decision about the own account. */
export const sanctionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sanction', id],
    queryFn: async () => (await dataOf(account.sanctions({ action_short_id: id }).get())).sanction,
  })

/** Appeals against the suspension of the own account. */
export async function appealSuspension(text: string): Promise<void> {
  await dataOf(appeals.auth.account.suspension.appeal.post({ text }))
}

/** Appeals against a decision about the own account. */
export async function appealSanction(id: string, text: string): Promise<void> {
  await dataOf(appeals.auth.account.sanctions({ action_short_id: id }).appeal.post({ text }))
}

/** Appeals against the suspension of an own workout. */
export async function appealWorkout(id: string, text: string): Promise<void> {
  await dataOf(appeals.workouts({ workout_short_id: id }).suspension.appeal.post({ text }))
}

/** Appeals against the suspension of an own comment. */
export async function appealComment(id: string, text: string): Promise<void> {
  await dataOf(appeals.comments({ comment_short_id: id }).suspension.appeal.post({ text }))
}
