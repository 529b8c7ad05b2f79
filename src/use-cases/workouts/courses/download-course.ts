import { decodeCourse } from '@/domain/courses/course-blob'
import { writeFitCourse } from '@/domain/courses/write-fit-course'
import { writeGpxCourse } from '@/domain/courses/write-gpx-course'
import { writeTcxCourse } from '@/domain/courses/write-tcx-course'
import { mediaTypeOf } from '@/domain/tracks/formats/recording-extensions'
import { VERSION } from '@/lib/version'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { fromJson } from '@/store/db/schema/columns'
import { getCourse } from './read-courses'

type Deps = Pick<AppContext, 'db'>

/** Files that a course can be downloaded as. */
export const COURSE_FORMATS = ['gpx', 'gpx_route', 'tcx', 'fit'] as const
export type CourseFormat = (typeof COURSE_FORMATS)[number]

/** A course as a file: as text that is generated while it is sent, or as bytes. */
export interface CourseDownload {
  name: string
  type: string
  content: Iterator<string> | Uint8Array<ArrayBuffer>
}

/** Writes one of the caller's courses as a file. @throws 404 */
export async function downloadCourse(
  ctx: Deps,
  caller: Caller,
  { id, format }: { id: string; format: CourseFormat },
): Promise<CourseDownload> {
  const row = await getCourse(ctx, caller, id)
  const course = {
    ...{ name: row.name, description: row.description, createdAt: row.created_at },
    creator: `Milepost v${VERSION.server}`,
    line: decodeCourse(row.points),
    waypoints: fromJson(row.waypoints),
  }
  const extension = format === 'gpx_route' ? 'gpx' : format
  const download = {
    name: `${nameOnDisk(row.name)}.${extension}`,
    type: mediaTypeOf(extension) ?? '',
  }
  if (format === 'fit') return { ...download, content: writeFitCourse(course) }
  if (format === 'tcx') return { ...download, content: writeTcxCourse(course) }
  return { ...download, content: writeGpxCourse(course, format === 'gpx' ? 'track' : 'route') }
}

const MAX_NAME_ON_DISK = 60

/** Reduces a name to letters without accents, digits, dots and dashes, which need no quoting in headers. */
function nameOnDisk(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return plain.slice(0, MAX_NAME_ON_DISK) || 'course'
}
