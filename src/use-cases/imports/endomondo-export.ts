import { Readable } from 'node:stream'
import { type JsonObject, objectsIn } from '@/tracks/formats/json'
import { type Archive, parseJson } from './export-archive'
import {
  type ExportContent,
  leftOutOf,
  type MovedEntry,
  type MovedWorkout,
  type Service,
} from './moved-workout'
import { gpxOf, type PlacedInstant } from './told-track'
import { toldInstant, toldNumber, toldText } from './told-values'
import type { PackedFile } from './unpack'

const FILE = /^((?:.*\/)?Workouts\/[^/]+)\.(json|tcx)$/i
/** A document is a list of objects with one key each; these are the first keys. */
const BEGINNING = /^\s*\[\s*\{\s*"(?:name|sport|source|created_date|start_time)"/

/**
 * The export of an Endomondo account, as people have kept it since the end of the service: for each workout a TCX file
 * and a JSON file of the same name. Workouts that were entered by hand have made-up times in their TCX; they keep
 * their numbers alone. Layout: specification and files of a reader of real archives, and other readers.
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

/** The files of a workout. */
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
    leftOut: leftOutOf(archive, used),
  }
}

function entryOf(archive: Archive, { name, json, tcx }: Pair): MovedEntry {
  const recording = tcx === undefined ? undefined : archive.file(tcx)
  return {
    name: tcx ?? json ?? name,
    packedSize: recording?.packedSize ?? 0,
    load: async () => {
      if (json === undefined) return { name: tcx ?? name, file: recording }
      const told = merged(parseJson(json, await archive.text(json)))
      const file = recording ?? trackIn(json, told.points)
      return { ...workoutOf(told), name: tcx ?? json, ...(isByHand(told) ? {} : { file }) }
    },
  }
}

const isByHand = ({ source }: JsonObject) => toldText(source)?.startsWith('INPUT_MANUAL') === true

/** A list of objects with one key each as one object. */
const merged = (list: unknown): JsonObject => Object.assign({}, ...objectsIn(list))

const workoutOf = (told: JsonObject): Omit<MovedWorkout, 'name'> => ({
  sport: toldText(told.sport),
  title: toldText(told.name),
  withoutTrack: {
    startedAt: toldInstant(told.start_time),
    distance: toldNumber(told.distance_km),
    duration: toldNumber(told.duration_s),
    ascent: toldNumber(told.ascend_m),
    descent: toldNumber(told.descend_m),
    calories: toldNumber(told.calories_kcal),
    aveHr: toldNumber(told.heart_rate_avg_bpm),
    maxHr: toldNumber(told.heart_rate_max_bpm),
  },
})

/** The points of a workout without TCX as a recording. */
function trackIn(path: string, points: unknown): PackedFile | undefined {
  const places = (Array.isArray(points) ? points : []).flatMap((point) => placeOf(merged(point)))
  if (places.length < 2) return undefined
  const bytes = Buffer.from(gpxOf(places))
  return {
    name: path.replace(/\.json$/i, '.gpx'),
    packedSize: bytes.length,
    open: async () => Readable.from([bytes]),
  }
}

function placeOf(point: JsonObject): PlacedInstant[] {
  const [coordinates] = Array.isArray(point.location) ? point.location : []
  const { latitude, longitude } = merged(coordinates)
  const [lat, lon] = [toldNumber(latitude), toldNumber(longitude)]
  const time = instantOf(point.timestamp)
  if (lat === undefined || lon === undefined || time === undefined) return []
  return [{ lat, lon, time, ele: toldNumber(point.altitude), hr: toldNumber(point.heart_rate_bpm) }]
}

const DAY = /^\w{3} (\w{3}) (\d\d) (\d\d:\d\d:\d\d) UTC (\d{4})$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sat Sep 10 12:58:53 UTC 2011`, or `2011-09-10 12:58:53.0`. */
function instantOf(timestamp: unknown): number | undefined {
  const text = toldText(timestamp) ?? ''
  const [, month = '', day, time, year] = DAY.exec(text) ?? []
  if (time === undefined) return toldInstant(text)
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  return toldInstant(`${year}-${number}-${day} ${time}`)
}
