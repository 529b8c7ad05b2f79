import type { Policy } from './remembered-policy'

/** How the files of one upload are treated. */
export type UploadFields = {
  title: string
  notes: string
  /** What becomes of a recording that repeats a workout. */
  duplicates: Policy
  /** Whether files that end in the middle are read as far as they go. */
  partial: boolean
  /** The sport of files that name none; null while nobody has said. */
  usual: number | null
}
