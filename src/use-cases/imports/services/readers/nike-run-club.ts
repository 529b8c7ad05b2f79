import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import {
  type ExportedBeats,
  type ExportedPoint,
  pointsUpload,
  withBeats,
} from '@/use-cases/imports/services/declared-track'
import { declaredNumber, declaredText } from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedEntry,
  type ImportedWorkout,
  listSkipped,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

const ACTIVITY = /\.json$/i
/** Every activity contains its start under this name; where in the file depends on the program that saved it. */
const KEY = '"start_epoch_ms"'
const BYTES_OF_KEY = 65_536
/** Number of files that are searched for the key. */
const SAMPLE = 5
const MS_PER_SECOND = 1000

/**
 * Reads activities of Nike Run Club as its API returns them and as the usual programs save them: a JSON file for each,
 * with totals, and samples per kind. Sources of the format: several of these programs.
 */
export const nikeRunClub: Service = {
  label: 'Nike Run Club',
  isExport: async (archive) => {
    for (const path of archive.paths.filter((one) => ACTIVITY.test(one)).slice(0, SAMPLE))
      if (new TextDecoder().decode(await archive.head(path, BYTES_OF_KEY)).includes(KEY))
        return true
    return false
  },
  read: async (archive, options): Promise<ExportContent> => {
    const paths = archive.paths.filter((path) => ACTIVITY.test(path))
    requireWithinLimit(paths.length, options)
    const workouts = paths.map((path) => entryOf(archive, path))
    return { workouts, leftOut: listSkipped(archive, new Set(paths)) }
  },
}

const entryOf = (archive: Archive, path: string): ImportedEntry => ({
  name: path,
  packedSize: archive.file(path)?.packedSize ?? 0,
  load: async () => {
    const activity = objectIn(parseJson(path, await archive.text(path)))
    if (activity?.start_epoch_ms === undefined) return { leftOut: 'no workout' }
    return workoutOf(path, activity)
  },
})

function workoutOf(path: string, activity: JsonObject): ImportedWorkout {
  const tags = objectIn(activity.tags) ?? {}
  const milliseconds = declaredNumber(activity.active_duration_ms)
  const startedAt = declaredNumber(activity.start_epoch_ms)
  const totalOf = (metric: string, summary: string) =>
    declaredNumber(
      objectsIn(activity.summaries).find((one) => one.metric === metric && one.summary === summary)
        ?.value,
    )
  const sport = declaredText(activity.type)
  return {
    ...{ name: path, sport, title: declaredText(tags['com.nike.name']), startedAt },
    notes: declaredText(tags.note),
    file: trackOf(path, activity),
    withoutTrack: {
      ...{ sport, startedAt, distance: totalOf('distance', 'total') },
      duration: milliseconds === undefined ? undefined : milliseconds / MS_PER_SECOND,
      ascent: totalOf('ascent', 'total'),
      descent: totalOf('descent', 'total'),
      calories: totalOf('calories', 'total'),
      aveHr: totalOf('heart_rate', 'mean'),
      maxHr: totalOf('heart_rate', 'max'),
    },
  }
}

/** Joins latitudes, longitudes and elevations of the same instants. */
function trackOf(path: string, activity: JsonObject) {
  const samples = new Map(
    objectsIn(activity.metrics).map(({ type, values }) => [type, objectsIn(values)]),
  )
  const valuesOf = (type: string) =>
    new Map((samples.get(type) ?? []).map((one) => [one.start_epoch_ms, declaredNumber(one.value)]))
  const [lons, eles] = [valuesOf('longitude'), valuesOf('elevation')]
  const places: ExportedPoint[] = []
  for (const [instant, lat] of valuesOf('latitude')) {
    const [time, lon] = [declaredNumber(instant), lons.get(instant)]
    if (time !== undefined && lat !== undefined && lon !== undefined)
      places.push({ lat, lon, time, ele: eles.get(instant) })
  }
  const beats: ExportedBeats[] = []
  for (const [instant, hr] of valuesOf('heart_rate')) {
    const time = declaredNumber(instant)
    if (time !== undefined && hr !== undefined) beats.push({ time, hr })
  }
  return pointsUpload(path.replace(ACTIVITY, '.gpx'), withBeats(places, beats))
}
