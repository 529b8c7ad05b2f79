import { MAX_DESCRIPTION } from '@/domain/reference/photo-limits'
import { findSportId } from '@/domain/reference/sport-named'
import { parseDisplayedDate } from '@/domain/text/displayed-date'
import { formatLocalDay } from '@/lib/time/local-date'
import { declaredNumber, declaredText } from '@/use-cases/imports/services/declared-values'
import { NO_WORKOUT_OF_PHOTO } from '@/use-cases/imports/services/import-photos'
import {
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  MISSING_FILE,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
  type SkippedItem,
  weightsOnly,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, ExportError, rowsIn } from '@/use-cases/imports/services/read-service-export'

/** The table of activities. Its name and the order of its columns are the same in all languages. */
const TABLE = 'activities.csv'
/** The table of captions: paths and texts. */
const CAPTIONS = 'media.csv'
/** Tables whose contents cannot be imported. */
const OTHER_TABLES = { 'comments.csv': 'comments', 'reactions.csv': 'likes' } as const

/** The first columns of all versions. */
const FIRST = { id: 0, date: 1, name: 2, type: 3, description: 4, elapsed: 5, distance: 6 } as const
/** Column of the path of the recording, when no row contains one; true for exports since 2023. */
const DEFAULT_FILE = 12
/** Minimum number of columns of a table, as in exports of 2018. */
const MINIMUM = 10
/** Columns relative to that of the recording. Strava has added more columns before it over the years. */
const FROM_FILE = {
  ...{ gear: -1, weight: 1, moving: 4, metres: 5, ascent: 8, descent: 9 },
  ...{ maxHr: 18, aveHr: 19, maxPower: 20, avePower: 21, calories: 22 },
} as const
/** Columns of commutes, and of private notes in tables that have them. */
const NEWER = { privateNote: -2, commute: -3 } as const
const OLDER = { commute: -2 } as const

const RECORDING = /^activities\//
/** Paths of photos and videos, in one cell. */
const MEDIA = /^media\/[^|]+(?:\|media\/[^|]+)*$/
const VIDEO = /\.(?:mp4|mov|m4v|webm|avi|3gp)$/i
/** Headings of the column of recordings in several languages, used when no row contains a path. */
const FILE_HEAD =
  /file|datei|fichier|archivo|arquivo|ficheiro|bestand|plik|soubor|filn|tiedosto|dosya|fájl|αρχεί|файл|ファイル|파일|文件|檔/i

/**
 * Reads exports of Strava accounts: titles, descriptions, private notes, types, gear, body weights and recordings.
 * Activities without a recording become workouts without recording. Photos are imported; videos, comments and likes are
 * skipped; the report contains the number of comments and likes. Sources of the format: the help pages of Strava, and readers of exports in several languages
 * and years.
 */
export const strava: Service = {
  label: 'Strava',
  isExport: async (archive) => {
    const table = tablePath(archive)
    return table !== undefined && (await isStravaTable(archive, table))
  },
  read: readStrava,
}

const tablePath = ({ paths }: Archive) =>
  paths.find((name) => name === TABLE || name.endsWith(`/${TABLE}`))

/** Number of rows by which a table is recognised. */
const SAMPLE = 20

/**
 * Whether a table of this name is Strava's, by its rows, as headings depend on the language: other services also export
 * an `activities.csv`. If there are no rows, or they cannot be read, the heading decides.
 */
async function isStravaTable(archive: Archive, table: string): Promise<boolean> {
  let head: string[] | undefined
  let count = 0
  try {
    for await (const row of rowsIn(archive, table)) {
      if (head && isActivity(row)) return true
      head ??= row
      if (head.length < MINIMUM || ++count > SAMPLE) return false
    }
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    return (head?.length ?? 0) >= MINIMUM
  }
  return count === 1 && head?.some((name) => FILE_HEAD.test(name)) === true
}

/** Whether a row has a recording in the folder of Strava's recordings, or an id, a date and numbers in its columns. */
function isActivity(row: readonly string[]): boolean {
  if (row.some((value) => RECORDING.test(value))) return true
  const [seconds, distance] = [row[FIRST.elapsed], row[FIRST.distance]].map(declaredNumber)
  return (
    /^\d+$/.test(row[FIRST.id] ?? '') &&
    parseDisplayedDate(row[FIRST.date] ?? '') !== undefined &&
    (seconds !== undefined || distance !== undefined)
  )
}

async function readStrava(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const table = tablePath(archive)
  if (table === undefined)
    throw new ExportError(`There is no ${TABLE}: this is not a Strava export.`)
  const folder = table.slice(0, -TABLE.length)
  const columns = await findColumns(archive, table)
  const workouts: ImportedWorkout[] = []
  const missing: SkippedItem[] = []
  const weights: { startedAt: number; kilograms: number }[] = []
  const captions = await readCaptions(archive, folder)
  const used = new Set([table, ...(captions.size > 0 ? [folder + CAPTIONS] : [])])
  for await (const row of activitiesIn(archive, table)) {
    const path = declaredText(row[columns.file])
    requireWithinLimit(workouts.length, options)
    const workout = workoutOf(row, columns, (name) => archive.file(folder + name))
    const photos = photosOf(row, { archive, folder, captions })
    for (const { file } of photos) used.add(file.name)
    workouts.push({ ...workout, ...(photos.length > 0 && { photos }) })
    const kilograms = declaredNumber(row[columns.weight])
    if (workout.startedAt !== undefined && kilograms !== undefined)
      weights.push({ startedAt: workout.startedAt, kilograms })
    if (path === undefined) continue
    used.add(folder + path)
    if (!archive.has(folder + path)) missing.push({ name: path, reason: MISSING_FILE })
  }
  const leftOut = [...missing, ...(await othersIn(archive, folder, used))]
  const measures = weightsOnly(changedWeights(weights, options.timezone))
  return { workouts: workouts.map(importedEntry), leftOut, measures }
}

