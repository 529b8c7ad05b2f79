import type { Visibility } from '@/db/columns'
import type { PackedFile } from './unpack'

/** A workout as the export of another service tells of it. */
export interface MovedWorkout {
  /** What it is called in the report: a file or an id of the export. */
  name: string
  /** The recording; undefined when the service keeps none. */
  file: PackedFile | undefined
  /** What the export calls the sport; undefined when it does not say. */
  sport: string | undefined
  title: string | undefined
  description: string | undefined
  notes: string | undefined
  /** Milliseconds since the Unix epoch, where the export says so. */
  startedAt: number | undefined
  /** Kilometres. */
  distance: number | undefined
  /** Whole seconds. */
  duration: number | undefined
  /** Metres. */
  ascent: number | undefined
  descent: number | undefined
  calories: number | undefined
  /** Labels of what was used. */
  gear: string[]
  isPrivate: boolean
  /** Where the export comes from a server like this one: what stays as it was. */
  kept?: {
    shortId: string
    createdAt: number
    levels: Partial<
      Record<'workout_visibility' | 'analysis_visibility' | 'map_visibility', Visibility>
    >
  }
}

/** Something of an export that is left out, and why. */
export interface LeftOut {
  name: string
  reason: string
}

/** What an export holds that can be moved here; to be closed after the move. */
export interface Export {
  workouts: MovedWorkout[]
  leftOut: LeftOut[]
  /** Comments of the owner on the workouts, by the short ids of those. */
  comments: MovedComment[]
  equipments: MovedEquipment[]
  close: () => void
}

export interface MovedComment {
  shortId: string
  workoutShortId: string
  text: string
  visibility: Visibility
  createdAt: number
  modifiedAt: number | null
}

export interface MovedEquipment {
  label: string
  typeId: number
  description: string | null
  isActive: boolean
  defaultSportIds: number[]
}

/** An export that cannot be read; the message says why. */
export class ExportError extends Error {
  override name = 'ExportError'
}
