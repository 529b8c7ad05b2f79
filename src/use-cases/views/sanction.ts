import { hasRole, type Visitor } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { loadAppeals } from '@/store/db/queries/social/appeals'
import {
  loadLatestSuspensions,
  type ReportActionRow,
  type Suspendable,
} from '@/store/db/queries/social/report-actions'
import { loadSeenUsers } from './user'

type Deps = Pick<AppContext, 'db'>

/**
 * Loads the views of actions with their appeals, and for moderators with the users involved, in a fixed number of
 * queries.
 */
export async function loadActionViews(
  ctx: Deps,
  visitor: Visitor,
  actions: readonly ReportActionRow[],
) {
  const appeals = await loadAppeals(
    ctx.db,
    actions.map(({ id }) => id),
  )
  const people = await loadParticipants(ctx, visitor, [...actions, ...appeals.values()])
  return actions.map((action) => {
    const appeal = appeals.get(action.id)
    return {
      action,
      appeal: appeal && { appeal, participants: people?.(appeal) },
      participants: people?.(action),
    }
  })
}

interface Involved {
  moderator_id: number | null
  user_id: number | null
}

/** Loads the users involved in actions and appeals; undefined when the visitor is not a moderator. */
export async function loadParticipants(ctx: Deps, visitor: Visitor, rows: readonly Involved[]) {
  if (!hasRole(visitor, 'moderator')) return undefined
  const ids = rows.flatMap(({ moderator_id, user_id }) => [moderator_id, user_id])
  const seen = await loadSeenUsers(
    ctx,
    visitor,
    ids.filter((id) => id !== null),
  )
  const find = (id: number | null) => (id === null ? null : (seen.get(id) ?? null))
  return ({ moderator_id, user_id }: Involved) => ({
    moderator: find(moderator_id),
    user: find(user_id),
  })
}

/** Loads the latest suspension of each of these comments or workouts, by id. */
export async function loadSuspensionViews(
  ctx: Deps,
  visitor: Visitor,
  { what, ids }: { what: Suspendable; ids: readonly number[] },
) {
  type View = Awaited<ReturnType<typeof loadActionViews>>[number]
  if (ids.length === 0) return new Map<number, View | undefined>()
  const suspensions = await loadLatestSuspensions(ctx.db, what, ids)
  const views = await loadActionViews(ctx, visitor, [...suspensions.values()])
  return new Map([...suspensions.keys()].map((id, at) => [id, views[at]]))
}
