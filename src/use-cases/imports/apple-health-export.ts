import { Readable } from 'node:stream'
import { type AppleWorkout, readHealth } from './apple-health-xml'
import type { SortedHeartRates } from './apple-heart-rates'
import { type Archive, ExportError } from './export-archive'
import {
  type ExportContent,
  leftOutOf,
  type MovedWorkout,
  movedEntry,
  type Service,
} from './moved-workout'
import { joinRoutes } from './told-track'
import type { PackedFile } from './unpack'

const ROUTE = /(?:^|\/)workout-routes\/[^/]+\.gpx$/i
/** XML files that are looked at, the largest first. */
const MOST_DOCUMENTS = 4
const HEAD_BYTES = 4096
/** Bytes of a document: decades of records. */
const LARGEST = 8 * 1024 ** 3

/**
 * The export of Apple Health: one document with all records, whose name is in the language of the phone, and the routes
 * of workouts as GPX. Heart rates of the time of a workout come into its route; workouts without one keep their
 * numbers. Layout: the document type that stands in front of each document, and readers of permissive licence.
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
  for (const path of documents.slice(0, MOST_DOCUMENTS)) {
    const head = new TextDecoder().decode(await archive.head(path, HEAD_BYTES))
    if (/<(?:!DOCTYPE )?HealthData\b/.test(head)) return path
  }
  return undefined
}

async function readAppleHealth(archive: Archive): Promise<ExportContent> {
  const document = await findDocument(archive)
  if (document === undefined)
    throw new ExportError('There is no document of health data: this is no export of Apple Health.')
  if (archive.sizeOf(document) > LARGEST) throw new ExportError(`${document} is too large.`)
  const { workouts, beats } = await readHealth(archive.chunks(document))
  const folder = document.slice(0, document.lastIndexOf('/') + 1)
  const moved = workouts.map((workout) => {
    const paths = workout.routes.map((path) => folder + path).filter(archive.has)
    return { paths, workout: workoutOf(archive, { workout, paths, beats }) }
  })
  const used = new Set(moved.flatMap(({ paths }) => paths))
  const others = archive.paths.filter((path) => ROUTE.test(path) && !used.has(path))
  return {
    workouts: [
      ...moved.map(({ workout }) => movedEntry(workout)),
      ...others.map((path) =>
        movedEntry({ name: path, file: archive.file(path), isNameless: true }),
      ),
    ],
    leftOut: leftOutOf(archive, new Set([document, ...used, ...others])),
  }
}

interface Read {
  workout: AppleWorkout
  /** Its routes, as far as they are there. */
  paths: readonly string[]
  beats: SortedHeartRates
}

function workoutOf(archive: Archive, { workout, paths, beats }: Read): MovedWorkout {
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

/** The route of a workout as it is, or with its other parts and the heart rates. */
function routeFile(
  archive: Archive,
  path: string,
  { workout, paths, beats }: Read,
): PackedFile | undefined {
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
