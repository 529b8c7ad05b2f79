import { Readable } from 'node:stream'
import type { PackedUpload } from '@/use-cases/imports/receive/unpack'
import { joinRoutes } from '@/use-cases/imports/services/declared-track'
import {
  type ExportContent,
  type ImportedWorkout,
  importedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, ExportError } from '@/use-cases/imports/services/read-service-export'
import { type AppleWorkout, readHealth } from './apple-health-xml'
import type { SortedHeartRates } from './apple-heart-rates'

const ROUTE = /(?:^|\/)workout-routes\/[^/]+\.gpx$/i
/** Maximum number of XML files to examine, largest first. */
const MAX_DOCUMENTS = 4
const HEAD_BYTES = 4096
/** Maximum size of a document in bytes; enough for decades of records. */
const LIMIT = 8 * 1024 ** 3

/**
 * Reads exports of Apple Health: one document with all records, whose name depends on the language of the phone, and
 * the routes of workouts as GPX. Merges heart rates into the routes of the workouts; workouts without a route become
 * workouts without GPS. Sources of the format: the DTD at the beginning of each document, and readers under permissive
 * licences.
 */
export const appleHealth: Service = {
  label: 'Apple Health',
  isExport: async (archive) => (await findDocument(archive)) !== undefined,
  read: readAppleHealth,
}

async function findDocument(archive: Archive): Promise<string | undefined> {
  const documents = archive.paths
    .filter((path) => /\.xml$/i.test(path))
    .sort((one, other) => archive.sizeOf(other) - archive.sizeOf(one))
  for (const path of documents.slice(0, MAX_DOCUMENTS)) {
    const head = new TextDecoder().decode(await archive.head(path, HEAD_BYTES))
    if (/<(?:!DOCTYPE )?HealthData\b/.test(head)) return path
  }
  return undefined
}

async function readAppleHealth(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const document = await findDocument(archive)
  if (document === undefined)
    throw new ExportError('There is no health data document: this is not an Apple Health export.')
  if (archive.sizeOf(document) > LIMIT) throw new ExportError(`${document} is too large.`)
  const { workouts, beats } = await readHealth(archive.chunks(document), (count) =>
    requireWithinLimit(count, options),
  )
  const folder = document.slice(0, document.lastIndexOf('/') + 1)
  const imported = workouts.map((workout) => {
    const paths = workout.routes.map((path) => folder + path).filter(archive.has)
    return { paths, workout: workoutOf(archive, { workout, paths, beats }) }
  })
  const used = new Set(imported.flatMap(({ paths }) => paths))
  const others = archive.paths.filter((path) => ROUTE.test(path) && !used.has(path))
  return {
    workouts: [
      ...imported.map(({ workout }) => importedEntry(workout)),
      ...others.map((path) =>
        importedEntry({ name: path, file: archive.file(path), isNameless: true }),
      ),
    ],
    leftOut: listSkipped(archive, new Set([document, ...used, ...others])),
  }
}

interface WorkoutWithRoute {
  workout: AppleWorkout
  /** Those of its routes that the archive contains. */
  paths: readonly string[]
  beats: SortedHeartRates
}

function workoutOf(archive: Archive, { workout, paths, beats }: WorkoutWithRoute): ImportedWorkout {
  const { activity, routes, endedAt, ...numbers } = workout
  const [path] = paths
  const date = numbers.startedAt === undefined ? '?' : new Date(numbers.startedAt).toISOString()
  return {
    ...numbers,
    name: path ?? `${activity} ${date}`,
    file: path === undefined ? undefined : routeFile(archive, path, { workout, paths, beats }),
    sport: activity,
    isNameless: true,
  }
}

/** Returns the route of a workout, unchanged or merged with its other parts and heart rates. */
function routeFile(
  archive: Archive,
  path: string,
  { workout, paths, beats }: WorkoutWithRoute,
): PackedUpload | undefined {
  const file = archive.file(path)
  if (!file || (paths.length === 1 && !beats.hasIn(workout))) return file
  return {
    name: path,
    packedSize: paths.reduce((sum, each) => sum + (archive.file(each)?.packedSize ?? 0), 0),
    open: async () => {
      const texts: string[] = []
      for (const each of paths) texts.push(await archive.text(each))
      return Readable.from([Buffer.from(joinRoutes(texts, (time) => beats.at(time)))])
    },
  }
}
