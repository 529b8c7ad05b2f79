/** A change to the points of a recording. The file itself never changes. Times are milliseconds since the Unix epoch. */
export type TrackEdit =
  /** Keeps the points between two times, both inclusive; null means the start or end of the recording. */
  | { readonly kind: 'trim'; readonly from: number | null; readonly to: number | null }
  /** Removes the points between two times, both inclusive. */
  | { readonly kind: 'remove'; readonly from: number; readonly to: number }
  /** Keeps the points before a time, or those from then on. Another workout has the other part. */
  | { readonly kind: 'split'; readonly at: number; readonly keeps: 'before' | 'after' }
  /** Deletes positions and readings that no human can have caused. */
  | {
      readonly kind: 'spikes'
      /** Metres per second; null when the greatest speed of the sport is not known. */
      readonly max_speed: number | null
    }

/** The edits of a recording, in the order in which they were made, with values of the whole recording. */
export interface TrackEdits {
  /** Start of the workout before the first edit, in milliseconds since the Unix epoch. */
  readonly start: number
  /** Its duration in seconds, which the times of a line without times are spread over. */
  readonly duration: number
  readonly list: readonly TrackEdit[]
}

/** Maximum number of edits of one recording. */
export const MAX_EDITS = 100
