import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import { declaredNumber, declaredText } from '@/use-cases/imports/services/declared-values'
import {
  type DeclaredExtras,
  type DeclaredNumbers,
  type ExportContent,
  type ImportedTrainingData,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
  type SkippedItem,
  weightsOnly,
} from '@/use-cases/imports/services/imported-workout'
import {
  type Archive,
  ExportError,
  parseJson,
} from '@/use-cases/imports/services/read-service-export'
import { type GarminGear, readGarminGear } from './garmin-gear'

const NESTED = /(^|\/)UploadedFiles_.*\.zip$/i
const SUMMARIES = /summarizedActivities\.json$/i
const GEAR = /(^|[/_])gear\.json$/i
const WEIGHTS = /userBioMetrics\.json$/i
const RECORDING = /\.(fit|gpx|tcx)(\.gz)?$/i

interface Summary {
  /** In some exports, the names of uploaded files end in this number. */
  id: string
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  /** Whether its legs, which have summaries, are the workouts: it only encloses them. */
  isParent: boolean
  numbers: DeclaredNumbers
  extras: DeclaredExtras
}

/** Maximum milliseconds between the start times of a recording and its summary. */
const SAME_START = 2000

/** Units of the summaries: centimetres, milliseconds, and kilojoules. */
const CM_PER_KM = 100_000
const CM_PER_METRE = 100
const MS_PER_SECOND = 1000
/** Kilojoules per kilocalorie, with the precision that gives the numbers that Garmin Connect shows. */
const KJ_PER_KCAL = 4.19
const GRAMS_PER_KILOGRAM = 1000

/**
 * Reads exports of Garmin accounts: recordings from the nested `UploadedFiles_….zip` archives, with titles, types, gear
 * and privacy from the summaries, matched by activity id or start time. Summaries without a recording become workouts
 * with their figures. Gear and weights come from separate files. Other FIT files (monitoring, settings) are skipped
 * when they are read. Sources of the units: several readers of real exports, one of which compared energies with
 * Garmin Connect.
 */
export const garmin: Service = {
  label: 'Garmin',
  isExport: async ({ paths }) => paths.some((path) => NESTED.test(path) || SUMMARIES.test(path)),
  read: readGarmin,
}

async function readGarmin(outer: Archive, options: ReadingOptions): Promise<ExportContent> {
  const nested: Archive[] = []
  for (const name of outer.paths.filter((one) => NESTED.test(one)))
    nested.push(await outer.inner(name))
  const gear = await readGarminGear(
    outer,
    outer.paths.filter((path) => GEAR.test(path)),
  )
  const summaries = await readSummaries(outer, gear)
  if (nested.length === 0 && summaries.length === 0)
    throw new ExportError(
      'There are neither uploaded files nor summaries: this is no export of Garmin.',
    )
  const archives = [outer, ...nested]
  const paths = archives.map((archive) => ({ archive, paths: recordingsIn(archive) }))
  const recorded = paths.flatMap((each) => workoutsOf(each, summaries))
  const ids = new Set(recorded.flatMap(({ id }) => id ?? []))
  const alone = summaries.filter(({ id, isParent }) => !ids.has(id) && !isParent)
  requireWithinLimit(recorded.length + alone.length, options)
  return {
    workouts: [...recorded.map(({ workout }) => workout), ...alone.map(summaryWorkout)].map(
      importedEntry,
    ),
    leftOut: [
      ...summaries.filter(({ isParent }) => isParent).map(skippedParent),
      ...archives.flatMap((archive) => listSkipped(archive, usedIn(archive))),
    ],
    equipments: gear.equipments,
    measures: weightsOnly(await readWeights(outer)),
  }
}

const usedIn = ({ paths }: Archive) => {
  const used = [NESTED, SUMMARIES, GEAR, WEIGHTS, RECORDING]
  return new Set(paths.filter((path) => used.some((one) => one.test(path))))
}

const nameOf = ({ id }: Summary) => `activity ${id}`

const skippedParent = (summary: Summary): SkippedItem => ({
  name: nameOf(summary),
  reason: 'its legs are workouts',
})

const summaryWorkout = (summary: Summary): ImportedWorkout => ({
  ...{ name: nameOf(summary), summary: 'instant' },
  ...summary.numbers,
  ...summary.extras,
})

