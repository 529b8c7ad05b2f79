import type { Policy } from './last-choices'

/** Options that apply to all files of an upload. */
export type UploadFields = {
  title: string
  notes: string
  /** What to do with recordings that duplicate a workout. */
  duplicates: Policy
  /** Whether truncated files are imported up to the point where they end. */
  partial: boolean
  /** Default sport for files without one; null until it is chosen. */
  defaultSport: number | null
}
