import {
  declaredClock,
  declaredInstant,
  declaredKilometres,
  declaredMetres,
  declaredNumber,
  declaredText,
} from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, ExportError, rowsIn } from '@/use-cases/imports/services/read-service-export'

const TABLE = 'cardioActivities.csv'

/**
 * Reads exports of Runkeeper accounts: a table of activities in English, with kilometres or miles as selected in the
 * account and dates in the user's local time, and a GPX file for each activity with GPS. Sources of the format: the
 * blog of Runkeeper's developers of 2012, and other readers.
 */
export const runkeeper: Service = {
  label: 'Runkeeper',
  isExport: async (archive) => tablePath(archive) !== undefined,
  read: readRunkeeper,
}

const tablePath = ({ paths }: Archive) =>
  paths.find((path) => path === TABLE || path.endsWith(`/${TABLE}`))

async function readRunkeeper(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const table = tablePath(archive)
  if (table === undefined)
    throw new ExportError(`There is no ${TABLE}: this is not a Runkeeper export.`)
  const folder = table.slice(0, -TABLE.length)
  const workouts: ImportedWorkout[] = []
  let head: string[] | undefined
  for await (const row of rowsIn(archive, table)) {
    requireWithinLimit(workouts.length, options)
    if (head) workouts.push(workoutOf(rowOf(head, row), { archive, folder, ...options }))
    head ??= row
  }
  const used = new Set([table, ...workouts.map(({ file }) => file?.name ?? '')])
  return { workouts: workouts.map(importedEntry), leftOut: listSkipped(archive, used) }
}

/** A row with access by column name, and to the unit in the column's heading. */
interface Row {
  value: (name: string) => string | undefined
  unit: (name: string) => string
}

const COLUMN = /^(.*?)(?:\s*\((\w+)\))?$/

function rowOf(head: readonly string[], row: readonly string[]): Row {
  const columns = new Map(
    head.map((text, index) => {
      const [, name = '', unit = ''] = COLUMN.exec(text.trim()) ?? []
      return [name.toLowerCase(), { value: declaredText(row[index]), unit }] as const
    }),
  )
  return {
    value: (name) => columns.get(name)?.value,
    unit: (name) => columns.get(name)?.unit ?? '',
  }
}

function workoutOf(
  { value, unit }: Row,
  { archive, folder, timezone }: { archive: Archive; folder: string; timezone: string },
): ImportedWorkout {
  const file = value('gpx file')
  return {
    name: file ?? value('activity id') ?? value('date') ?? '?',
    file: file === undefined ? undefined : archive.file(folder + file),
    sport: value('type'),
    title: value('route name'),
    notes: value('notes'),
    withoutTrack: {
      startedAt: declaredInstant(value('date'), timezone),
      distance: declaredKilometres(value('distance'), unit('distance')),
      duration: declaredClock(value('duration')),
      ascent: declaredMetres(value('climb'), unit('climb')),
      calories: declaredNumber(value('calories burned')),
      aveHr: declaredNumber(value('average heart rate')),
    },
  }
}
