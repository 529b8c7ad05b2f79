import { hasRole, type Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { loadAppeals } from '@/db/queries/appeals'
import {
  loadLatestSuspensions,
  type ReportActionRow,
  type Suspendable,
} from '@/db/queries/report-actions'
import { loadSeenUsers } from './user'

type Reader = Pick<AppContext, 'db'>

/** Actions with their appeals, and for moderators with those who took part; in a fixed number of queries. */
export async function loadActionViews(
  ctx: Reader,
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

/** Who took part in actions and appeals; undefined for visitors who may not know. */
export async function loadParticipants(ctx: Reader, visitor: Visitor, rows: readonly Involved[]) {
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

/** The latest suspension of each of these comments or workouts, by their ids. */
export async function loadSuspensionViews(
  ctx: Reader,
  visitor: Visitor,
  { what, ids }: { what: Suspendable; ids: readonly number[] },
) {
  type View = Awaited<ReturnType<typeof loadActionViews>>[number]
  if (ids.length === 0) return new Map<number, View | undefined>()
  const suspensions = await loadLatestSuspensions(ctx.db, what, ids)
  const views = await loadActionViews(ctx, visitor, [...suspensions.values()])
  return new Map([...suspensions.keys()].map((id, at) => [id, views[at]]))
}
