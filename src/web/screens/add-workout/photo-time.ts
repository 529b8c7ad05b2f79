import { getDateFormat } from '@/web/i18n/formats'

/** Bytes at the start and the end of a file that contain its metadata, depending on the format. */
const START_BYTES = 262_144
const END_BYTES = 65_536
/** A time as EXIF data contains it, with the zero that ends texts there. */
const EXIF_TIME = /\b((?:19|20)\d\d):(\d\d):(\d\d) (\d\d:\d\d:\d\d)\0/g

/**
 * Returns the local time at which a photo was taken, in milliseconds as if it were UTC. EXIF data contains several times
 * of which the earliest is that of the camera; the others are those of edits. Without any, it is the time of the file in
 * `timeZone`.
 */
export async function readPhotoTime(file: File, timeZone: string): Promise<number> {
  const parts = [
    file.slice(0, START_BYTES),
    file.slice(Math.max(START_BYTES, file.size - END_BYTES)),
  ]
  const texts = await Promise.all(parts.map(readLatin1)).catch(() => [])
  const times = texts
    .flatMap((text) => [...text.matchAll(EXIF_TIME)])
    .map(([, year, month, day, time]) => Date.parse(`${year}-${month}-${day}T${time}Z`))
    .filter((time) => !Number.isNaN(time))
  return times.length > 0 ? Math.min(...times) : toLocalTime(file.lastModified, timeZone)
}

const readLatin1 = async (part: Blob): Promise<string> =>
  new TextDecoder('latin1').decode(await part.arrayBuffer())

/** Converts milliseconds since the Unix epoch to the local time of a time zone, in milliseconds as if it were UTC. */
export function toLocalTime(time: number, timeZone: string): number {
  const format = getDateFormat('en', {
    ...{ timeZone, hourCycle: 'h23', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(
    get('year'),
    get('month') - 1,
    get('day'),
    get('hour'),
    get('minute'),
    get('second'),
  )
}

/** A workout with its local times, in milliseconds as if they were UTC. */
interface TimedWorkout {
  id: string
  start: number
  end: number
}

/** Milliseconds before and after a workout for which photos still belong to it. */
const MARGIN = 2 * 3_600_000

/** Returns the workout during which a photo was taken, or else the closest one within two hours. */
export function findWorkoutAt(
  time: number,
  workouts: readonly TimedWorkout[],
): TimedWorkout | undefined {
  const gapTo = ({ start, end }: TimedWorkout) => Math.max(start - time, time - end, 0)
  const [closest] = workouts
    .filter((workout) => gapTo(workout) <= MARGIN)
    .toSorted((one, other) => gapTo(one) - gapTo(other))
  return closest
}
