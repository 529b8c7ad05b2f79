import { leaf, type SamplePoint } from './points'

export interface TcxLapOptions {
  readonly points?: readonly SamplePoint[]
  /** Points of further `Track` elements in the lap. */
  readonly moreTracks?: readonly (readonly SamplePoint[])[]
  readonly seconds?: number
  readonly metres?: number
  readonly maxSpeed?: number
  readonly calories?: number | string
}

export interface TcxActivityOptions {
  readonly laps?: readonly TcxLapOptions[]
  readonly creator?: string
}

export interface TcxFileOptions {
  readonly declaration?: string
  readonly activities?: readonly TcxActivityOptions[]
  readonly author?: string
  /** The prefix of the extension with power and run cadence. */
  readonly prefix?: string
  /** The element for the cadence. */
  readonly cadenceElement?: 'Cadence' | 'RunCadence'
}

/** The text of a TCX file. */
export function tcxText(options: TcxFileOptions = {}): string {
  const {
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n',
    activities = [],
    author,
  } = options
  const body = activities.map((activity) => activityText(activity, options)).join('')
  const root = leaf('Activities', body) + (author === undefined ? '' : named('Author', author))
  return `${declaration}<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">${root}</TrainingCenterDatabase>\n`
}

/** A file with one activity of one lap. */
export function tcxOf(points: readonly SamplePoint[], lap: TcxLapOptions = {}): string {
  return tcxText({ activities: [{ laps: [{ points, ...lap }] }] })
}

/** One `Trackpoint`; without lat there is no `Position`. */
function tcxPoint(point: SamplePoint, options: TcxFileOptions = {}): string {
  const { prefix = 'ns3:', cadenceElement = 'Cadence' } = options
  const running = cadenceElement === 'RunCadence'
  const extension =
    leaf(`${prefix}RunCadence`, running ? point.cadence : undefined) +
    leaf(`${prefix}Watts`, point.power)
  const position = leaf('LatitudeDegrees', point.lat) + leaf('LongitudeDegrees', point.lon)
  return leaf(
    'Trackpoint',
    leaf('Time', point.time) +
      (position && leaf('Position', position)) +
      leaf('AltitudeMeters', point.ele) +
      (point.hr === undefined ? '' : `<HeartRateBpm>${leaf('Value', point.hr)}</HeartRateBpm>`) +
      leaf('Cadence', running ? undefined : point.cadence) +
      (extension && leaf('Extensions', leaf(`${prefix}TPX`, extension))),
  )
}

function activityText(activity: TcxActivityOptions, options: TcxFileOptions): string {
  const laps = (activity.laps ?? []).map((lap) => lapText(lap, options)).join('')
  const creator = activity.creator === undefined ? '' : named('Creator', activity.creator)
  return `<Activity Sport="Biking"><Id>2024-05-04T08:00:00Z</Id>${laps}${creator}</Activity>`
}

function lapText(lap: TcxLapOptions, options: TcxFileOptions): string {
  const tracks = [lap.points, ...(lap.moreTracks ?? [])].map((points) =>
    points === undefined
      ? ''
      : `<Track>${points.map((point) => tcxPoint(point, options)).join('\n')}</Track>`,
  )
  const facts =
    leaf('TotalTimeSeconds', lap.seconds) +
    leaf('DistanceMeters', lap.metres) +
    leaf('MaximumSpeed', lap.maxSpeed) +
    leaf('Calories', lap.calories)
  return `<Lap StartTime="2024-05-04T08:00:00Z">${facts}${tracks.join('')}</Lap>`
}

function named(element: string, name: string): string {
  return leaf(element, leaf('Name', name))
}
