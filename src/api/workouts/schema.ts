import { type Static, t } from 'elysia'
import { VISIBILITIES } from '@/db/columns'

export const workoutParams = t.Object({ workout_short_id: t.String() })

export const workoutListQuery = t.Object({
  page: t.Optional(t.String()),
  /** 5 by default, 100 at most. */
  per_page: t.Optional(t.String()),
  /** `true` fills `equipments`. */
  return_equipments: t.Optional(t.String()),
})

const text = t.Optional(t.Union([t.Null(), t.String()]))
const visibility = t.Optional(t.Union([t.Null(), ...VISIBILITIES.map((level) => t.Literal(level))]))

/** A workout without recording. Values whose refusal has a text of its own are judged by the service. */
export const manualEntry = t.Object({
  sport_id: t.Optional(t.Unknown()),
  /** `YYYY-MM-DD HH:MM` in the user's time zone. */
  workout_date: t.Optional(t.Unknown()),
  /** Seconds. */
  duration: t.Optional(t.Unknown()),
  /** Kilometres. */
  distance: t.Optional(t.Unknown()),
  /** Metres; given together with `descent` or not at all. */
  ascent: t.Optional(t.Unknown()),
  descent: t.Optional(t.Unknown()),
  calories: t.Optional(t.Unknown()),
  title: text,
  description: text,
  notes: text,
  /** Short identifiers; absent: the user's defaults for the sport. */
  equipment_ids: t.Optional(t.Unknown()),
  workout_visibility: visibility,
})
export type ManualEntry = Static<typeof manualEntry>
