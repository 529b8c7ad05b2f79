import type { Json } from '@/lib/text/json-fields'
import type { PackedUpload } from '@/use-cases/imports/receive/unpack'

/** What the export of a Milepost account contains besides workouts. Nothing is validated yet. */
export interface ImportedAccount {
  privacyZones: readonly unknown[]
  /** What the user hides of all workouts; undefined if the export does not say it. */
  privacySettings: unknown
  /** The profile with the preferences; undefined if the export has none. */
  profile: Json | undefined
  picture: PackedUpload | undefined
  sportPreferences: readonly Json[]
  sportNames: readonly Json[]
  /** Yields the courses as JSON, one at a time, because all of them may need much memory. */
  courses: () => AsyncIterable<string>
  /** Yields the segments as JSON. */
  segments: () => AsyncIterable<string>
  /** The courses that the owner has chosen for workouts; null if a workout followed none. */
  planned: readonly { workoutShortId: string; courseShortId: string | null }[]
}
