import { type JsonObject, objectIn, objectsIn } from '@/tracks/formats/json'
import { type Archive, parseJson } from './export-archive'
import {
  type ExportContent,
  leftOutOf,
  type MovedEntry,
  type MovedWorkout,
  movedEntry,
  type Service,
  type ToldNumbers,
} from './moved-workout'
import { toldInstant, toldKilometres, toldNumber, toldText } from './told-values'

/** Below `Takeout/Fit`, the names of folders are in the language of the account. */
const RECORDING = /(?:^|\/)Takeout\/[^/]+\/[^/]+\/([^/]+)\.tcx$/i
const SESSION = /(?:^|\/)Takeout\/[^/]+\/[^/]+\/(\d{4}-\d\d-\d\dT[^/]+)\.json$/i
/** What a file name begins with: when the activity began; and ends with: what it was. */
const STARTED = /^\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d(?:\.\d+)?(?:Z|[+-]\d\d_\d\d)/
const ACTIVITY = /_([\p{L} -]+)$/u
/** Milliseconds between the beginnings of a recording and the session that it belongs to. */
const SAME = 60_000

const DISTANCE = 'com.google.distance.delta'
const CALORIES = 'com.google.calories.expended'

/**
 * Google Fit in a Google Takeout: recordings as TCX, and sessions as JSON, which become workouts where there is no
 * recording. Layout: readers of permissive licence that document it, and file names in their tests.
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
      ...recordings.map((one) => movedEntry(recordingOf(archive, one))),
      ...alone.map((one) => sessionEntry(archive, one)),
    ],
    leftOut: leftOutOf(archive, used),
  }
}

/** A file, with what its name tells. */
interface Named {
  path: string
  /** NaN when the name does not say. */
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
        startedAt: toldInstant(started) ?? Number.NaN,
        activity: toldText(ACTIVITY.exec(name)?.[1]),
      },
    ]
  })
}

/** Whether one of some instants, in order, is near another. */
function hasNear(instants: readonly number[], wanted: number): boolean {
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? 0) < wanted - SAME) low = middle + 1
    else high = middle
  }
  return (instants[low] ?? Number.POSITIVE_INFINITY) <= wanted + SAME
}

const recordingOf = (archive: Archive, { path, activity }: Named): MovedWorkout => ({
  name: path,
  file: archive.file(path),
  sport: activity,
})

const sessionEntry = (archive: Archive, { path }: Named): MovedEntry => ({
  name: path,
  packedSize: 0,
  load: async () => {
    const session = objectIn(parseJson(path, await archive.text(path)))
    const activity = toldText(session?.fitnessActivity)
    if (session === undefined || activity === undefined) return { leftOut: 'no workout' }
    if (activity === 'sleep') return { leftOut: 'sleep' }
    return { name: path, sport: activity, title: toldText(session.name), ...numbersOf(session) }
  },
})

function numbersOf(session: JsonObject): ToldNumbers {
  const started = toldInstant(session.startTime)
  const ended = toldInstant(session.endTime)
  const told = toldNumber(toldText(session.duration)?.replace(/s$/, ''))
  const between = started && ended ? (ended - started) / 1000 : undefined
  const values = new Map(
    objectsIn(session.aggregate).map(({ metricName, floatValue, intValue }) => [
      metricName,
      toldNumber(floatValue ?? intValue),
    ]),
  )
  return {
    startedAt: started,
    duration: told ?? between,
    distance: toldKilometres(values.get(DISTANCE), 'm'),
    calories: values.get(CALORIES),
  }
}
