import { type Archive, ExportError, rowsIn } from './export-archive'
import {
  type ExportContent,
  type ExportOwner,
  leftOutOf,
  type MovedWorkout,
  movedEntry,
  type Service,
} from './moved-workout'
import {
  toldClock,
  toldInstant,
  toldKilometres,
  toldMetres,
  toldNumber,
  toldText,
} from './told-values'

const TABLE = 'cardioActivities.csv'

/**
 * The export of a Runkeeper account: a table of activities in English, with kilometres or miles as the account shows
 * them and dates on the clock of their owner, and a GPX file beside it for each activity that has a line. Layout: the
 * developers' blog of Runkeeper of 2012, and readers of the table.
 */
export const runkeeper: Service = {
  label: 'Runkeeper',
  isExport: async (archive) => tablePath(archive) !== undefined,
  read: readRunkeeper,
}

const tablePath = ({ paths }: Archive) =>
  paths.find((path) => path === TABLE || path.endsWith(`/${TABLE}`))

async function readRunkeeper(archive: Archive, owner: ExportOwner): Promise<ExportContent> {
  const table = tablePath(archive)
  if (table === undefined)
    throw new ExportError(`There is no ${TABLE}: this is no export of Runkeeper.`)
  const folder = table.slice(0, -TABLE.length)
  const workouts: MovedWorkout[] = []
  let head: string[] | undefined
  for await (const row of rowsIn(archive, table)) {
    if (head) workouts.push(workoutOf(rowOf(head, row), { archive, folder, owner }))
    head ??= row
  }
  const used = new Set([table, ...workouts.map(({ file }) => file?.name ?? '')])
  return { workouts: workouts.map(movedEntry), leftOut: leftOutOf(archive, used) }
}

/** A row by the names of its columns, and the units that stand behind those. */
interface Row {
  value: (name: string) => string | undefined
  unit: (name: string) => string
}

const COLUMN = /^(.*?)(?:\s*\((\w+)\))?$/

function rowOf(head: readonly string[], row: readonly string[]): Row {
  const columns = new Map(
    head.map((text, index) => {
      const [, name = '', unit = ''] = COLUMN.exec(text.trim()) ?? []
      return [name.toLowerCase(), { value: toldText(row[index]), unit }] as const
    }),
  )
  return {
    value: (name) => columns.get(name)?.value,
    unit: (name) => columns.get(name)?.unit ?? '',
  }
}

function workoutOf(
  { value, unit }: Row,
  { archive, folder, owner }: { archive: Archive; folder: string; owner: ExportOwner },
): MovedWorkout {
  const file = value('gpx file')
  return {
    name: file ?? value('activity id') ?? value('date') ?? '?',
    file: file === undefined ? undefined : archive.file(folder + file),
    sport: value('type'),
    title: value('route name'),
    notes: value('notes'),
    withoutTrack: {
      startedAt: toldInstant(value('date'), owner.timezone),
      distance: toldKilometres(value('distance'), unit('distance')),
      duration: toldClock(value('duration')),
      ascent: toldMetres(value('climb'), unit('climb')),
      calories: toldNumber(value('calories burned')),
      aveHr: toldNumber(value('average heart rate')),
    },
  }
}
