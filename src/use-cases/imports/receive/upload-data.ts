import type { Visibility } from '@/store/db/schema/columns'

export const DUPLICATE_POLICIES = ['allow', 'skip', 'flag', 'replace-if-richer'] as const
/**
 * How to handle recordings that duplicate a workout: store them (`flag`: and list them in the report), skip them, or
 * retain the richer recording and store the other as an additional original.
 */
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number]

/** The fields of an upload that describe the workouts to create. */
export interface UploadData {
  /** Absent: what the recording itself calls its sport. */
  sport_id?: number | string
  title?: string | null
  description?: string | null
  notes?: string | null
  /** Short identifiers; absent: the user's defaults for the sport. */
  equipment_ids?: unknown
  workout_visibility?: Visibility | null
  analysis_visibility?: Visibility | null
  map_visibility?: Visibility | null
  /** `undefined`, as a word, is the default. */
  media_visibility?: Visibility | 'undefined' | null
  /** Short ids of photos for the workout of a single recording. */
  media_attachment_ids?: unknown
  /** Sports by the name that the recording uses, for this upload; they override the user's saved sport names. */
  sport_names?: Record<string, number>
  /** The sport of recordings with a missing or unknown sport. */
  default_sport_id?: number
  /** How to handle recordings that duplicate a workout; the default is `allow`. */
  duplicates?: DuplicatePolicy
  /** Whether the part that is there of a file that ends in the middle is read. */
  accept_partial?: boolean
  /** When a track without times was begun, `YYYY-MM-DD HH:MM` in the user's time zone, and its seconds. */
  workout_date?: string | null
  duration?: number | null
}
