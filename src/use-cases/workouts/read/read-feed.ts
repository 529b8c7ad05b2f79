import { hasDistance } from '@/domain/reference/sport-distance'
import { unknownUser } from '@/lib/errors'
import { canSee, effectiveLevels, STRANGER } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { findUserByName, type UserRow } from '@/store/db/queries/accounts/users'
import { listPublicWorkouts, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { loadPublicRules } from '@/use-cases/views/hiding-rules'
import { loadPublicVersions, type PublicVersion, publicRow } from '@/use-cases/views/public-version'

const FEED_SIZE = 5

/** A public workout in a feed. Values that are not public are null. */
export interface FeedWorkout {
  id: string
  sportId: number
  title: string | null
  description: string | null
  /** Milliseconds since the Unix epoch. */
  date: number
  /** When it was last changed, or else created, in the same unit. */
  changed: number
  /** Seconds of moving time. */
  moving: number
  /** Kilometres. */
  distance: number
  /** Metres. */
  minAlt: number | null
  maxAlt: number | null
  ascent: number | null
  descent: number | null
  /** Secret id of the map image. */
  mapId: string | null
}

export interface Feed {
  /** Public URL of the server. */
  uiUrl: string
  product: string
  username: string
  /** When the account was created, in milliseconds since the Unix epoch. */
  since: number
  /** Newest first. */
  workouts: FeedWorkout[]
  /** Time of the request, in milliseconds since the Unix epoch. */
  now: number
}

/**
 * Returns the feed of a user's public workouts; empty for suspended and inactive users.
 *
 * @throws 404 when the user is unknown.
 */
export async function getWorkoutFeed(ctx: AppContext, username: string): Promise<Feed> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  const rows = isShown(user) ? await listPublicWorkouts(ctx.db, user.id, FEED_SIZE) : []
  const versions = await loadPublicVersions(ctx, rows, await loadPublicRules(ctx, [user.id]))
  return {
    uiUrl: ctx.config.uiUrl,
    product: 'Milepost',
    username: user.username,
    since: user.created_at,
    workouts: rows.map((row) => feedWorkout(publicRow(row, versions), versions.get(row.id))),
    now: ctx.clock.now(),
  }
}

const isShown = ({ suspended_at, is_active }: UserRow) => suspended_at === null && is_active === 1

function feedWorkout(row: WorkoutRow, version: PublicVersion | undefined): FeedWorkout {
  const levels = effectiveLevels(row)
  const isTrackSeen = version?.isVisible !== false
  const analysis = isTrackSeen && canSee(levels.analysis_visibility, STRANGER)
  return {
    id: row.short_id,
    sportId: row.sport_id,
    title: row.title,
    description: row.description,
    date: row.workout_date,
    changed: row.modification_date ?? row.creation_date,
    moving: row.moving,
    distance: hasDistance(row) ? row.distance : 0,
    minAlt: analysis ? row.min_alt : null,
    maxAlt: analysis ? row.max_alt : null,
    ascent: row.ascent,
    descent: row.descent,
    mapId: isTrackSeen && canSee(levels.map_visibility, STRANGER) ? row.map_id : null,
  }
}
