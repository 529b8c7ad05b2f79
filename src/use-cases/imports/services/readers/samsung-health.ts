import { METRES_PER_KM } from '@/domain/reference/lengths'
import { type JsonObject, objectsIn } from '@/domain/tracks/formats/json'
import { type TableRow, tableRows } from '@/use-cases/imports/services/declared-table'
import {
  type ExportedPoint,
  pointsUpload,
  withBeats,
} from '@/use-cases/imports/services/declared-track'
import {
  declaredInstant,
  declaredNumber,
  declaredText,
} from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import {
  type Archive,
  ExportError,
  parseJson,
} from '@/use-cases/imports/services/read-service-export'

/** The table of exercises. Tables of their details have another word before the number. */
const TABLE = /(?:^|\/)com\.samsung\.(?:s?health)\.exercise\.\d+\.csv$/i
/** Parts of exercises in JSON, which the table names without their folders. */
const PART = /(?:^|\/)([^/]+\.json)$/i
const PREFIX = /^com\.samsung\.s?health\.exercise\./
const MS_PER_SECOND = 1000

/** Names of the sports by Samsung's numbers. */
const SPORTS: Readonly<Record<string, string>> = {
  ...{ 1001: 'walking', 1002: 'running', 3001: 'golf', 6002: 'tennis', 6003: 'badminton' },
  ...{ 9001: 'pilates', 9002: 'yoga', 11001: 'inline skating', 11007: 'cycling', 13001: 'hiking' },
  ...{ 13002: 'rock climbing', 13004: 'mountain biking', 14001: 'swimming', 14003: 'canoeing' },
  ...{ 14004: 'sailing', 14007: 'kayaking', 15003: 'indoor cycling', 15004: 'indoor rowing' },
  ...{ 15005: 'treadmill running', 15006: 'elliptical', 16001: 'cross-country skiing' },
  ...{ 16002: 'skiing', 16004: 'ice skating', 16007: 'snowboarding', 16008: 'alpine skiing' },
  16009: 'snowshoeing',
}

/**
 * Reads exports of Samsung Health: a table of exercises, and their positions and heart rates as JSON. Times are UTC.
 * Sources of the format: several readers of real exports; the numbers of sports are in Samsung's documentation.
 */
export const samsungHealth: Service = {
  label: 'Samsung Health',
  isExport: async ({ paths }) => paths.some((path) => TABLE.test(path)),
  read: readSamsung,
}

async function readSamsung(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const tables = archive.paths.filter((path) => TABLE.test(path))
  if (tables.length === 0)
    throw new ExportError('There is no table of exercises: this is not a Samsung Health export.')
  const parts = new Map(
    archive.paths.flatMap((path) => {
      const name = PART.exec(path)?.[1]
      return name === undefined ? [] : [[name, path] as const]
    }),
  )
  const used = new Set(tables)
  const workouts: ImportedEntry[] = []
  const heading = (text: string) => text.trim().toLowerCase().replace(PREFIX, '')
  for (const table of tables)
    for await (const row of tableRows(archive, table, { skip: 1, heading })) {
      requireWithinLimit(workouts.length + 1, options)
      const [positions, beats] = ['location_data', 'live_data'].map((name) =>
        parts.get(row.value(name) ?? ''),
      )
      for (const one of [positions, beats]) if (one !== undefined) used.add(one)
      workouts.push(entryOf(archive, row, { positions, beats }))
    }
  return { workouts, leftOut: listSkipped(archive, used) }
}

interface Parts {
  positions: string | undefined
  beats: string | undefined
}

function entryOf(archive: Archive, { value, index }: TableRow, parts: Parts): ImportedEntry {
  const number = (...names: string[]) => declaredNumber(value(...names))
  const [metres, milliseconds] = [number('distance'), number('duration')]
  const name = value('datauuid') ?? `exercise ${index + 1}`
  const sport = SPORTS[value('exercise_type') ?? '']
  const startedAt = number('start_time') ?? declaredInstant(value('start_time'))
  const numbers = {
    ...{ sport, startedAt },
    distance: metres === undefined ? undefined : metres / METRES_PER_KM,
    duration: milliseconds === undefined ? undefined : milliseconds / MS_PER_SECOND,
    ascent: number('altitude_gain'),
    descent: number('altitude_loss'),
    calories: number('calorie', 'total_calorie'),
    aveHr: number('mean_heart_rate'),
    maxHr: number('max_heart_rate'),
  }
  const notes = value('comment')
  return {
    name,
    packedSize: 0,
    load: async () => ({
      ...{ name, sport, notes, startedAt, isNameless: true, withoutTrack: numbers },
      file: await readTrack(archive, name, parts),
    }),
  }
}

async function readTrack(archive: Archive, name: string, { positions, beats }: Parts) {
  if (positions === undefined) return undefined
  const listOf = async (path: string) => objectsIn(parseJson(path, await archive.text(path)))
  const places = (await listOf(positions)).flatMap(placeOf)
  const hearts = beats === undefined ? [] : (await listOf(beats)).flatMap(beatsOf)
  return pointsUpload(`${name}.gpx`, withBeats(places, hearts))
}

function placeOf(point: JsonObject): ExportedPoint[] {
  const [lat, lon] = [declaredNumber(point.latitude), declaredNumber(point.longitude)]
  const time = timeOf(point)
  if (lat === undefined || lon === undefined || time === undefined) return []
  return [{ lat, lon, time, ele: declaredNumber(point.altitude) }]
}

function beatsOf(sample: JsonObject) {
  const [time, hr] = [timeOf(sample), declaredNumber(sample.heart_rate)]
  return time === undefined || hr === undefined || hr <= 0 ? [] : [{ time, hr }]
}

/** Times are milliseconds, in some exports texts in UTC. */
const timeOf = ({ start_time: time }: JsonObject) =>
  typeof time === 'number' ? time : declaredInstant(declaredText(time))
