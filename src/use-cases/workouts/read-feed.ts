import type { AppContext } from '@/context'
import { findUserByName, type UserRow } from '@/db/queries/users'
import { listPublicWorkouts, type WorkoutRow } from '@/db/queries/workouts'
import { unknownUser } from '@/errors'
import { canSee, effectiveLevels, STRANGER } from '@/policy/visibility'

const FEED_SIZE = 5

/** A public workout as the feed shows it; what others may not see is null. */
export interface FeedWorkout {
  id: string
  sportId: number
  title: string | null
  description: string | null
  /** Milliseconds since the Unix epoch. */
  date: number
  /** Seconds in motion. */
  moving: number
  /** Kilometres. */
  distance: number
  /** Metres. */
  minAlt: number | null
  maxAlt: number | null
  ascent: number | null
  descent: number | null
  /** Secret of the map image. */
  mapId: string | null
}

export interface Feed {
  /** Public address of the server. */
  uiUrl: string
  product: string
  username: string
  /** Newest first. */
  workouts: FeedWorkout[]
  /** When the feed is made, milliseconds since the Unix epoch. */
  now: number
}

/** @throws 404 for an unknown user. A suspended or inactive user's feed is there, but empty. */
export async function getWorkoutFeed(ctx: AppContext, username: string): Promise<Feed> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  const rows = isShown(user) ? await listPublicWorkouts(ctx.db, user.id, FEED_SIZE) : []
  return {
    uiUrl: ctx.config.uiUrl,
    product: 'Milepost',
    username: user.username,
    workouts: rows.map(feedWorkout),
    now: ctx.clock.now(),
  }
}

const isShown = ({ suspended_at, is_active }: UserRow) => suspended_at === null && is_active === 1

function feedWorkout(row: WorkoutRow): FeedWorkout {
  const levels = effectiveLevels(row)
  const analysis = canSee(levels.analysis_visibility, STRANGER)
  return {
    id: row.short_id,
    sportId: row.sport_id,
    title: row.title,
    description: row.description,
    date: row.workout_date,
    moving: row.moving,
    distance: row.distance,
    minAlt: analysis ? row.min_alt : null,
    maxAlt: analysis ? row.max_alt : null,
    ascent: row.ascent,
    descent: row.descent,
    mapId: canSee(levels.map_visibility, STRANGER) ? row.map_id : null,
  }
}