async function readSummaries(archive: Archive, gear: GarminGear): Promise<Summary[]> {
  const found: Summary[] = []
  for (const path of archive.paths.filter((one) => SUMMARIES.test(one))) {
    const content = parseJson(path, await archive.text(path))
    for (const part of objectsIn(Array.isArray(content) ? content : [content]))
      for (const one of objectsIn(part.summarizedActivitiesExport)) found.push(summaryOf(one, gear))
  }
  return found.sort((one, other) => one.startedAt - other.startedAt)
}

function summaryOf(one: JsonObject, gear: GarminGear): Summary {
  const id = String(one.activityId)
  const startedAt = declaredNumber(one.startTimeGmt ?? one.beginTimestamp)
  return {
    id,
    startedAt: startedAt ?? Number.NEGATIVE_INFINITY,
    isParent: one.parent === true,
    numbers: { ...numbersOf(one), startedAt },
    extras: {
      title: declaredText(one.name),
      description: declaredText(one.description),
      isPrivate: one.rule === 'private',
      gear: gear.labelsOf(id),
    },
  }
}

function numbersOf(one: JsonObject): DeclaredNumbers {
  const dividedBy = (value: unknown, unit: number) => {
    const number = declaredNumber(value)
    return number === undefined ? undefined : number / unit
  }
  return {
    sport: declaredText(one.activityType),
    distance: dividedBy(one.distance, CM_PER_KM),
    duration: dividedBy(one.duration ?? one.elapsedDuration, MS_PER_SECOND),
    moving: dividedBy(one.movingDuration, MS_PER_SECOND),
    ascent: dividedBy(one.elevationGain, CM_PER_METRE),
    descent: dividedBy(one.elevationLoss, CM_PER_METRE),
    calories: dividedBy(one.calories, KJ_PER_KCAL),
    aveHr: declaredNumber(one.avgHr),
    maxHr: declaredNumber(one.maxHr),
    avePower: declaredNumber(one.avgPower),
    maxPower: declaredNumber(one.maxPower),
  }
}

/** Reads body weights, the last of each day. */
async function readWeights(archive: Archive): Promise<ImportedTrainingData['weights']> {
  const byDay = new Map<string, number>()
  for (const path of archive.paths.filter((one) => WEIGHTS.test(one)))
    for (const one of objectsIn(parseJson(path, await archive.text(path)))) {
      const day = declaredText(objectIn(one.metaData)?.calendarDate)?.slice(0, 10)
      const grams = declaredNumber(objectIn(one.weight)?.weight)
      if (day !== undefined && grams !== undefined) byDay.set(day, grams / GRAMS_PER_KILOGRAM)
    }
  return [...byDay].map(([day, kilograms]) => ({ day, kilograms }))
}

/** Names of uploaded files end in the id of the activity or of the upload. */
const NUMBER = /_(\d+)\.\w+(?:\.gz)?$/

const recordingsIn = ({ paths }: Archive) => paths.filter((path) => RECORDING.test(path))

/** A recording, and the id of its summary if its name contains it. */
interface RecordedActivity {
  id: string | undefined
  workout: ImportedWorkout
}

function workoutsOf(
  { archive, paths }: { archive: Archive; paths: readonly string[] },
  summaries: readonly Summary[],
): RecordedActivity[] {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]))
  return paths.map((path) => {
    const summary = byId.get(NUMBER.exec(path)?.[1] ?? '')
    const recording = { name: path, file: archive.file(path), isAnyFile: true }
    if (!summary) {
      const declaredAt = (startedAt: number) => nearest(summaries, startedAt)?.extras
      return { id: undefined, workout: { ...recording, declaredAt } }
    }
    const { id, numbers, extras } = summary
    const { sport } = numbers
    return { id, workout: { ...recording, sport, ...extras, withoutTrack: numbers } }
  })
}

/** Finds the summary of an activity that began at an instant. Expects the summaries sorted by start time. */
function nearest(summaries: readonly Summary[], startedAt: number): Summary | undefined {
  let [low, high] = [0, summaries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((summaries[middle]?.startedAt ?? 0) < startedAt - SAME_START) low = middle + 1
    else high = middle
  }
  const found = summaries[low]
  return found && found.startedAt <= startedAt + SAME_START ? found : undefined
}
