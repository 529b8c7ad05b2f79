import { METRES_PER_KM } from '@/domain/reference/lengths'
import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import {
  type ExportedBeats,
  type ExportedPoint,
  pointsUpload,
  withBeats,
} from '@/use-cases/imports/services/declared-track'
import { declaredNumber } from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedEntry,
  type ImportedWorkout,
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
import { objectTextsIn, openIndexed } from '@/use-cases/imports/services/streamed-json'

const DOCUMENT = /(?:^|\/)motion path detail data[^/]*\.json$/i
const MS_PER_SECOND = 1000
const CALORIES_PER_KILOCALORIE = 1000

/** Names of the sports by Huawei's numbers, as far as public readers agree on them. */
const SPORTS: Readonly<Record<string, string>> = {
  ...{ 2: 'hiking', 3: 'cycling', 4: 'running', 5: 'walking', 101: 'treadmill running' },
  ...{ 102: 'pool swimming', 103: 'indoor cycling', 104: 'open water swimming' },
  ...{ 111: 'elliptical', 118: 'trail running', 282: 'hiking' },
}

/**
 * Reads exports of Huawei Health, unpacked with their password and packed again: lists of activities whose positions and
 * heart rates are lines of one text. Sources of the format: several converters of real exports.
 */
export const huaweiHealth: Service = {
  label: 'Huawei Health',
  isExport: async ({ paths }) => paths.some((path) => DOCUMENT.test(path)),
  read: readHuawei,
}

async function readHuawei(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const paths = archive.paths.filter((path) => DOCUMENT.test(path))
  const workouts: ImportedEntry[] = []
  for (const path of paths) {
    const activityAt = openIndexed(() => activitiesIn(archive, path))
    let count = 0
    for await (const _ of activitiesIn(archive, path)) {
      requireWithinLimit(workouts.length + 1, options)
      workouts.push(entryOf(`${path} #${count + 1}`, activityAt, count))
      count += 1
    }
  }
  return { workouts, leftOut: listSkipped(archive, new Set(paths)) }
}

const entryOf = (
  name: string,
  activityAt: ReturnType<typeof openIndexed<JsonObject | undefined>>,
  index: number,
): ImportedEntry => ({
  name,
  packedSize: 0,
  load: async () => {
    const activity = await activityAt(index)
    if (!activity) throw new ExportError(`${name} cannot be read.`)
    return workoutOf(name, activity)
  },
})

/** Yields the activities of a document; undefined for a damaged one. Before July 2020, they are in lists per day. */
async function* activitiesIn(
  archive: Archive,
  path: string,
): AsyncGenerator<JsonObject | undefined> {
  for await (const text of objectTextsIn(archive.chunks(path))) {
    const object = parsed(path, text)
    if (Array.isArray(object?.motionPathData)) yield* objectsIn(object.motionPathData)
    else yield object
  }
}

/** Keys of this object are numbers without quotes, which is not JSON. Some exports have line breaks in texts, too. */
const UNQUOTED = /("partTimeMap"\s*:\s*)\{[^{}]*\}/g

function parsed(path: string, text: string): JsonObject | undefined {
  try {
    return objectIn(parseJson(path, text.replace(UNQUOTED, '$1null').replace(/[\n\r\t]/g, ' ')))
  } catch (error) {
    if (error instanceof ExportError) return undefined
    throw error
  }
}

