import { MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import { unpackedName } from '@/lib/files/gzip-name'
import { formatHttpDate } from '@/lib/time/http-date'
import { spacedUtcText } from '@/lib/time/utc-text'
import type { IdentityRow } from '@/store/db/queries/accounts/identities'
import type { PasskeyRow } from '@/store/db/queries/accounts/passkeys'
import type { PersonalTokenRow } from '@/store/db/queries/accounts/personal-tokens'
import type { PrivacyZoneRow } from '@/store/db/queries/accounts/privacy-zones'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import type { SportNameRow } from '@/store/db/queries/catalogue/sport-names'
import type { SportPreferenceRow } from '@/store/db/queries/catalogue/sports'
import type { PlannedCourse } from '@/store/db/queries/courses/planned-courses'
import type { AttachedPhoto } from '@/store/db/queries/photos/photos'
import type { CommentRow } from '@/store/db/queries/social/comments'
import type {
  ExportedLike,
  ExportedRelationship,
} from '@/store/db/queries/social/exported-relationships'
import type { FirstOnRoute } from '@/store/db/queries/workouts/courses'
import type { EffortTarget } from '@/store/db/queries/workouts/excluded-efforts'
import type { ShareLinkRow } from '@/store/db/queries/workouts/share-links'
import { fromJson, fromSqlBool } from '@/store/db/schema/columns'
import { presentEquipment } from './accounts/equipment'
import { presentIdentity } from './accounts/identity'
import { presentPasskey } from './accounts/passkey'
import { presentPersonalToken } from './accounts/personal-token'
import { presentPrivacyZone } from './accounts/privacy'
import { type ProfileView, presentProfile } from './accounts/profile'
import type { DialectFormat } from './dialect'
import { presentShareLink } from './share-link'
import { presentWorkout, type WorkoutView } from './workouts/workout'

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** What a data export says about a workout in addition to its response. */
interface ExportedExtras {
  sportLabel: string
  excludedEfforts: readonly EffortTarget[]
  /** The course that its owner has chosen for it; undefined if the owner has not chosen any. */
  planned: PlannedCourse | undefined
}

/** A workout in a data export, without the fields that are only meaningful on this server. */
export function presentExportedWorkout(
  view: WorkoutView,
  { sportLabel, excludedEfforts, planned }: ExportedExtras,
  dialect: DialectFormat,
) {
  const { map, with_file, with_analysis, user, suspended, suspended_at, bounds, ...rest } =
    presentWorkout(view, dialect)
  const { previous_workout, next_workout, elevation_data_source, edited, ...workout } = rest
  const { original_file: original, edits, split_id } = view.workout
  const original_file = original === null ? null : unpackedName(original)
  return withExportDates({
    ...workout,
    original_file,
    sport_label: sportLabel,
    // Absent for most workouts, as in the archive of the contract.
    ...(edits !== null && { edits: fromJson(edits) }),
    ...(split_id !== null && { split_id }),
    ...(excludedEfforts.length > 0 && { excluded_efforts: excludedEfforts }),
    // Null if the owner has said that it follows none.
    ...(planned && { course_id: planned.course?.short_id ?? null }),
  })
}

/** The user's profile in a data export. */
export const presentExportedProfile = (
  view: ProfileView & {
    /** When two-factor login was turned on. While it is off, the profile matches the contract. */
    twoFactorSince: number | undefined
    /** Linked logins. Without any, the profile matches the contract. */
    identities: readonly IdentityRow[]
    passkeys: readonly PasskeyRow[]
    /** Lists that only a data export contains, without those that are empty. */
    lists: Readonly<Record<string, readonly unknown[]>>
  },
  dialect: DialectFormat,
) =>
  withExportDates({
    ...presentProfile(view, dialect),
    ...(view.twoFactorSince !== undefined && {
      two_factor_enabled_at: formatHttpDate(view.twoFactorSince),
    }),
    ...(view.identities.length > 0 && { identities: view.identities.map(presentIdentity) }),
    ...(view.passkeys.length > 0 && { passkeys: view.passkeys.map(presentPasskey) }),
    ...view.lists,
  })

/** A piece of equipment in a data export. */
export const presentExportedEquipment = (item: EquipmentView) =>
  withExportDates(presentEquipment(item))

/** A token in a data export. The server does not know the secret. */
export const presentExportedToken = (token: PersonalTokenRow) =>
  withExportDates(presentPersonalToken(token))

/** A public link to a workout in a data export. The server does not know the secret. */
export const presentExportedShareLink = (link: ShareLinkRow, workoutId: string) =>
  withExportDates({ ...presentShareLink(link), workout_id: workoutId })

/**
 * A privacy zone in a data export, with the metres by which its hidden area is shifted: on another server it must be the
 * same area, because two different ones would give away more than one.
 */
export const presentExportedZone = (zone: PrivacyZoneRow) => ({
  ...presentPrivacyZone(zone),
  offset_north: zone.offset_north,
  offset_east: zone.offset_east,
})

/** The preferences for a sport in a data export. */
export const presentExportedPreference = (preference: SportPreferenceRow) => ({
  sport_id: preference.sport_id,
  color: preference.color,
  is_active: fromSqlBool(preference.is_active),
  stopped_speed_threshold: preference.stopped_speed_threshold,
  pace_speed_display: preference.pace_speed_display,
})

/** The sport of a name in a data export; an empty name stands for recordings without a known sport. */
export const presentExportedSportName = ({ name, sport_id }: SportNameRow) => ({ name, sport_id })

/** A relationship to another user in a data export. */
export const presentExportedRelationship = (one: ExportedRelationship) => ({
  created_at: exportDate(one.created_at),
  relationship: one.relationship,
  username: one.username,
})

/** A like in a data export. */
export const presentExportedLike = ({ kind, short_id, created_at }: ExportedLike) => ({
  created_at: exportDate(created_at),
  [`${kind}_id`]: short_id,
})

/** A comment in a data export. */
export const presentExportedComment = (comment: CommentRow, workoutId: string | null) => ({
  created_at: exportDate(comment.created_at),
  id: comment.short_id,
  modification_date:
    comment.modification_date === null ? null : exportDate(comment.modification_date),
  text: comment.text,
  text_visibility: comment.text_visibility,
  workout_id: workoutId,
})

/** A photo in a data export, whose image is in the archive. */
export const presentExportedPhoto = (photo: AttachedPhoto, file: string) => ({
  description: photo.description,
  file,
  id: photo.short_id,
  latitude: photo.latitude,
  longitude: photo.longitude,
  position: photo.position,
  taken_at: photo.taken_at === null ? null : exportDate(photo.taken_at),
  workout_id: photo.workout_short_id,
})

/** The course of a workout in a data export, identified by the first workout on it. */
export const presentExportedRoute = ({ short_id, is_opposite }: FirstOnRoute) => ({
  first_workout_id: short_id,
  direction: is_opposite ? 'opposite' : 'same',
})

/** Rewrites all dates, at every depth, as `2026-11-21 08:08:18+00:00`. */
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
