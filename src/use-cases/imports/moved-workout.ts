import type { Visibility } from '@/db/columns'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { Archive } from './export-archive'
import type { PackedFile } from './unpack'

/** What a workout without a recording is made of, as far as it is told. */
export interface ToldNumbers {
  /** What the export calls the sport; undefined when it does not say. */
  sport?: string | undefined
  title?: string | undefined
  /** Milliseconds since the Unix epoch, where the export says so. */
  startedAt?: number | undefined
  /** Kilometres. */
  distance?: number | undefined
  /** Whole seconds. */
  duration?: number | undefined
  /** Metres. */
  ascent?: number | undefined
  descent?: number | undefined
  calories?: number | undefined
  /** Beats per minute. */
  aveHr?: number | undefined
  maxHr?: number | undefined
}

/** A workout as the export of another service tells of it; its own numbers are exact, and may serve to find it here. */
export interface MovedWorkout extends ToldNumbers {
  /** What it is called in the report: a file or an id of the export. */
  name: string
  /** The recording; undefined when the service keeps none. */
  file?: PackedFile | undefined
  /** Whether the file may be anything: what has no track is left out then, and no failure. */
  isAnyFile?: boolean
  description?: string | undefined
  notes?: string | undefined
  /** Its numbers where there is no recording, or one without a track; dates may be those of the owner's clock. */
  withoutTrack?: ToldNumbers | (() => Promise<ToldNumbers>)
  /** What is told of a recording by its start, milliseconds: known when it was read. */
  toldAt?: (
    startedAt: number,
  ) => Pick<MovedWorkout, 'title' | 'description' | 'isPrivate'> | undefined
  /** Whether the recording has a name that says nothing. */
  isNameless?: boolean
  /** Labels of what was used. */
  gear?: string[]
  /** Whether nobody else was to see it. */
  isPrivate?: boolean
  /** Where the export comes from a server like this one: what stays as it was. */
  kept?: {
    shortId: string
    createdAt: number
    columns: Partial<
      Pick<WorkoutRow, 'modification_date' | 'calories' | 'weather_start' | 'weather_end'>
    >
    /** Short ids of the segments, in their order. */
    segmentIds: readonly string[]
    levels: Partial<
      Record<'workout_visibility' | 'analysis_visibility' | 'map_visibility', Visibility>
    >
  }
}

/** An entry of an export, told when its turn comes: a workout, or the reason why it is left out. */
export interface MovedEntry {
  name: string
  /** Bytes of its files as they are packed. */
  packedSize: number
  /** @throws ExportError when it cannot be read */
  load: () => Promise<MovedWorkout | { leftOut: string }>
}

/** The entry of a workout that is known already. */
export const movedEntry = (workout: MovedWorkout): MovedEntry => ({
  name: workout.name,
  packedSize: workout.file?.packedSize ?? 0,
  load: async () => workout,
})

/** Something of an export that is left out, and why. */
export interface LeftOut {
  name: string
  reason: string
}

/** What is in an archive besides the paths that are used. */
export const leftOutOf = (
  { paths }: Archive,
  used: ReadonlySet<string>,
  reason = 'no workout',
): LeftOut[] => paths.filter((path) => !used.has(path)).map((name) => ({ name, reason }))

/** What an export holds that can be moved here. */
export interface ExportContent {
  /** In an order that is the same whenever it is read. */
  workouts: readonly MovedEntry[]
  leftOut: readonly LeftOut[]
  /** Comments of the owner on the workouts, by the short ids of those. */
  comments?: readonly MovedComment[]
  /** Short ids of own workouts that the owner likes: exports do not say who else does. */
  liked?: readonly string[]
  equipments?: readonly MovedEquipment[]
  measures?: MovedMeasures
}

/** How the exports of a service are told from other archives, and read. */
export interface Service {
  /** What the service is called. */
  label: string
  /** Judged by the paths in the archive, and the first bytes of a few files. */
  isExport: (archive: Archive) => Promise<boolean>
  /** @throws ExportError when it is no such export, or cannot be read */
  read: (archive: Archive, owner: ExportOwner) => Promise<ExportContent>
}

/** Who moves in: times without a zone are theirs. */
export interface ExportOwner {
  timezone: string
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
  visibility?: Visibility | undefined
  /** Where the export comes from a server like this one. */
  kept?: { shortId: string; createdAt: number }
}

/** What the owner noted about themselves, as it was written: what nobody has is passed over. */
export interface MovedMeasures {
  weights: readonly { day: string; kilograms: number }[]
  /** Without a sport for all that have none of their own. */
  thresholds: readonly { kind: string; sportId: number | undefined; day: string; value: number }[]
  zoneRules: { heartRateModel: string; trimpWeighting: string; energyFormula: string } | undefined
}
