import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import { MINUTE } from '@/lib/time/clock'
import {
  declaredInstant,
  declaredKilometres,
  declaredNumber,
  declaredText,
} from '@/use-cases/imports/services/declared-values'
import {
  type DeclaredNumbers,
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

const SESSION = /(?:^|\/)training-session-[^/]*\.json$/i
const PERIOD = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/

/**
 * Reads exports of Polar Flow accounts: one JSON file per training session, which is parsed as a recording and contains
 * its sport and title. Sessions without samples become workouts without recording. Other files (days, sleep, tests) are
 * skipped. Sources of the format: readers under permissive licences.
 */
export const polar: Service = {
  label: 'Polar Flow',
  isExport: async ({ paths }) => paths.some((path) => SESSION.test(path)),
  read: async (archive): Promise<ExportContent> => {
    const sessions = archive.paths.filter((path) => SESSION.test(path))
    return {
      workouts: sessions.map((path) => importedEntry(workoutOf(archive, path))),
      leftOut: listSkipped(archive, new Set(sessions)),
    }
  },
}

const workoutOf = (archive: Archive, path: string): ImportedWorkout => ({
  name: path,
  file: archive.file(path),
  withoutTrack: async () => numbersOf(objectIn(parseJson(path, await archive.text(path)))),
})

function numbersOf(session: JsonObject = {}): DeclaredNumbers {
  const [exercise = {}] = objectsIn(session.exercises)
  const [, hours = '0', minutes = '0', seconds = '0'] =
    PERIOD.exec(declaredText(session.duration) ?? '') ?? []
  const duration = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const offset = declaredNumber(exercise.timezoneOffset ?? session.timezoneOffset) ?? 0
  const started = declaredInstant(session.startTime)
  return {
    startedAt: started === undefined ? undefined : started - offset * MINUTE,
    distance: declaredKilometres(session.distance, 'm'),
    duration,
    calories: declaredNumber(session.kiloCalories),
    aveHr: declaredNumber(session.averageHeartRate),
    maxHr: declaredNumber(session.maximumHeartRate),
    sport: declaredText(exercise.sport),
    title: declaredText(session.name),
  }
}
