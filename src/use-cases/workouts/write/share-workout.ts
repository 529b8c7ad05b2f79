import { badRequest, unknownShareLink } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { DAY } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import { canSee, effectiveLevels, STRANGER } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteShareLink,
  insertShareLink,
  listShareLinks,
  type ShareLinkRow,
} from '@/store/db/queries/workouts/share-links'
import { toSqlBool } from '@/store/db/schema/columns'
import { requireOwnWorkout } from '@/use-cases/views/workout'

export interface ShareLinkInput {
  /** Whether the picture shows the route; by default only if everyone may see the map. */
  with_map?: boolean
  /** Null for a link that does not expire. */
  expires_in_days?: number | null
}

/** Days until a link expires, unless specified. */
export const DEFAULT_SHARE_DAYS = 30
export const MAX_SHARE_DAYS = 365
/** Maximum number of links to a workout. */
export const MAX_SHARE_LINKS = 20
/** Letters and digits of a secret: 178 bits. */
const SECRET_LENGTH = 30

/** Returns the public URL of a link. */
const shareUrl = (ctx: Pick<AppContext, 'config'>, secret: string) =>
  `${ctx.config.uiUrl}/share/${secret}`

/** Lists the links to one of the caller's workouts, newest first. @throws 404, or 403 when it is another user's. */
export async function listWorkoutShareLinks(
  ctx: AppContext,
  caller: Caller,
  workoutId: string,
): Promise<ShareLinkRow[]> {
  const workout = await requireOwnWorkout(ctx, caller, workoutId)
  return listShareLinks(ctx.db, workout.id)
}

/**
 * Creates a public link to one of the caller's workouts. Its URL is returned only here; it cannot be retrieved later.
 *
 * @throws 404, or 403 when it is another user's; 400 when it has too many links.
 */
export async function createShareLink(
  ctx: AppContext,
  caller: Caller,
  { workoutId, input }: { workoutId: string; input: ShareLinkInput },
): Promise<{ link: ShareLinkRow; url: string }> {
  const workout = await requireOwnWorkout(ctx, caller, workoutId)
  const isMapPublic = canSee(effectiveLevels(workout).map_visibility, STRANGER)
  const days = input.expires_in_days === undefined ? DEFAULT_SHARE_DAYS : input.expires_in_days
  const secret = ctx.ids.alphanumeric(SECRET_LENGTH)
  const now = ctx.clock.now()
  const link = await transact(ctx, async ({ db }) => {
    if ((await listShareLinks(db, workout.id)).length >= MAX_SHARE_LINKS)
      throw badRequest(`a workout can have up to ${MAX_SHARE_LINKS} links: revoke one first`)
    return insertShareLink(db, {
      workout_id: workout.id,
      secret_hash: hashText(secret),
      with_map: toSqlBool(input.with_map ?? isMapPublic),
      created_at: now,
      expires_at: days === null ? null : now + days * DAY,
    })
  })
  return { link, url: shareUrl(ctx, secret) }
}

/** Deletes a link, which stops working at once. @throws 404 when the workout has no such link, 403 as above. */
export async function revokeShareLink(
  ctx: AppContext,
  caller: Caller,
  { workoutId, linkId }: { workoutId: string; linkId: number },
): Promise<void> {
  const workout = await requireOwnWorkout(ctx, caller, workoutId)
  const isRevoked = await transact(ctx, ({ db }) =>
    deleteShareLink(db, { id: linkId, workoutId: workout.id }),
  )
  if (!isRevoked) throw unknownShareLink()
}
