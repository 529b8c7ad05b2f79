import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import type { EffortTarget } from '@/store/db/queries/workouts/excluded-efforts'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { Visibility } from '@/store/db/schema/columns'
import type { ImportedAccount } from '@/use-cases/imports/account/imported-account'
import { TOO_MANY_FILES } from '@/use-cases/imports/receive/archive'
import type { PackedUpload } from '@/use-cases/imports/receive/unpack'
import type { SummaryStart } from '@/use-cases/imports/store/store-workouts'
import type { ImportedPhoto } from './import-photos'
import { type Archive, ExportError } from './read-service-export'

/** Declared values of a workout, sufficient to create it without a recording. Absent if the export lacks them. */
export interface DeclaredNumbers {
  /** Name of the sport in the export. */
  sport?: string | undefined
  title?: string | undefined
  /** Milliseconds since the Unix epoch. */
  startedAt?: number | undefined
  /** Kilometres. */
  distance?: number | undefined
  /** Seconds. */
  duration?: number | undefined
  /** Seconds in motion; all of `duration` if the export lacks them. */
  moving?: number | undefined
  /** Metres. */
  ascent?: number | undefined
  descent?: number | undefined
  calories?: number | undefined
  /** Beats per minute. */
  aveHr?: number | undefined
  maxHr?: number | undefined
  /** Watts. */
  avePower?: number | undefined
  maxPower?: number | undefined
}

/** Values that apply to a recording in addition to what it contains. */
export type DeclaredExtras = Pick<ImportedWorkout, 'title' | 'description' | 'isPrivate' | 'gear'>

/**
 * A workout in the export of another service. The inherited values describe the recording exactly, if present, and help
 * to find a stored workout.
 */
export interface ImportedWorkout extends DeclaredNumbers {
  /** Its name in the import report: a file or an id of the export. */
  name: string
  /** Undefined when the service has no recording of the workout. */
  file?: PackedUpload | undefined
  /** Whether the file may contain anything. A file without a track is then skipped instead of reported as an error. */
  isAnyFile?: boolean
  description?: string | undefined
  notes?: string | undefined
  /**
   * Values to use when there is no recording or it has no track. Their start time may be inexact if the export lacks a
   * time zone.
   */
  withoutTrack?: DeclaredNumbers | (() => Promise<DeclaredNumbers>)
  /** Returns values for a recording from its start time (milliseconds), which is known only when it has been read. */
  declaredAt?: (startedAt: number) => DeclaredExtras | undefined
  /**
   * Given for a summary whose recording may be in the export under a name that does not show it. It becomes a workout
   * only if no workout of the user starts at the same time.
   */
  summary?: SummaryStart
  /** Whether the name of the recording is not suitable as a title. */
  isNameless?: boolean
  photos?: readonly ImportedPhoto[]
  /** Labels of the equipment used. */
  gear?: string[]
  /** Whether the workout was private on the service. */
  isPrivate?: boolean
  /** Values that are taken over unchanged, for exports of servers like this one. */
  preserved?: {
    shortId: string
    createdAt: number
    columns: Partial<
      Pick<WorkoutRow, 'modification_date' | 'calories' | 'weather_start' | 'weather_end'>
    >
    /** Short ids of the segments, in order. */
    segmentIds: readonly string[]
    levels: Partial<
      Record<
        'workout_visibility' | 'analysis_visibility' | 'map_visibility' | 'media_visibility',
        Visibility
      >
    >
    /** The leg of the file that the workout is; absent for a workout from a whole file. */
    leg?: number | undefined
    /** The multisport event that it belongs to. */
    eventId?: string | undefined
    /** Edits of its recording, and what links the parts of a recording that was split. */
    edits?: TrackEdits | undefined
    splitId?: string | undefined
    /** Whether it is excluded from records, and its excluded efforts. */
    isExcluded?: boolean
    excludedEfforts?: readonly EffortTarget[]
  }
}

/** An entry of an export. It is read when its turn comes, and results in a workout or the reason for skipping it. */
export interface ImportedEntry {
  name: string
  /** Compressed size of its files, in bytes. */
  packedSize: number
  photos?: readonly ImportedPhoto[] | undefined
  /** @throws ExportError when it cannot be read */
  load: () => Promise<ImportedWorkout | { leftOut: string }>
}

/** Returns the entry of a workout that has been read already. */
export const importedEntry = (workout: ImportedWorkout): ImportedEntry => ({
  name: workout.name,
  packedSize: workout.file?.packedSize ?? 0,
  photos: workout.photos,
  load: async () => workout,
})

/** An item of an export that is skipped, with the reason. */
export interface SkippedItem {
  name: string
  reason: string
}

/** Why an entry is skipped whose file is missing. */
export const MISSING_FILE = 'the export names the file, but does not hold it'

/** Lists the files of an archive that are not used. */
export const listSkipped = (
  { paths }: Archive,
  used: ReadonlySet<string>,
  reason = 'no workout',
): SkippedItem[] => paths.filter((path) => !used.has(path)).map((name) => ({ name, reason }))

/** Contents of an export that can be imported. */
export interface ExportContent {
  /** The order is the same each time the export is read. */
  workouts: readonly ImportedEntry[]
  leftOut: readonly SkippedItem[]
  /** The owner's comments on the workouts, which they reference by short id. */
  comments?: readonly ImportedComment[]
  /** Short ids of the owner's workouts that the owner likes. Exports do not contain the likes of other users. */
  liked?: readonly string[]
  equipments?: readonly ImportedEquipment[]
  measures?: ImportedTrainingData
  /** What else the export of a Milepost account contains. */
  account?: ImportedAccount
}

/** A reader for the exports of one service. */
export interface Service {
  /** Name of the service. */
  label: string
  /** Detects an export by the paths in the archive and the first bytes of a few files. */
  isExport: (archive: Archive) => Promise<boolean>
  /** @throws ExportError when it is not an export of this service, cannot be read, or has too many entries */
  read: (archive: Archive, options: ReadingOptions) => Promise<ExportContent>
}

export interface ReadingOptions {
  /** Time zone for times without one. */
  timezone: string
  /** Maximum number of entries that may become workouts. */
  limit: number
}

/** @throws ExportError when there are more entries than the limit */
export function requireWithinLimit(count: number, { limit }: ReadingOptions): void {
  if (count > limit) throw new ExportError(TOO_MANY_FILES)
}

export interface ImportedComment {
  shortId: string
  workoutShortId: string
  text: string
  visibility: Visibility
  createdAt: number
  modifiedAt: number | null
}

export interface ImportedEquipment {
  label: string
  typeId: number
  description: string | null
  isActive: boolean
  defaultSportIds: number[]
  visibility?: Visibility | undefined
  /** For exports of servers like this one. */
  created?: { shortId: string; createdAt: number }
}

/** The owner's weights and thresholds, not validated yet. Implausible values are skipped on import. */
export interface ImportedTrainingData {
  weights: readonly { day: string; kilograms: number }[]
  /** Without a sport, a threshold applies to all sports that have none. */
  thresholds: readonly {
    kind: string
    sportId: number | undefined
    /** Label of that sport; only in newer exports. */
    sportLabel?: string | undefined
    day: string
    value: number
  }[]
  zoneRules: { heartRateModel: string; trimpWeighting: string; energyFormula: string } | undefined
}

/** Returns training data that consist of weights. */
export const weightsOnly = (weights: ImportedTrainingData['weights']): ImportedTrainingData => ({
  weights,
  thresholds: [],
  zoneRules: undefined,
})
