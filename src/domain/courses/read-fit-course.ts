import type { FitMessage } from '@/domain/tracks/formats/fit/fit-message'
import { COURSE, COURSE_POINT, RECORD } from '@/domain/tracks/formats/fit/fit-profile'
import { decodeFit } from '@/domain/tracks/formats/fit/fit-protocol'
import { TrackError } from '@/domain/tracks/track-error'
import { CourseCollector } from './course-collector'
import { type CourseFile, WAYPOINT_KINDS, type WaypointKind } from './course-file'

const DEGREES_PER_SEMICIRCLE = 180 / 2 ** 31

/** Forks and bends in FIT files, by the turn that is most like them. */
const SIMILAR_KINDS: Readonly<Record<number, WaypointKind>> = {
  16: 'left',
  17: 'right',
  18: 'straight',
  19: 'left',
  20: 'left',
  21: 'right',
  22: 'right',
}

/**
 * Reads the samples of a FIT course, or of an activity. Its course points become waypoints.
 * @throws TrackError fitUnreadable for an invalid file header, or a file that is incomplete; tooManyPoints
 */
export function readFitCourse(bytes: Uint8Array): CourseFile {
  const collector = new CourseCollector()
  let name: string | null = null
  const { isPart } = decodeFit(bytes, (message) => {
    if (message.global === RECORD.global) addPoint(collector, message)
    else if (message.global === COURSE_POINT.global) addWaypoint(collector, message)
    else if (message.global === COURSE.global) name ??= message.text(COURSE.slot.name)
  })
  if (isPart) throw new TrackError('fitUnreadable')
  return { name, description: null, line: collector.line(), waypoints: collector.waypoints }
}

function addPoint(collector: CourseCollector, message: FitMessage): void {
  const { latitude, longitude, altitude } = RECORD.slot
  const metres = message.isDeveloper(altitude)
    ? message.number(altitude)
    : message.number(altitude) / 5 - 500
  collector.add(degreesIn(message, latitude), degreesIn(message, longitude), metres)
}

function addWaypoint(collector: CourseCollector, message: FitMessage): void {
  const { latitude, longitude, type, name } = COURSE_POINT.slot
  const number = message.number(type)
  collector.addWaypoint({
    lat: degreesIn(message, latitude),
    lon: degreesIn(message, longitude),
    name: message.text(name) ?? '',
    kind: WAYPOINT_KINDS[number] ?? SIMILAR_KINDS[number] ?? 'generic',
  })
}

const degreesIn = (message: FitMessage, slot: number): number =>
  message.number(slot) * DEGREES_PER_SEMICIRCLE
