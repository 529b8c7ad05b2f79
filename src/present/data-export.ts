import type { CommentRow } from '@/db/queries/comments'
import type { EquipmentView } from '@/db/queries/equipments'
import type { PersonalTokenRow } from '@/db/queries/personal-tokens'
import type { FirstOnRoute } from '@/db/queries/routes'
import { unpackedName } from '@/lib/gzip-name'
import { spacedUtcText } from '@/lib/utc-text'
import type { Wire } from './dialect'
import { presentEquipment } from './equipment'
import { presentPersonalToken } from './personal-token'
import { type ProfileView, presentProfile } from './profile'
import { presentWorkout, type WorkoutView } from './workout'

const MICROSECONDS_PER_MILLISECOND = 1000
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** A workout in the archive of somebody's data: what only makes sense on this server is left out. */
export function presentExportedWorkout(view: WorkoutView, sportLabel: string, wire: Wire) {
  const { map, with_file, with_analysis, user, suspended, suspended_at, bounds, ...rest } =
    presentWorkout(view, wire)
  const { previous_workout, next_workout, elevation_data_source, ...workout } = rest
  const { original_file: original } = view.workout
  const original_file = original === null ? null : unpackedName(original)
  return withExportDates({ ...workout, original_file, sport_label: sportLabel })
}

/** The owner's profile in the archive of somebody's data. */
export const presentExportedProfile = (view: ProfileView, wire: Wire) =>
  withExportDates(presentProfile(view, wire))

/** A piece of equipment in the archive of somebody's data. */
export const presentExportedEquipment = (item: EquipmentView) =>
  withExportDates(presentEquipment(item))

/** A token in the archive of somebody's data; the secret is not known. */
export const presentExportedToken = (token: PersonalTokenRow) =>
  withExportDates(presentPersonalToken(token))

/** A comment in the archive of somebody's data. */
export const presentExportedComment = (comment: CommentRow, workoutId: string | null) => ({
  created_at: exportDate(comment.created_at),
  id: comment.short_id,
  modification_date:
    comment.modification_date === null ? null : exportDate(comment.modification_date),
  text: comment.text,
  text_visibility: comment.text_visibility,
  workout_id: workoutId,
})

/** The route of a workout in the archive of somebody's data: it is called by the first workout that went it. */
export const presentExportedRoute = ({ short_id, is_opposite }: FirstOnRoute) => ({
  first_workout_id: short_id,
  direction: is_opposite ? 'opposite' : 'same',
})

/** Dates in an export are written `2026-11-21 08:08:18+00:00`, at every depth. */
function withExportDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExportDates)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withExportDates(one)]),
    )
  return typeof value === 'string' && HTTP_DATE.test(value) ? exportDate(Date.parse(value)) : value
}

const exportDate = (instant: number) =>
  spacedUtcText(Math.floor(instant / 1000) * 1000 * MICROSECONDS_PER_MILLISECOND)
