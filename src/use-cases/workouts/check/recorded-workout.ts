import type { SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import type { MeasuredSegment } from '@/domain/tracks/streams/packed-segment'
import type { LoadRegions } from '@/services/regions/load-regions'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SegmentRow } from '@/store/db/queries/workouts/segments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { WrongValue } from '@/store/db/schema/wrong-values'

/** A workout and the points of its recording, from which the values below are recomputed. */
export interface RecordedWorkout {
  workout: WorkoutRow
  /** In the order of the file. */
  segments: readonly ({ row: SegmentRow } & MeasuredSegment)[]
  /** Results of the analysis; undefined while the workout waits for the background analysis. */
  analysed: SegmentAnalysis | undefined
  /** Loads the borders of regions. The comparison awaits it before anything is repaired in a transaction. */
  loadRegions: LoadRegions
  /** Whether its values may come from the server that it was migrated from. */
  isMigrated: boolean
}

/** Values derived from recorded points, with their check and repair. */
export interface RecordedValues {
  what: string
  /** `table.column`. */
  columns: readonly string[]
  /** Returns the wrong values, row by row. */
  compare: (db: Db, recorded: RecordedWorkout) => Promise<WrongValue[][]> | WrongValue[][]
  repair: (tx: Tx, recorded: RecordedWorkout) => Promise<void>
}

/** Names columns of a table as `table.column`. */
export const columnsOf = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`)
