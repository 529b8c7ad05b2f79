import { METRES_PER_KM } from '@/domain/reference/lengths'
import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import {
  type ExportedPoint,
  pointsUpload,
  withBeats,
} from '@/use-cases/imports/services/declared-track'
import { declaredNumber, declaredText } from '@/use-cases/imports/services/declared-values'
import {
  type DeclaredNumbers,
  type ExportContent,
  type ImportedEntry,
  type ImportedWorkout,
  listSkipped,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

const SESSION = /^((?:.*\/)?Sport-sessions\/)([^/]+)\.json$/i
const MS_PER_SECOND = 1000

/** Names of the sports by the ids that sessions contain. */
const SPORTS: Readonly<Record<string, string>> = {
  ...{ 1: 'running', 2: 'nordic walking', 3: 'cycling', 4: 'mountain biking', 6: 'inline skating' },
  ...{ 7: 'hiking', 8: 'cross-country skiing', 9: 'alpine skiing', 10: 'snowboarding' },
  ...{ 13: 'snowshoeing', 14: 'treadmill running', 15: 'indoor cycling', 16: 'elliptical' },
  ...{ 17: 'rowing', 18: 'swimming', 19: 'walking', 22: 'road cycling', 26: 'yoga' },
  ...{ 32: 'climbing', 34: 'strength training', 44: 'kayaking', 46: 'spinning', 54: 'ice skating' },
  82: 'trail running',
}

/**
 * Reads exports of adidas Running (Runtastic): a JSON file for each session, which contains its sport, and its positions
 * and heart rates as GPX or JSON in folders next to it. Sources of the format: several converters, some under the MIT
 * licence, with their test files.
 */
export const adidasRunning: Service = {
  label: 'adidas Running (Runtastic)',
  isExport: async ({ paths }) => paths.some((path) => SESSION.test(path)),
  read: async (archive, options): Promise<ExportContent> => {
    const used = new Set<string>()
    const sessions = archive.paths.filter((path) => SESSION.test(path))
    requireWithinLimit(sessions.length, options)
    const workouts = sessions.map((path) => entryOf(archive, path, used))
    return { workouts, leftOut: listSkipped(archive, used) }
  },
}

/** Returns the entry of a session, and adds its files to `used`. */
function entryOf(archive: Archive, path: string, used: Set<string>): ImportedEntry {
  const [, folder = '', name = ''] = SESSION.exec(path) ?? []
  const partOf = (part: string) => {
    const found = `${folder}${part}/${name}`
    return archive.has(`${found}.gpx`) ? `${found}.gpx` : `${found}.json`
  }
  const [positions, beats] = [partOf('GPS-data'), partOf('Heart-rate-data')]
  for (const one of [path, positions, beats, partOf('Elevation-data')]) used.add(one)
  const recording = archive.file(positions)
  return {
    name: path,
    packedSize: recording?.packedSize ?? 0,
    load: async () => {
      const session = objectIn(parseJson(path, await archive.text(path)))
      if (!session) return { leftOut: 'no workout' }
      const file = positions.endsWith('.gpx')
        ? recording
        : recording && (await readPositions(archive, positions, beats))
      return { ...workoutOf(session), name: path, file }
    },
  }
}

async function readPositions(archive: Archive, positions: string, beats: string) {
  const listOf = async (path: string) =>
    archive.has(path) ? objectsIn(parseJson(path, await archive.text(path))) : []
  const places = (await listOf(positions)).flatMap(placeOf)
  const hearts = (await listOf(beats)).flatMap((one) => {
    const [time, hr] = [declaredNumber(one.timestamp), declaredNumber(one.heart_rate)]
    return time === undefined || hr === undefined ? [] : [{ time, hr }]
  })
  return pointsUpload(positions.replace(/\.json$/i, '.gpx'), withBeats(places, hearts))
}

function placeOf(point: JsonObject): ExportedPoint[] {
  const [lat, lon] = [declaredNumber(point.latitude), declaredNumber(point.longitude)]
  const time = declaredNumber(point.timestamp)
  if (lat === undefined || lon === undefined || time === undefined) return []
  return [{ lat, lon, time, ele: declaredNumber(point.altitude) }]
}

function workoutOf(session: JsonObject): Omit<ImportedWorkout, 'name'> {
  const sport = SPORTS[String(session.sport_type_id)]
  const startedAt = declaredNumber(session.start_time)
  return {
    ...{ sport, startedAt, notes: declaredText(session.notes), isNameless: true },
    withoutTrack: { ...numbersOf(session), sport, startedAt },
  }
}

/** Values are in the session itself in older exports, in its features in newer ones. */
function numbersOf(session: JsonObject): DeclaredNumbers {
  const features = new Map(
    objectsIn(session.features).map(({ type, attributes }) => [type, objectIn(attributes) ?? {}]),
  )
  const track = { ...session, ...features.get('track_metrics') }
  const heart = features.get('heart_rate') ?? {}
  const metres = declaredNumber(track.distance)
  const milliseconds = declaredNumber(session.duration)
  return {
    distance: metres === undefined ? undefined : metres / METRES_PER_KM,
    duration: milliseconds === undefined ? undefined : milliseconds / MS_PER_SECOND,
    ascent: declaredNumber(track.elevation_gain),
    descent: declaredNumber(track.elevation_loss),
    calories: declaredNumber(session.calories),
    aveHr: declaredNumber(heart.average ?? session.pulse_avg),
    maxHr: declaredNumber(heart.maximum ?? session.pulse_max),
  }
}
