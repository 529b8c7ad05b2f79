import { isRecordingName } from '@/domain/tracks/formats/recording-extensions'
import { findTable, type TableRow, tableRows } from '@/use-cases/imports/services/declared-table'
import {
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, ExportError } from '@/use-cases/imports/services/read-service-export'

/** A service whose export is a table with a line for each workout, perhaps next to recordings. */
interface TableFormat {
  label: string
  /** Headings by which the table is recognised, in lower case. */
  headings: readonly string[]
  /** Returns the workout of a line; undefined when there is none. */
  workoutOf: (row: TableRow, options: ReadingOptions) => ImportedWorkout | undefined
}

/**
 * Returns a reader for such a service. Recordings come first, so that the lines of the table that summarise them can be
 * recognised.
 */
export const summaryTable = ({ label, headings, workoutOf }: TableFormat): Service => ({
  label,
  isExport: async (archive) => (await findTable(archive, headings)) !== undefined,
  read: async (archive, options): Promise<ExportContent> => {
    const table = await findTable(archive, headings)
    if (table === undefined)
      throw new ExportError(`There is no table of workouts: this is not an export of ${label}.`)
    const recordings = archive.paths.filter(isRecordingName)
    const workouts = recordings.map((path): ImportedWorkout => recordingOf(archive, path))
    for await (const row of tableRows(archive, table)) {
      const workout = workoutOf(row, options)
      if (workout) workouts.push(workout)
      requireWithinLimit(workouts.length, options)
    }
    const used = new Set([table, ...recordings])
    return { workouts: workouts.map(importedEntry), leftOut: listSkipped(archive, used) }
  },
})

const recordingOf = (archive: Archive, path: string): ImportedWorkout => ({
  name: path,
  file: archive.file(path),
  isAnyFile: true,
})