/** The rows of a table below its head. */
async function* activitiesIn(archive: Archive, table: string): AsyncGenerator<string[]> {
  let isHead = true
  for await (const row of rowsIn(archive, table)) {
    if (!isHead) yield row
    isHead = false
  }
}

/** Where the photos of an export are. */
interface PhotoSource {
  archive: Archive
  folder: string
  captions: ReadonlyMap<string, string>
}

/** The photos of an activity in the archive. The position of their column has changed over the years. */
function photosOf(row: readonly string[], { archive, folder, captions }: PhotoSource) {
  const paths = row.find((value) => MEDIA.test(value))?.split('|') ?? []
  return paths.flatMap((name) => {
    const file = VIDEO.test(name) ? undefined : archive.file(folder + name)
    return file ? [{ file, description: captions.get(name) }] : []
  })
}

/** Reads the captions of photos by their paths; empty if there are none, or if they cannot be read. */
async function readCaptions(archive: Archive, folder: string): Promise<Map<string, string>> {
  const captions = new Map<string, string>()
  if (!archive.has(folder + CAPTIONS)) return captions
  try {
    for await (const [path = '', caption = ''] of rowsIn(archive, folder + CAPTIONS))
      if (path.startsWith('media/') && caption !== '')
        captions.set(path, caption.slice(0, MAX_DESCRIPTION))
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
  }
  return captions
}

/** Returns the body weight on each day on which it differs from the one before. Strava repeats it in every activity. */
function changedWeights(
  weights: readonly { startedAt: number; kilograms: number }[],
  timezone: string,
) {
  const sorted = weights.toSorted((one, other) => one.startedAt - other.startedAt)
  const changes = sorted.filter(
    ({ kilograms }, index) => kilograms !== sorted[index - 1]?.kilograms,
  )
  return changes.map(({ startedAt, kilograms }) => ({
    day: formatLocalDay(startedAt, timezone),
    kilograms,
  }))
}

/** Id of Cycling (Sport), of which commutes are a separate sport. */
const RIDE = 1

type Column = keyof typeof FIRST | keyof typeof FROM_FILE | 'file' | 'commute' | 'privateNote'
type Columns = Partial<Record<Column, number>> & { file: number; weight: number }

/** Finds the columns of a table: that of the recordings by their paths, the others relative to it. */
async function findColumns(archive: Archive, table: string): Promise<Columns> {
  let head: string[] | undefined
  for await (const row of rowsIn(archive, table)) {
    head ??= row
    const found = row.findIndex((value) => RECORDING.test(value))
    if (found >= 0) return columnsAround(found)
  }
  const called = (head ?? []).findIndex((name) => FILE_HEAD.test(name))
  return columnsAround(called < 0 ? DEFAULT_FILE : called)
}

function columnsAround(file: number): Columns {
  const around = { ...FROM_FILE, ...(file < DEFAULT_FILE ? OLDER : NEWER) }
  const places = Object.entries(around).map(([name, distance]) => [name, file + distance] as const)
  return { ...FIRST, ...Object.fromEntries(places), file, weight: file + FROM_FILE.weight }
}

function workoutOf(
  row: string[],
  columns: Columns,
  fileAt: (name: string) => ImportedWorkout['file'],
): ImportedWorkout {
  const field = (name: Column) => declaredText(row[columns[name] ?? -1])
  const number = (name: Column) => declaredNumber(field(name))
  const isCommute = /^(true|1(\.0)?)$/i.test(field('commute') ?? '')
  const type = field('type')
  const metres = number('metres')
  const file = field('file')
  return {
    name: file ?? field('id') ?? '?',
    file: file === undefined ? undefined : fileAt(file),
    sport: isCommute && findSportId(type) === RIDE ? 'commute' : type,
    title: field('name'),
    description: field('description'),
    notes: field('privateNote'),
    startedAt: parseDisplayedDate(field('date') ?? ''),
    distance: metres === undefined ? number('distance') : metres / 1000,
    duration: number('moving') ?? number('elapsed'),
    ascent: number('ascent'),
    descent: number('descent'),
    calories: number('calories'),
    aveHr: number('aveHr'),
    maxHr: number('maxHr'),
    avePower: number('avePower'),
    maxPower: number('maxPower'),
    gear: [field('gear')].filter((label) => label !== undefined),
  }
}

/** Counts the rows of a table up to the first error. */
async function countRows(archive: Archive, path: string): Promise<number> {
  let count = 0
  try {
    for await (const _ of rowsIn(archive, path)) count += 1
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
  }
  return count
}

/** Lists the other files of the archive, with the number of comments and likes. */
async function othersIn(
  archive: Archive,
  folder: string,
  used: Set<string>,
): Promise<SkippedItem[]> {
  const counted: SkippedItem[] = []
  for (const [name, what] of Object.entries(OTHER_TABLES)) {
    const path = folder + name
    if (!archive.has(path)) continue
    used.add(path)
    const rows = await countRows(archive, path)
    counted.push({ name: path, reason: `${Math.max(0, rows - 1)} ${what} have no place here` })
  }
  const others = listSkipped(archive, used).map(({ name, reason }) =>
    /(^|\/)media\//.test(name)
      ? {
          name,
          reason: VIDEO.test(name) ? 'videos have no place here' : NO_WORKOUT_OF_PHOTO,
        }
      : { name, reason },
  )
  return [...counted, ...others]
}