function workoutOf(name: string, activity: JsonObject): ImportedWorkout {
  const number = (key: string) => declaredNumber(activity[key])
  const inUnit = (key: string, unit: number) => {
    const value = number(key)
    return value === undefined ? undefined : value / unit
  }
  const type = number('sportType')
  // The name of an unknown sport must differ from the numbers of FIT, so that users can say what it means.
  const sport = SPORTS[String(type)] ?? (type === undefined ? undefined : `Huawei ${type}`)
  const startedAt = number('startTime')
  const attribute = typeof activity.attribute === 'string' ? activity.attribute : ''
  return {
    ...{ name, sport, startedAt, isNameless: true },
    file: pointsUpload(`${startedAt ?? 'activity'}.gpx`, pointsIn(attribute)),
    withoutTrack: {
      ...{ sport, startedAt, ...heartRatesOf(attribute) },
      distance: inUnit('totalDistance', METRES_PER_KM),
      duration: inUnit('totalTime', MS_PER_SECOND),
      calories: inUnit('totalCalories', CALORIES_PER_KILOCALORIE),
    },
  }
}

const SUMMARY = 'HW_EXT_TRACK_SIMPLIFY@is'

/** The text ends with a JSON object of averages. */
function heartRatesOf(attribute: string): Pick<ImportedWorkout, 'aveHr' | 'maxHr'> {
  const [, summary = ''] = attribute.split(SUMMARY)
  const beatsOf = (key: string) =>
    declaredNumber(new RegExp(`"${key}"\\s*:\\s*(\\d{1,3})\\b`).exec(summary)?.[1])
  return { aveHr: beatsOf('avgHeartRate'), maxHr: beatsOf('maxHeartRate') }
}

/** Lines such as `tp=lbs;k=0;lat=45.1;lon=6.2;alt=0.0;t=1.7E9;` (positions) or `tp=h-r;k=1700000000000;v=140;`. */
function pointsIn(attribute: string): ExportedPoint[] {
  const places: ExportedPoint[] = []
  const series: Record<string, ExportedBeats[]> = { 'h-r': [], alti: [] }
  const [lines = ''] = attribute.split(SUMMARY)
  for (const line of lines.split('tp=').slice(1)) {
    const [kind = '', ...fields] = line.split(';')
    const values = new Map(
      fields
        .map((field) => field.split('=') as [string, string])
        .map(([key, value]) => [key, value]),
    )
    if (kind === 'lbs') places.push(...placeOf(values))
    else if (Object.hasOwn(series, kind)) series[kind]?.push(...sampleOf(values))
  }
  // Heights are listed like heart rates. Where they are missing, the height of a position is 0.
  const raised = withBeats(places, series.alti ?? []).map(({ hr: height, ele, ...place }) => ({
    ...place,
    ele: height ?? (ele === 0 ? undefined : ele),
  }))
  return withBeats(raised, series['h-r'] ?? [])
}

type Values = ReadonlyMap<string, string>

/** Marks of pauses have invalid positions, or those of a pole or of 0° north and 0° east. */
function placeOf(values: Values): ExportedPoint[] {
  const [lat, lon] = [numberOf(values, 'lat'), numberOf(values, 'lon')]
  const time = instantOf(numberOf(values, 't'))
  if (lat === undefined || lon === undefined || time === undefined) return []
  const isMark = (lat === 0 && lon === 0) || Math.abs(lat) >= 90 || Math.abs(lon) > 180
  return isMark ? [] : [{ lat, lon, time, ele: numberOf(values, 'alt') }]
}

function sampleOf(values: Values): ExportedBeats[] {
  const [time, hr] = [instantOf(numberOf(values, 'k')), numberOf(values, 'v')]
  return time === undefined || hr === undefined || hr <= 0 ? [] : [{ time, hr }]
}

/** Numbers may have an exponent. */
function numberOf(values: Values, key: string): number | undefined {
  const text = values.get(key)?.trim()
  const value = text ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** Minimum of an instant in milliseconds and in seconds: March 1973. Smaller numbers are no instants. */
const [MIN_MILLISECONDS, MIN_SECONDS] = [1e11, 1e8] as const

/** Instants are in seconds or milliseconds, depending on the version. */
function instantOf(value: number | undefined): number | undefined {
  if (value === undefined || value < MIN_SECONDS) return undefined
  return value < MIN_MILLISECONDS ? value * MS_PER_SECOND : value
}
