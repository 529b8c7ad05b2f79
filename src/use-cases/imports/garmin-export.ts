import { type Archive, ExportError, parseJson } from './export-archive'
import {
  type ExportContent,
  type LeftOut,
  type MovedWorkout,
  movedEntry,
  type Service,
} from './moved-workout'

const NESTED = /(^|\/)UploadedFiles_.*\.zip$/i
const SUMMARIES = /summarizedActivities\.json$/i
const RECORDING = /\.(fit|gpx|tcx)(\.gz)?$/i

/** What a summary tells of an activity; Garmin counts centimetres and milliseconds. */
interface Summary {
  name?: string
  activityType?: string
  startTimeGmt?: number
  beginTimestamp?: number
  description?: string
}

/**
 * The export of a Garmin account: recordings out of its nested `UploadedFiles_….zip`, titles and types from its
 * summaries, found by the number of the activity. Other FIT files (monitoring, settings) are left out when they are
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
  return { workouts: workouts.map(movedEntry), leftOut: othersIn(nested) }
}

async function readSummaries(archive: Archive): Promise<Summary[]> {
  const found: Summary[] = []
  for (const path of archive.paths.filter((one) => SUMMARIES.test(one))) {
    const content = parseJson(path, await archive.text(path))
    for (const part of Array.isArray(content) ? content : [content])
      found.push(
        ...(Array.isArray(part?.summarizedActivitiesExport) ? part.summarizedActivitiesExport : []),
      )
  }
  return found
}

/** Names of uploaded files end in the number of the activity; summaries are matched by it, or later by their start. */
function recordingsIn(archive: Archive, summaries: readonly (Summary & { activityId?: number })[]) {
  const byId = new Map(summaries.map((summary) => [String(summary.activityId), summary]))
  return archive.paths
    .filter((path) => RECORDING.test(path))
    .map((path): MovedWorkout => {
      const id = /_(\d+)\.\w+(\.gz)?$/.exec(path)?.[1] ?? ''
      const summary = byId.get(id)
      return {
        name: path,
        file: archive.file(path),
        sport: summary?.activityType,
        title: summary?.name,
        description: summary?.description,
        isAnyFile: true,
      }
    })
}

function othersIn(archives: readonly Archive[]): LeftOut[] {
  return archives
    .flatMap(({ paths }) => paths.filter((path) => !RECORDING.test(path) && !path.endsWith('/')))
    .map((name) => ({ name, reason: 'no recording' }))
}
