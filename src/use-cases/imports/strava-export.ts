import { parseShownDate } from '@/lib/shown-date'
import { type Archive, ExportError, rowsIn } from './export-archive'
import {
  type ExportContent,
  type LeftOut,
  leftOutOf,
  type MovedWorkout,
  movedEntry,
  type Service,
} from './moved-workout'
import { toldNumber, toldText } from './told-values'

/** The table of activities; its name is the same in all languages, and so is the order of its columns. */
const TABLE = 'activities.csv'
/** Tables of what has no place here. */
const OTHER_TABLES = { 'comments.csv': 'comments', 'reactions.csv': 'likes' } as const

/** Columns in front of all others. */
const FIRST = { id: 0, date: 1, name: 2, type: 3, description: 4, elapsed: 5, distance: 6 } as const
/** Where the path of the recording stands, if nothing tells: in exports since 2023. */
const USUAL_FILE = 12
/** Fewest columns of a table, as exports had them in 2018. */
const FEWEST = 10
/** Columns by their distance from the recording; in between more have come over the years. */
const FROM_FILE = { gear: -1, moving: 4, metres: 5, ascent: 8, descent: 9, calories: 22 } as const
/** In tables with private notes, they and the commutes stand here. */
const NEWER = { privateNote: -2, commute: -3 } as const
const OLDER = { commute: -2 } as const

const RECORDING = /^activities\//
/** What the column of recordings is called, where no activity has one. */
const FILE_HEAD =
  /file|datei|fichier|archivo|arquivo|ficheiro|bestand|plik|файл|ファイル|파일|文件|檔/i

/**
 * The export of a Strava account: titles, descriptions, private notes, types, gear and recordings. Activities without
 * a recording keep their numbers; media are counted and left out, and so are comments and likes. Layout: Strava's
 * "bulk export" as its help pages tell and readers know it, in several languages and years.
 */
export const strava: Service = {
  label: 'Strava',
  isExport: async (archive) => {
    const table = tablePath(archive)
    if (table === undefined) return false
    const [line = ''] = new TextDecoder().decode(await archive.head(table, 4096)).split('\n')
    return line.split(',').length >= FEWEST
  },
  read: readStrava,
}

const tablePath = ({ paths }: Archive) =>
  paths.find((name) => name === TABLE || name.endsWith(`/${TABLE}`))

async function readStrava(archive: Archive): Promise<ExportContent> {
  const table = tablePath(archive)
  if (table === undefined)
    throw new ExportError(`There is no ${TABLE}: this is no export of Strava.`)
  const folder = table.slice(0, -TABLE.length)
  const columns = await findColumns(archive, table)
  const workouts: MovedWorkout[] = []
  const missing: LeftOut[] = []
  const used = new Set([table])
  let isHead = true
  for await (const row of rowsIn(archive, table)) {
    const path = toldText(row[columns.file])
    if (!isHead) workouts.push(workoutOf(row, columns, (name) => archive.file(folder + name)))
    if (!isHead && path !== undefined) {
      used.add(folder + path)
      if (!archive.has(folder + path)) missing.push({ name: path, reason: MISSING })
    }
    isHead = false
  }
  const leftOut = [...missing, ...(await othersIn(archive, folder, used))]
  return { workouts: workouts.map(movedEntry), leftOut }
}

const MISSING = 'the export names the file, but does not hold it'

type Column = keyof typeof FIRST | keyof typeof FROM_FILE | 'file' | 'commute' | 'privateNote'
type Columns = Partial<Record<Column, number>> & { file: number }

/** The places of columns: the recordings are known by their paths, the others by where they stand from there. */
async function findColumns(archive: Archive, table: string): Promise<Columns> {
  let head: string[] | undefined
  for await (const row of rowsIn(archive, table)) {
    head ??= row
    const found = row.findIndex((value) => RECORDING.test(value))
    if (found >= 0) return columnsAround(found)
  }
  const called = (head ?? []).findIndex((name) => FILE_HEAD.test(name))
  return columnsAround(called < 0 ? USUAL_FILE : called)
}

function columnsAround(file: number): Columns {
  const around = { ...FROM_FILE, ...(file < USUAL_FILE ? OLDER : NEWER) }
  const places = Object.entries(around).map(([name, distance]) => [name, file + distance] as const)
  return { ...FIRST, ...Object.fromEntries(places), file }
}

function workoutOf(
  row: string[],
  columns: Columns,
  fileAt: (name: string) => MovedWorkout['file'],
): MovedWorkout {
  const field = (name: Column) => toldText(row[columns[name] ?? -1])
  const number = (name: Column) => toldNumber(field(name))
  const isCommute = /^(true|1(\.0)?)$/i.test(field('commute') ?? '')
  const type = field('type')
  const isRide = type !== undefined && /ride|radfahr|v[ée]lo|bici|fiets|giro/i.test(type)
  const metres = number('metres')
  const file = field('file')
  return {
    name: file ?? field('id') ?? '?',
    file: file === undefined ? undefined : fileAt(file),
    sport: isCommute && isRide ? 'commute' : type,
    title: field('name'),
    description: field('description'),
    notes: field('privateNote'),
    startedAt: parseShownDate(field('date') ?? ''),
    distance: metres === undefined ? number('distance') : metres / 1000,
    duration: number('moving') ?? number('elapsed'),
    ascent: number('ascent'),
    descent: number('descent'),
    calories: number('calories'),
    gear: [field('gear')].filter((label) => label !== undefined),
  }
}

/** Rows of a table, as far as it can be read. */
async function countRows(archive: Archive, path: string): Promise<number> {
  let count = 0
  try {
    for await (const _ of rowsIn(archive, path)) count += 1
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
  }
  return count
}

/** What else is there, with how many comments and likes there are. */
async function othersIn(archive: Archive, folder: string, used: Set<string>): Promise<LeftOut[]> {
  const counted: LeftOut[] = []
  for (const [name, what] of Object.entries(OTHER_TABLES)) {
    const path = folder + name
    if (!archive.has(path)) continue
    used.add(path)
    const rows = await countRows(archive, path)
    counted.push({ name: path, reason: `${Math.max(0, rows - 1)} ${what} have no place here` })
  }
  const others = leftOutOf(archive, used).map(({ name, reason }) =>
    /(^|\/)media\//.test(name)
      ? { name, reason: 'photos and videos have no place here' }
      : { name, reason },
  )
  return [...counted, ...others]
}
