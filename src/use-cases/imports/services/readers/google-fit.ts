import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import {
  declaredInstant,
  declaredKilometres,
  declaredNumber,
  declaredText,
} from '@/use-cases/imports/services/declared-values'
import {
  type DeclaredNumbers,
  type ExportContent,
  type ImportedEntry,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

/** The names of the folders below `Takeout` depend on the language of the account. */
const RECORDING = /(?:^|\/)Takeout\/[^/]+\/[^/]+\/([^/]+)\.tcx$/i
const SESSION = /(?:^|\/)Takeout\/[^/]+\/[^/]+\/(\d{4}-\d\d-\d\dT[^/]+)\.json$/i
/** File names begin with the start time of the activity and end with its type. */
const STARTED = /^\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d(?:\.\d+)?(?:Z|[+-]\d\d_\d\d)/
const ACTIVITY = /_([\p{L} -]+)$/u
/** Maximum milliseconds between the start times of a recording and its session. */
const SAME = 60_000

const DISTANCE = 'com.google.distance.delta'
const CALORIES = 'com.google.calories.expended'

/**
 * Reads Google Fit data from a Google Takeout: recordings as TCX, and sessions as JSON, which become workouts if they
 * have no recording. Sources of the format: the documentation of readers under permissive licences, and file names in
 * their tests.
 */
export const googleFit: Service = {
  label: 'Google Fit (Takeout)',
  isExport: async ({ paths }) => paths.some((path) => RECORDING.test(path) || SESSION.test(path)),
  read: readGoogleFit,
}

async function readGoogleFit(archive: Archive): Promise<ExportContent> {
  const recordings = namesOf(archive, RECORDING)
  const sessions = namesOf(archive, SESSION)
  const starts = recordings.map(({ startedAt }) => startedAt).sort((a, b) => a - b)
  const alone = sessions.filter(({ startedAt }) => !hasNear(starts, startedAt))
  const used = new Set([...recordings, ...sessions].map(({ path }) => path))
  return {
    workouts: [
      ...recordings.map((one) => importedEntry(recordingOf(archive, one))),
      ...alone.map((one) => sessionEntry(archive, one)),
    ],
    leftOut: listSkipped(archive, used),
  }
}

/** A file with the values in its name. */
interface Named {
  path: string
  /** NaN when the name does not contain it. */
  startedAt: number
  activity: string | undefined
}

function namesOf({ paths }: Archive, pattern: RegExp): Named[] {
  return paths.flatMap((path) => {
    const name = pattern.exec(path)?.[1]
    if (name === undefined) return []
    const [started] = STARTED.exec(name) ?? []
    return [
      {
        path,
        startedAt: declaredInstant(started) ?? Number.NaN,
        activity: declaredText(ACTIVITY.exec(name)?.[1]),
      },
    ]
  })
}

/** Whether one of the sorted instants is close to another instant. */
function hasNear(instants: readonly number[], wanted: number): boolean {
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? 0) < wanted - SAME) low = middle + 1
    else high = middle
  }
  return (instants[low] ?? Number.POSITIVE_INFINITY) <= wanted + SAME
}

const recordingOf = (archive: Archive, { path, activity }: Named): ImportedWorkout => ({
  name: path,
  file: archive.file(path),
  sport: activity,
})

const sessionEntry = (archive: Archive, { path }: Named): ImportedEntry => ({
  name: path,
  packedSize: 0,
  load: async () => {
    const session = objectIn(parseJson(path, await archive.text(path)))
    const activity = declaredText(session?.fitnessActivity)
    if (session === undefined || activity === undefined) return { leftOut: 'no workout' }
    if (activity === 'sleep') return { leftOut: 'sleep' }
    return { name: path, sport: activity, title: declaredText(session.name), ...numbersOf(session) }
  },
})

function numbersOf(session: JsonObject): DeclaredNumbers {
  const started = declaredInstant(session.startTime)
  const ended = declaredInstant(session.endTime)
  const seconds = declaredNumber(declaredText(session.duration)?.replace(/s$/, ''))
  const between = started && ended ? (ended - started) / 1000 : undefined
  const values = new Map(
    objectsIn(session.aggregate).map(({ metricName, floatValue, intValue }) => [
      metricName,
      declaredNumber(floatValue ?? intValue),
    ]),
  )
  return {
    startedAt: started,
    duration: seconds ?? between,
    distance: declaredKilometres(values.get(DISTANCE), 'm'),
    calories: values.get(CALORIES),
  }
}
