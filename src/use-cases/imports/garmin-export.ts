import { type JsonObject, objectsIn } from '@/tracks/formats/json'
import { type Archive, ExportError, parseJson } from './export-archive'
import {
  type ExportContent,
  leftOutOf,
  type MovedWorkout,
  movedEntry,
  type Service,
} from './moved-workout'
import { toldNumber, toldText } from './told-values'

const NESTED = /(^|\/)UploadedFiles_.*\.zip$/i
const SUMMARIES = /summarizedActivities\.json$/i
const RECORDING = /\.(fit|gpx|tcx)(\.gz)?$/i

/** What a summary tells of an activity. */
interface Summary {
  /** As the names of uploaded files end in some exports. */
  id: string
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  sport: string | undefined
  told: Pick<MovedWorkout, 'title' | 'description' | 'isPrivate'>
}

/** Milliseconds between the starts of a recording and its summary. */
const SAME_START = 2000

/**
 * The export of a Garmin account: recordings out of its nested `UploadedFiles_….zip`, titles, types and privacy from
 * its summaries, found by the number of the activity or its start. Other FIT files (monitoring, settings) are left out when they are
 * read.
 */
export const garmin: Service = {
  label: 'Garmin',
  isExport: async ({ paths }) => paths.some((path) => NESTED.test(path) || SUMMARIES.test(path)),
  read: readGarmin,
}

async function readGarmin(outer: Archive): Promise<ExportContent> {
  const nested: Archive[] = []
  for (const name of outer.paths.filter((one) => NESTED.test(one)))
    nested.push(await outer.inner(name))
  const summaries = await readSummaries(outer)
  if (nested.length === 0 && summaries.length === 0)
    throw new ExportError(
      'There are neither uploaded files nor summaries: this is no export of Garmin.',
    )
  const workouts = [outer, ...nested].flatMap((archive) => recordingsIn(archive, summaries))
  return {
    workouts: workouts.map(movedEntry),
    leftOut: [outer, ...nested].flatMap((archive) => leftOutOf(archive, usedIn(archive))),
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
  startedAt: toldNumber(one.startTimeGmt ?? one.beginTimestamp) ?? Number.NEGATIVE_INFINITY,
  sport: toldText(one.activityType),
  told: {
    title: toldText(one.name),
    description: toldText(one.description),
    isPrivate: one.rule === 'private',
  },
})

/** Names of uploaded files end in a number: that of the activity, or of the upload. */
const NUMBER = /_(\d+)\.\w+(?:\.gz)?$/

function recordingsIn(archive: Archive, summaries: readonly Summary[]): MovedWorkout[] {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]))
  return archive.paths
    .filter((path) => RECORDING.test(path))
    .map((path) => {
      const summary = byId.get(NUMBER.exec(path)?.[1] ?? '')
      const file = archive.file(path)
      if (summary)
        return { name: path, file, isAnyFile: true, sport: summary.sport, ...summary.told }
      const toldAt = (startedAt: number) => nearest(summaries, startedAt)?.told
      return { name: path, file, isAnyFile: true, toldAt }
    })
}

/** The summary, of those in the order of their starts, of what began at an instant. */
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
