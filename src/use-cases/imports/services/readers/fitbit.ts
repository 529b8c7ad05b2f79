import { type JsonObject, objectsIn } from '@/domain/tracks/formats/json'
import {
  declaredKilometres,
  declaredNumber,
  declaredText,
} from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

const EXERCISES = /(?:^|\/)exercise-\d+\.json$/i
/** Recordings are named after the id of their exercise. */
const RECORDING = /(?:^|\/)(\d+)\.tcx$/i
const MS_PER_SECOND = 1000
const UNITS: ReadonlyMap<string, string> = new Map([
  ['kilometer', 'km'],
  ['mile', 'mi'],
  ['yard', 'yd'],
  ['meter', 'm'],
])

/**
 * Reads Fitbit data from a Google Takeout or from Fitbit's own archive: lists of exercises in JSON, and TCX files where
 * an exercise has GPS. Times are UTC. Sources of the format: articles and readers with excerpts of real exports.
 */
export const fitbit: Service = {
  label: 'Fitbit (Takeout)',
  isExport: async (archive) => {
    const path = archive.paths.find((one) => EXERCISES.test(one))
    if (path === undefined) return false
    const text = new TextDecoder().decode(await archive.head(path, 4096))
    return /"(?:logId|activityName)"/.test(text)
  },
  read: readFitbit,
}

async function readFitbit(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const recordings = new Map(
    archive.paths.flatMap((path) => {
      const id = RECORDING.exec(path)?.[1]
      return id === undefined ? [] : [[id, path] as const]
    }),
  )
  const used = new Set<string>()
  const workouts: ImportedWorkout[] = []
  for (const path of archive.paths.filter((one) => EXERCISES.test(one))) {
    used.add(path)
    for (const exercise of objectsIn(parseJson(path, await archive.text(path)))) {
      requireWithinLimit(workouts.length + 1, options)
      const recording = recordings.get(String(exercise.logId))
      if (recording !== undefined) used.add(recording)
      workouts.push(workoutOf(exercise, archive.file(recording ?? '')))
    }
  }
  return { workouts: workouts.map(importedEntry), leftOut: listSkipped(archive, used) }
}

function workoutOf(exercise: JsonObject, file: ImportedWorkout['file']): ImportedWorkout {
  const [sport, startedAt] = [declaredText(exercise.activityName), instantOf(exercise.startTime)]
  const unit = UNITS.get(declaredText(exercise.distanceUnit)?.toLowerCase() ?? '') ?? 'km'
  const milliseconds = declaredNumber(exercise.activeDuration ?? exercise.duration)
  return {
    name: `exercise ${String(exercise.logId ?? exercise.startTime)}`,
    file,
    ...{ sport, startedAt },
    withoutTrack: {
      ...{ sport, startedAt },
      distance: declaredKilometres(exercise.distance, unit),
      duration: milliseconds === undefined ? undefined : milliseconds / MS_PER_SECOND,
      ascent: declaredNumber(exercise.elevationGain),
      calories: declaredNumber(exercise.calories),
      aveHr: declaredNumber(exercise.averageHeartRate),
    },
  }
}

const DATE = /^(\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)$/

/** Parses `MM/DD/YY HH:MM:SS` in UTC. */
function instantOf(text: unknown): number | undefined {
  const match = DATE.exec(declaredText(text) ?? '')
  if (!match) return undefined
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number)
  const instant = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  return new Date(instant).getUTCDate() === day ? instant : undefined
}
