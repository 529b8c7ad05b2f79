import { plainDecimal } from '@/lib/text/decimal'
import { textElement } from '@/lib/text/escape-markup'
import type { WaypointKind } from './course-file'
import { type PlacedWaypoint, paceCourse, placeWaypoints, type SavedCourse } from './saved-course'

const POINTS_PER_CHUNK = 500

/** Maximum characters of names of courses and of their points, by the schema of TCX. */
const [MAX_NAME, MAX_POINT_NAME] = [15, 10]

const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
  <Courses>
    <Course>\n`

/** A TCX document of a course, in chunks. Times follow a constant pace (see `paceCourse`), because TCX requires them. */
export function* writeTcxCourse(course: SavedCourse): Generator<string> {
  const { lat, lon, ele } = course.line
  const { metres, seconds } = paceCourse(course)
  const last = lat.length - 1
  const timeAt = (i: number) =>
    new Date(course.createdAt + 1000 * (seconds[i] ?? 0)).toISOString().slice(0, 19).concat('Z')
  yield `${HEADER}${textElement('Name', cut(course.name, MAX_NAME))}
      <Lap>
        <TotalTimeSeconds>${seconds[last] ?? 0}</TotalTimeSeconds>
        <DistanceMeters>${(metres[last] ?? 0).toFixed(1)}</DistanceMeters>
        <BeginPosition>${coordinates(lat[0], lon[0])}</BeginPosition>
        <EndPosition>${coordinates(lat[last], lon[last])}</EndPosition>
        <Intensity>Active</Intensity>
      </Lap>
      <Track>\n`
  for (let start = 0; start <= last; start += POINTS_PER_CHUNK) {
    let chunk = ''
    for (let i = start; i < Math.min(start + POINTS_PER_CHUNK, lat.length); i++) {
      const altitude = ele[i] ?? Number.NaN
      chunk += `        <Trackpoint><Time>${timeAt(i)}</Time>${position(lat[i], lon[i])}${
        Number.isNaN(altitude) ? '' : `<AltitudeMeters>${plainDecimal(altitude)}</AltitudeMeters>`
      }<DistanceMeters>${(metres[i] ?? 0).toFixed(1)}</DistanceMeters></Trackpoint>\n`
    }
    yield chunk
  }
  yield '      </Track>\n'
  if (course.description !== '') yield `      ${textElement('Notes', course.description)}\n`
  for (const waypoint of placeWaypoints(course)) yield pointElement(waypoint, timeAt(waypoint.at))
  yield '    </Course>\n  </Courses>\n</TrainingCenterDatabase>\n'
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join('')

const coordinates = (lat = 0, lon = 0): string =>
  `<LatitudeDegrees>${plainDecimal(lat)}</LatitudeDegrees><LongitudeDegrees>${plainDecimal(lon)}</LongitudeDegrees>`

const position = (lat: number | undefined, lon: number | undefined): string =>
  `<Position>${coordinates(lat, lon)}</Position>`

function pointElement({ lat, lon, name, kind }: PlacedWaypoint, time: string): string {
  const names = textElement('Name', cut(name, MAX_POINT_NAME))
  const type = textElement('PointType', POINT_TYPES[kind])
  const notes = textElement('Notes', name)
  return `      <CoursePoint>${names}<Time>${time}</Time>${position(lat, lon)}${type}${notes}</CoursePoint>\n`
}

const POINT_TYPES: Record<WaypointKind, string> = {
  generic: 'Generic',
  summit: 'Summit',
  valley: 'Valley',
  water: 'Water',
  food: 'Food',
  danger: 'Danger',
  left: 'Left',
  right: 'Right',
  straight: 'Straight',
  first_aid: 'First Aid',
}
