import type { Treaty } from '@elysiajs/eden'
import { queryOptions } from '@tanstack/react-query'
import type { SocialApi, WorkoutApi } from '@/server/app'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

// Eden cannot merge two groups of routes with path parameters at the same level, so each group's type is applied
// separately. At run time it is one client.
const { account }: Treaty.Create<SocialApi>['api']['auth'] = api.auth
const appeals: Treaty.Create<WorkoutApi>['api'] = api

/** A moderator's decision about the account or about one of its workouts or comments. */
export type Sanction = Pick<
  ResponseData<ReturnType<typeof account.sanctions>['get']>['sanction'],
  'action_type' | 'appeal' | 'created_at' | 'reason'
> & {
  /** The comment or workout concerned; null if it was deleted, undefined if it is shown elsewhere. */
  comment?: object | null
  workout?: object | null
}

/** The suspension of the user's account; an error if it is not suspended. */
export const suspensionQuery = queryOptions({
  queryKey: ['sanction', 'account'],
  queryFn: async () => (await unwrap(account.suspension.get())).user_suspension,
})

/** One decision about the user's account. */
export const sanctionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sanction', id],
    queryFn: async () => (await unwrap(account.sanctions({ action_short_id: id }).get())).sanction,
  })

/** Appeals against the suspension of the user's account. */
export async function appealSuspension(text: string): Promise<void> {
  await unwrap(appeals.auth.account.suspension.appeal.post({ text }))
}

/** Appeals against a decision about the user's account. */
export async function appealSanction(id: string, text: string): Promise<void> {
  await unwrap(appeals.auth.account.sanctions({ action_short_id: id }).appeal.post({ text }))
}

/** Appeals against the suspension of one of the user's workouts. */
export async function appealWorkout(id: string, text: string): Promise<void> {
  await unwrap(appeals.workouts({ workout_short_id: id }).suspension.appeal.post({ text }))
}

/** Appeals against the suspension of one of the user's comments. */
export async function appealComment(id: string, text: string): Promise<void> {
  await unwrap(appeals.comments({ comment_short_id: id }).suspension.appeal.post({ text }))
}
