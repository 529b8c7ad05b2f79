import { detectFormat } from '@/domain/tracks/formats/detect-format'
import { toPlainText } from '@/domain/tracks/formats/text/plain-text'
import { parseXml } from '@/domain/tracks/formats/xml/xml'
import type { XmlElement } from '@/domain/tracks/formats/xml/xml-element'
import { XmlError } from '@/domain/tracks/formats/xml/xml-error'
import { gunzip, isGzip } from '@/domain/tracks/formats/zip/gzip'
import { readTrack } from '@/domain/tracks/read'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import { encodeCourse } from './course-blob'
import { CourseCollector } from './course-collector'
import type { CourseFile } from './course-file'
import type { CourseLine } from './course-line'
import { type CourseMeasurements, measureCourse } from './measure-course'
import { readFitCourse } from './read-fit-course'
import { GpxCourseReader } from './read-gpx-course'
import { TcxCourseReader } from './read-tcx-course'
import { thinCourse } from './thin-course'

/** A course that was read and measured, with its points as they are stored. */
export interface MeasuredCourse
  extends CourseMeasurements,
    Pick<CourseFile, 'name' | 'description' | 'waypoints'> {
  points: Uint8Array<ArrayBuffer>
  size: number
}

/**
 * Reads a course or recording, optionally compressed with gzip, and measures it. Unlike those of a workout, its points
 * need no times. Files that are truncated are rejected.
 * @throws TrackError as `readTrack`; noSegments with fewer than two different points
 */
export async function readCourse(fileName: string, bytes: Uint8Array): Promise<MeasuredCourse> {
  try {
    const plain = isGzip(bytes) ? gunzip(bytes) : bytes
    return measured(await readFile(fileName, plain))
  } catch (error) {
    throw error instanceof TrackError ? error : new TrackError('processing', { cause: error })
  }
}

/** Measures a line without a name. @throws TrackError noSegments with fewer than two different points */
export const measureLine = (line: CourseLine): MeasuredCourse =>
  measured({ name: null, description: null, line, waypoints: [] })

function measured({ line, ...facts }: CourseFile): MeasuredCourse {
  if (line.lat.length < 2) throw new TrackError('noSegments')
  const thinned = thinCourse(line)
  return {
    ...facts,
    ...measureCourse(line),
    points: encodeCourse(thinned),
    size: thinned.lat.length,
  }
}

function readFile(fileName: string, bytes: Uint8Array): CourseFile | Promise<CourseFile> {
  const name = fileName.replace(/\.gz$/i, '')
  const format = detectFormat(bytes, name.slice(name.lastIndexOf('.') + 1).toLowerCase())
  switch (format) {
    case 'gpx':
      return readXmlCourse(bytes, new GpxCourseReader(), 'gpxUnreadable')
    case 'tcx':
      return (
        readXmlCourse(bytes, new TcxCourseReader(), 'tcxUnreadable') ?? readRecording(name, bytes)
      )
    case 'fit':
      return readFitCourse(bytes)
    case undefined:
      throw new TrackError('invalidFile')
    default:
      return readRecording(name, bytes)
  }
}

interface CourseReader<Result> {
  document: XmlElement
  finish: () => Result
}

function readXmlCourse<Result>(
  bytes: Uint8Array,
  reader: CourseReader<Result>,
  unreadable: TrackErrorKind,
): Result {
  const namespaces = unreadable === 'gpxUnreadable'
  try {
    const options = { namespaces, encoding: 'utf-8', isForgiving: true } as const
    parseXml(toPlainText(bytes), reader.document, options)
  } catch (error) {
    throw error instanceof XmlError ? new TrackError(unreadable, { cause: error }) : error
  }
  return reader.finish()
}

/** Any times: a course has none. */
const TIMES = { start: 0, duration: 3600 }

/** Reads the line of a recording in any other format. */
async function readRecording(fileName: string, bytes: Uint8Array): Promise<CourseFile> {
  const { name, description, segments } = await readTrack(fileName, bytes, {
    acceptWithoutGps: false,
    segmentsCreationEvent: 'none',
    measurements: 'device',
    times: TIMES,
  })
  const collector = new CourseCollector()
  for (const { size, lat, lon, ele } of segments)
    for (let i = 0; i < size; i++)
      collector.add(lat[i] ?? Number.NaN, lon[i] ?? Number.NaN, ele[i] ?? Number.NaN)
  return { name, description, line: collector.line(), waypoints: [] }
}
