import { WAYPOINT_KINDS } from './course-file'
import { type FitMessageType, FitWriter } from './fit-writer'
import { paceCourse, placeWaypoints, type SavedCourse } from './saved-course'

const TIMESTAMP = { number: 253, type: 'uint32' } as const

const FILE_ID: FitMessageType = {
  global: 0,
  fields: [
    { number: 0, type: 'enum' }, // type
    { number: 1, type: 'uint16' }, // manufacturer
    { number: 2, type: 'uint16' }, // product
    { number: 3, type: 'uint32z' }, // serial number
    { number: 4, type: 'uint32' }, // time of creation
  ],
}
const COURSE: FitMessageType = { global: 31, fields: [{ number: 5, type: { text: 64 } }] }
const LAP: FitMessageType = {
  global: 19,
  fields: [
    TIMESTAMP,
    { number: 2, type: 'uint32' }, // start time
    { number: 3, type: 'sint32' }, // start latitude and longitude
    { number: 4, type: 'sint32' },
    { number: 5, type: 'sint32' }, // end latitude and longitude
    { number: 6, type: 'sint32' },
    { number: 7, type: 'uint32' }, // elapsed time, milliseconds
    { number: 8, type: 'uint32' }, // timer time, milliseconds
    { number: 9, type: 'uint32' }, // distance, centimetres
  ],
}
const EVENT: FitMessageType = {
  global: 21,
  fields: [
    TIMESTAMP,
    { number: 0, type: 'enum' }, // event
    { number: 1, type: 'enum' }, // type
  ],
}
const RECORD: FitMessageType = {
  global: 20,
  fields: [
    TIMESTAMP,
    { number: 0, type: 'sint32' }, // latitude
    { number: 1, type: 'sint32' }, // longitude
    { number: 2, type: 'uint16' }, // altitude
    { number: 5, type: 'uint32' }, // distance, centimetres
  ],
}
const COURSE_POINT: FitMessageType = {
  global: 32,
  fields: [
    { number: 1, type: 'uint32' }, // timestamp
    { number: 2, type: 'sint32' }, // latitude
    { number: 3, type: 'sint32' }, // longitude
    { number: 4, type: 'uint32' }, // distance, centimetres
    { number: 5, type: 'enum' }, // type
    { number: 6, type: { text: 48 } }, // name
  ],
}

/** Values of the FIT profile. */
const COURSE_FILE = 6
const DEVELOPMENT = 255
const TIMER = { event: 0, start: 0, stopAll: 9 }

/** Start of FIT time in seconds of the Unix epoch. */
const EPOCH = 631_065_600

/** A FIT file of a course. Times follow a constant pace (see `paceCourse`), because devices require them. */
export function writeFitCourse(course: SavedCourse): Uint8Array<ArrayBuffer> {
  const writer = new FitWriter()
  const { lat, lon, ele } = course.line
  const { metres, seconds } = paceCourse(course)
  const start = Math.floor(course.createdAt / 1000) - EPOCH
  const last = lat.length - 1
  const end = start + (seconds[last] ?? 0)
  const placeAt = (i: number) => [semicircles(lat[i]), semicircles(lon[i])]
  const centimetresAt = (i: number) => Math.round((metres[i] ?? 0) * 100)
  const milliseconds = (end - start) * 1000
  writer.write(FILE_ID, [COURSE_FILE, DEVELOPMENT, 0, 1, start])
  writer.write(COURSE, [course.name])
  writer.write(LAP, [
    ...[end, start, ...placeAt(0), ...placeAt(last)],
    ...[milliseconds, milliseconds, centimetresAt(last)],
  ])
  writer.write(EVENT, [start, TIMER.event, TIMER.start])
  for (const { lat: latitude, lon: longitude, name, kind, at } of placeWaypoints(course))
    writer.write(COURSE_POINT, [
      start + (seconds[at] ?? 0),
      ...[semicircles(latitude), semicircles(longitude), centimetresAt(at)],
      ...[WAYPOINT_KINDS.indexOf(kind), name],
    ])
  for (let i = 0; i <= last; i++)
    writer.write(RECORD, [
      start + (seconds[i] ?? 0),
      ...placeAt(i),
      altitudeOf(ele[i]),
      centimetresAt(i),
    ])
  writer.write(EVENT, [end, TIMER.event, TIMER.stopAll])
  return writer.finish()
}

/** FIT's value for an unknown coordinate. */
const NO_POSITION = 2 ** 31 - 1

/** Degrees in units of which half a circle has 2^31. The easternmost ones become the same place in the west. */
function semicircles(degrees = 0): number {
  const value = Math.round((degrees / 180) * 2 ** 31)
  return value >= NO_POSITION ? -(2 ** 31) : value
}

/** Fifths of a metre above −500 m; null if the elevation is unknown. */
const altitudeOf = (metres = Number.NaN): number | null =>
  Number.isNaN(metres) ? null : Math.round((metres + 500) * 5)
