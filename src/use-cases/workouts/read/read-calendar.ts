import { hasDistance } from '@/domain/reference/sport-distance'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { getUserById } from '@/store/db/queries/accounts/users'
import { listAllSports } from '@/store/db/queries/catalogue/sports'
import { type CalendarRow, listForCalendar } from '@/store/db/queries/workouts/workouts'

/** About three years of daily training: calendars download the whole document every time. */
const CALENDAR_SIZE = 1000

/** A workout as an event of a calendar. */
export interface CalendarWorkout {
  id: string
  sportId: number
  /** Label of the sport as it is stored, for sports without a translation. */
  sport: string
  title: string | null
  description: string | null
  /** Milliseconds since the Unix epoch. */
  date: number
  /** When it was last changed, or else created, in the same unit. */
  changed: number
  /** Seconds from start to end. */
  duration: number
  /** Seconds of moving time. */
  moving: number
  /** Kilometres; null for sports without a distance. */
  distance: number | null
  /** Metres. */
  ascent: number | null
}

export interface Calendar {
  /** Public URL of the server. */
  uiUrl: string
  product: string
  username: string
  language: string
  imperial: boolean
  /** Newest first. */
  workouts: CalendarWorkout[]
}

/** Returns the caller's latest workouts as events, in the language and units of the account. */
export async function readCalendar(ctx: AppContext, { userId }: Caller): Promise<Calendar> {
  const user = await getUserById(ctx.db, userId)
  const sports = new Map((await listAllSports(ctx.db)).map(({ id, label }) => [id, label]))
  const rows = await listForCalendar(ctx.db, { userId, limit: CALENDAR_SIZE })
  return {
    uiUrl: ctx.config.uiUrl,
    product: 'Milepost',
    username: user.username,
    language: user.language,
    imperial: user.imperial_units === 1,
    workouts: rows.map((row) => eventOf(row, sports.get(row.sport_id) ?? '')),
  }
}

const eventOf = (row: CalendarRow, sport: string): CalendarWorkout => ({
  id: row.short_id,
  sportId: row.sport_id,
  sport,
  title: row.title,
  description: row.description,
  date: row.workout_date,
  changed: row.modification_date ?? row.creation_date,
  duration: row.duration,
  moving: row.moving,
  distance: hasDistance(row) ? row.distance : null,
  ascent: row.ascent,
})
