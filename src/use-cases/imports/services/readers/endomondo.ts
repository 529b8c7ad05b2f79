import { type JsonObject, objectsIn } from '@/domain/tracks/formats/json'
import type { PackedUpload } from '@/use-cases/imports/receive/unpack'
import { type ExportedPoint, pointsUpload } from '@/use-cases/imports/services/declared-track'
import {
  declaredInstant,
  declaredNumber,
  declaredText,
} from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedEntry,
  type ImportedWorkout,
  listSkipped,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

const FILE = /^((?:.*\/)?Workouts\/[^/]+)\.(json|tcx)$/i
/** A document is a list of objects with one key each; this matches its possible first keys. */
const BEGINNING = /^\s*\[\s*\{\s*"(?:name|sport|source|created_date|start_time)"/

/**
 * Reads exports of Endomondo accounts, which users saved before the service ended. Each workout has a TCX file and a
 * JSON file of the same name. For workouts entered by hand, the times in the TCX file are invented, so only the values
 * in the JSON file are used. Sources of the format: the specification and files of a reader of real archives, and other
 * readers.
 */
export const endomondo: Service = {
  label: 'Endomondo',
  isExport: async (archive) => {
    const first = archive.paths.find((path) => FILE.exec(path)?.[2]?.toLowerCase() === 'json')
    if (first === undefined) return false
    return BEGINNING.test(new TextDecoder().decode(await archive.head(first, 256)))
  },
  read: readEndomondo,
}

interface Pair {
  name: string
  json?: string
  tcx?: string
}

async function readEndomondo(archive: Archive): Promise<ExportContent> {
  const pairs = new Map<string, Pair>()
  const used = new Set<string>()
  for (const path of archive.paths) {
    const [, name, kind] = FILE.exec(path) ?? []
    if (name === undefined || kind === undefined) continue
    used.add(path)
    const pair = pairs.get(name) ?? { name }
    pair[kind.toLowerCase() === 'json' ? 'json' : 'tcx'] = path
    pairs.set(name, pair)
  }
  return {
    workouts: [...pairs.values()].map((pair) => entryOf(archive, pair)),
    leftOut: listSkipped(archive, used),
  }
}

function entryOf(archive: Archive, { name, json, tcx }: Pair): ImportedEntry {
  const recording = tcx === undefined ? undefined : archive.file(tcx)
  return {
    name: tcx ?? json ?? name,
    packedSize: recording?.packedSize ?? 0,
    load: async () => {
      if (json === undefined) return { name: tcx ?? name, file: recording }
      const parsed = merged(parseJson(json, await archive.text(json)))
      const file = recording ?? trackIn(json, parsed.points)
      return { ...workoutOf(parsed), name: tcx ?? json, ...(isByHand(parsed) ? {} : { file }) }
    },
  }
}

const isByHand = ({ source }: JsonObject) =>
  declaredText(source)?.startsWith('INPUT_MANUAL') === true

/** Merges a list of objects with one key each into one object. */
const merged = (list: unknown): JsonObject => Object.assign({}, ...objectsIn(list))

const workoutOf = (parsed: JsonObject): Omit<ImportedWorkout, 'name'> => ({
  sport: declaredText(parsed.sport),
  title: declaredText(parsed.name),
  withoutTrack: {
    startedAt: declaredInstant(parsed.start_time),
    distance: declaredNumber(parsed.distance_km),
    duration: declaredNumber(parsed.duration_s),
    ascent: declaredNumber(parsed.ascend_m),
    descent: declaredNumber(parsed.descend_m),
    calories: declaredNumber(parsed.calories_kcal),
    aveHr: declaredNumber(parsed.heart_rate_avg_bpm),
    maxHr: declaredNumber(parsed.heart_rate_max_bpm),
  },
})

/** Returns the points of a workout without TCX file as a recording. */
function trackIn(path: string, points: unknown): PackedUpload | undefined {
  const places = (Array.isArray(points) ? points : []).flatMap((point) => placeOf(merged(point)))
  return pointsUpload(path.replace(/\.json$/i, '.gpx'), places)
}

function placeOf(point: JsonObject): ExportedPoint[] {
  const [coordinates] = Array.isArray(point.location) ? point.location : []
  const { latitude, longitude } = merged(coordinates)
  const [lat, lon] = [declaredNumber(latitude), declaredNumber(longitude)]
  const time = instantOf(point.timestamp)
  if (lat === undefined || lon === undefined || time === undefined) return []
  return [
    {
      lat,
      lon,
      time,
      ele: declaredNumber(point.altitude),
      hr: declaredNumber(point.heart_rate_bpm),
    },
  ]
}

const DAY = /^\w{3} (\w{3}) (\d\d) (\d\d:\d\d:\d\d) UTC (\d{4})$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses `Sat Sep 10 12:58:53 UTC 2011` or `2011-09-10 12:58:53.0`. */
function instantOf(timestamp: unknown): number | undefined {
  const text = declaredText(timestamp) ?? ''
  const [, month = '', day, time, year] = DAY.exec(text) ?? []
  if (time === undefined) return declaredInstant(text)
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  return declaredInstant(`${year}-${number}-${day} ${time}`)
}
