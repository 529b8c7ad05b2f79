import { type JsonObject, objectIn, objectsIn } from '@/tracks/formats/json'
import { type Archive, parseJson } from './export-archive'
import {
  type ExportContent,
  leftOutOf,
  type MovedWorkout,
  movedEntry,
  type Service,
  type ToldNumbers,
} from './moved-workout'
import { toldInstant, toldKilometres, toldNumber, toldText } from './told-values'

const SESSION = /(?:^|\/)training-session-[^/]*\.json$/i
const PERIOD = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/
const MINUTE = 60_000

/**
 * The export of a Polar Flow account: one JSON file for each training session, read as a recording, which names sport
 * and title itself; sessions without samples keep their numbers. Other files (days, sleep, tests) are left out. Layout:
 * readers of permissive licence.
 */
export const polar: Service = {
  label: 'Polar Flow',
  isExport: async ({ paths }) => paths.some((path) => SESSION.test(path)),
  read: async (archive): Promise<ExportContent> => {
    const sessions = archive.paths.filter((path) => SESSION.test(path))
    return {
      workouts: sessions.map((path) => movedEntry(workoutOf(archive, path))),
      leftOut: leftOutOf(archive, new Set(sessions)),
    }
  },
}

const workoutOf = (archive: Archive, path: string): MovedWorkout => ({
  name: path,
  file: archive.file(path),
  withoutTrack: async () => numbersOf(objectIn(parseJson(path, await archive.text(path)))),
})

function numbersOf(session: JsonObject = {}): ToldNumbers {
  const [exercise = {}] = objectsIn(session.exercises)
  const [, hours = '0', minutes = '0', seconds = '0'] =
    PERIOD.exec(toldText(session.duration) ?? '') ?? []
  const duration = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const offset = toldNumber(exercise.timezoneOffset ?? session.timezoneOffset) ?? 0
  const started = toldInstant(session.startTime)
  return {
    startedAt: started === undefined ? undefined : started - offset * MINUTE,
    distance: toldKilometres(session.distance, 'm'),
    duration,
    calories: toldNumber(session.kiloCalories),
    aveHr: toldNumber(session.averageHeartRate),
    maxHr: toldNumber(session.maximumHeartRate),
    sport: toldText(exercise.sport),
    title: toldText(session.name),
  }
}
