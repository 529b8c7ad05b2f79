import { type JsonObject, objectsIn } from '@/domain/tracks/formats/json'
import { declaredNumber, declaredText } from './declared-values'
import {
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from './imported-workout'
import { type Archive, ExportError, parseJson } from './read-service-export'

const NESTED = /(^|\/)UploadedFiles_.*\.zip$/i
const SUMMARIES = /summarizedActivities\.json$/i
const RECORDING = /\.(fit|gpx|tcx)(\.gz)?$/i

interface Summary {
  /** In some exports, the names of uploaded files end in this number. */
  id: string
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  sport: string | undefined
  declared: Pick<ImportedWorkout, 'title' | 'description' | 'isPrivate'>
}

/** Maximum milliseconds between the start times of a recording and its summary. */
const SAME_START = 2000

/**
 * Reads exports of Garmin accounts: recordings from the nested `UploadedFiles_….zip` archives, with titles, types and
 * privacy from the summaries, matched by activity id or start time. Other FIT files (monitoring, settings) are skipped
 * when they are read.
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
  const summaries = await readSummaries(outer)
  if (nested.length === 0 && summaries.length === 0)
    throw new ExportError(
      'There are neither uploaded files nor summaries: this is no export of Garmin.',
    )
  const archives = [outer, ...nested]
  const paths = archives.map((archive) => ({ archive, paths: recordingsIn(archive) }))
  requireWithinLimit(
    paths.reduce((sum, each) => sum + each.paths.length, 0),
    options,
  )
  return {
    workouts: paths.flatMap((each) => workoutsOf(each, summaries)).map(importedEntry),
    leftOut: archives.flatMap((archive) => listSkipped(archive, usedIn(archive))),
  }
}

const usedIn = ({ paths }: Archive) =>
  new Set(paths.filter((path) => [NESTED, SUMMARIES, RECORDING].some((one) => one.test(path))))

async function readSummaries(archive: Archive): Promise<Summary[]> {
  const found: Summary[] = []
  for (const path of archive.paths.filter((one) => SUMMARIES.test(one))) {
    const content = parseJson(path, await archive.text(path))
    for (const part of objectsIn(Array.isArray(content) ? content : [content]))
      found.push(...objectsIn(part.summarizedActivitiesExport).map(summaryOf))
  }
  return found.sort((one, other) => one.startedAt - other.startedAt)
}

const summaryOf = (one: JsonObject): Summary => ({
  id: String(one.activityId),
  startedAt: declaredNumber(one.startTimeGmt ?? one.beginTimestamp) ?? Number.NEGATIVE_INFINITY,
  sport: declaredText(one.activityType),
  declared: {
    title: declaredText(one.name),
    description: declaredText(one.description),
    isPrivate: one.rule === 'private',
  },
})

/** Names of uploaded files end in the id of the activity or of the upload. */
const NUMBER = /_(\d+)\.\w+(?:\.gz)?$/

const recordingsIn = ({ paths }: Archive) => paths.filter((path) => RECORDING.test(path))

function workoutsOf(
  { archive, paths }: { archive: Archive; paths: readonly string[] },
  summaries: readonly Summary[],
): ImportedWorkout[] {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]))
  return paths.map((path) => {
    const summary = byId.get(NUMBER.exec(path)?.[1] ?? '')
    const file = archive.file(path)
    if (summary)
      return { name: path, file, isAnyFile: true, sport: summary.sport, ...summary.declared }
    const declaredAt = (startedAt: number) => nearest(summaries, startedAt)?.declared
    return { name: path, file, isAnyFile: true, declaredAt: declaredAt }
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
