import { parse } from 'csv-parse/sync'
import { parseShownDate } from '@/lib/shown-date'
import { type Archive, ExportError, unreadable } from './export-archive'
import {
  type ExportContent,
  type LeftOut,
  type MovedWorkout,
  movedEntry,
  type Service,
} from './moved-workout'

/** The table of activities; its columns stand in the same order whatever the language of the account. */
const TABLE = 'activities.csv'

/**
 * Columns of the table by their place. The first block repeats in other units further on: metres at 17.
 * Layout: Strava's "bulk export" as documented in its help pages and seen by readers such as statistics-for-strava.
 */
const COLUMN = {
  id: 0,
  date: 1,
  name: 2,
  type: 3,
  description: 4,
  elapsed: 5,
  distance: 6,
  commute: 9,
  privateNote: 10,
  gear: 11,
  file: 12,
  moving: 16,
  metres: 17,
  ascent: 20,
  descent: 21,
  calories: 34,
} as const

/**
 * The export of a Strava account: titles, descriptions, private notes, types, gear and recordings. Activities without
 * a recording keep their numbers; media are counted and left out.
 */
export const strava: Service = {
  label: 'Strava',
  isExport: async (archive) => {
    const table = tableIn(archive)
    if (table === undefined) return false
    const [line = ''] = new TextDecoder().decode(await archive.head(table, 4096)).split('\n')
    return line.split(',').length > COLUMN.file
  },
  read: readStrava,
}

const tableIn = ({ paths }: Archive) =>
  paths.find((name) => name === TABLE || name.endsWith(`/${TABLE}`))

async function readStrava(archive: Archive): Promise<ExportContent> {
  const table = tableIn(archive)
  if (table === undefined)
    throw new ExportError(`There is no ${TABLE}: this is no export of Strava.`)
  const [, ...rows] = tableOf(await archive.text(table))
  const folder = table.slice(0, -TABLE.length)
  const workouts = rows.map((row) => workoutOf(row, (name) => archive.file(folder + name)))
  const leftOut = [...missingFiles(rows, archive, folder), ...mediaIn(archive)]
  return { workouts: workouts.map(movedEntry), leftOut }
}

function tableOf(content: string): string[][] {
  try {
    return parse(content, { bom: true, relax_column_count: true, skip_empty_lines: true })
  } catch (cause) {
    throw unreadable(TABLE, cause)
  }
}

function workoutOf(row: string[], fileAt: (name: string) => MovedWorkout['file']): MovedWorkout {
  const field = (name: keyof typeof COLUMN) => row[COLUMN[name]]?.trim() || undefined
  const number = (name: keyof typeof COLUMN) => numberIn(field(name))
  const isCommute = /^(true|1(\.0)?)$/i.test(field('commute') ?? '')
  const type = field('type')
  const isRide = type !== undefined && /ride|radfahr|v[ée]lo|bici|fiets|giro/i.test(type)
  const metres = number('metres')
  return {
    name: field('file') ?? field('id') ?? '?',
    file: row[COLUMN.file] ? fileAt(row[COLUMN.file] ?? '') : undefined,
    sport: isCommute && isRide ? 'commute' : type,
    title: field('name'),
    description: field('description'),
    notes: field('privateNote'),
    startedAt: parseShownDate(field('date') ?? ''),
    distance: metres === undefined ? number('distance') : metres / 1000,
    duration: wholeNumber(number('moving') ?? number('elapsed')),
    ascent: number('ascent'),
    descent: number('descent'),
    calories: wholeNumber(number('calories')),
    gear: [field('gear')].filter((label) => label !== undefined),
  }
}

/** `1,234.5`, `1.234,5`, `12,5` or `12.5`. */
function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?[\d.,\s]+$/.test(text)) return undefined
  const decimal = /[.,](?=\d*$)/.exec(text)
  const isGrouping =
    decimal !== null && /^\d{3}$/.test(text.slice(decimal.index + 1)) && /[.,].*[.,]/.test(text)
  const whole = decimal && !isGrouping ? text.slice(0, decimal.index) : text
  const rest = decimal && !isGrouping ? text.slice(decimal.index + 1) : ''
  return Number(`${whole.replace(/[.,\s]/g, '')}.${rest || '0'}`)
}

const wholeNumber = (value: number | undefined) =>
  value === undefined ? undefined : Math.round(value)

function missingFiles(rows: readonly string[][], archive: Archive, folder: string): LeftOut[] {
  return rows
    .map((row) => row[COLUMN.file] ?? '')
    .filter((name) => name !== '' && !archive.has(folder + name))
    .map((name) => ({ name, reason: 'the export names the file, but does not hold it' }))
}

function mediaIn(archive: Archive): LeftOut[] {
  const media = archive.paths.filter((path) => /(^|\/)media\//.test(path))
  return media.map((name) => ({ name, reason: 'photos and videos have no place here' }))
}
