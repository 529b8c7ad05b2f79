import {
  clockAt,
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
} from './activity'

const TYPES = { ride: 'Cycling', run: 'Running', walk: 'Walking', swim: 'Swimming' } as const
const DISTANCES = {
  ...{ ride: 'DistanceCycling', run: 'DistanceWalkingRunning' },
  ...{ walk: 'DistanceWalkingRunning', swim: 'DistanceSwimming' },
} as const

/** A time in Tokyo, in the format of the document. */
const dated = (activity: MadeActivity, seconds: number) =>
  `${clockAt(activity, 9 + seconds / 3600)} +0900`

const routeOf = (activity: MadeActivity) => `workout-routes/route_2024_${activity.day}.gpx`

/** The heart rate of a workout, which rises by one every five seconds. */
export const heartRatesOf = (activity: MadeActivity, index: number) =>
  100 + ((activity.day + index) % 60)

function recordsOf(activity: MadeActivity): string {
  const record = (type: string, unit: string, value: number, at: number) =>
    ` <Record type="HKQuantityTypeIdentifier${type}" sourceName="Ann&apos;s Watch" sourceVersion="10.1" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch&gt;" unit="${unit}" creationDate="${dated(activity, at)}" startDate="${dated(activity, at)}" endDate="${dated(activity, at)}" value="${value}">\n  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="2"/>\n </Record>\n`
  return (
    record('StepCount', 'count', 20, -600) +
    Array.from({ length: 40 }, (_, at) =>
      record('HeartRate', 'count/min', heartRatesOf(activity, at), 5 * at),
    ).join('')
  )
}

/** A workout in the format of 2023, or with its distance as an attribute as in earlier ones. */
function workoutOf(activity: MadeActivity): string {
  const span = `startDate="${dated(activity, 0)}" endDate="${dated(activity, NUMBERS.duration)}"`
  const isOld = activity.day % 2 === 0
  const old = ` totalDistance="${NUMBERS.distance / 1.609344}" totalDistanceUnit="mi" totalEnergyBurned="77" totalEnergyBurnedUnit="kcal"`
  const distance = `  <WorkoutStatistics type="HKQuantityTypeIdentifier${DISTANCES[activity.sport]}" ${span} sum="${NUMBERS.distance}" unit="km"/>\n`
  const route = `  <WorkoutRoute sourceName="Ann&apos;s Watch" ${span}>\n   <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>\n   <FileReference path="/${routeOf(activity)}"/>\n  </WorkoutRoute>\n`
  return ` <Workout workoutActivityType="HKWorkoutActivityType${TYPES[activity.sport]}" duration="${NUMBERS.duration / 60}" durationUnit="min"${isOld ? old : ''} sourceName="Ann&apos;s Watch" device="&lt;&lt;HKDevice: 0x1&gt;&gt;" creationDate="${dated(activity, NUMBERS.duration)}" ${span}>
  <MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>
  <WorkoutEvent type="HKWorkoutEventTypeSegment" date="${dated(activity, 0)}" duration="8" durationUnit="min"/>
${isOld ? '' : distance}  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" ${span} average="130.4" minimum="90" maximum="161" unit="count/min"/>
${hasFile(activity) ? route : ''} </Workout>
`
}

/** The route of a workout, as its watch recorded it. */
function routeText(activity: MadeActivity): string {
  if (activity.kept === 'broken') return '<?xml version="1.0"?><gpx><trk'
  const points = pointsOf(activity).map(
    ({ lat, lon, ele, time }) =>
      `<trkpt lon="${lon}" lat="${lat}"><ele>${ele}</ele><time>${time}</time><extensions><speed>4.1</speed><course>12.5</course><hAcc>3.2</hAcc><vAcc>2.1</vAcc></extensions></trkpt>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <metadata><time>2024-03-01T10:00:00Z</time></metadata>
 <trk><name>Route 2024-01-0${activity.day} 4:00pm</name><trkseg>${points.join('\n')}</trkseg></trk></gpx>`
}

/** The health document of some activities, with an optional beginning. */
export const healthDocument = (activities: readonly MadeActivity[], before = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
]>
<HealthData locale="es_ES">
 <ExportDate value="2024-03-01 19:00:00 +0900"/>
${before}${activities.map(recordsOf).join('')}${activities.map(workoutOf).join('')} <ActivitySummary dateComponents="2024-01-01" activeEnergyBurned="512"/>
</HealthData>
`

/** Apple Health's export from a phone in Spanish. */
export const appleHealthExport: ExportWriter = (activities) => [
  { name: 'apple_health_export/exportar_cda.xml', content: '<ClinicalDocument/>' },
  { name: 'apple_health_export/exportación.xml', content: healthDocument(activities) },
  { name: 'apple_health_export/electrocardiograms/ecg_2024-01-01.csv', content: 'x' },
  ...activities
    .filter((one) => hasFile(one) && one.kept !== 'missing')
    .map((one) => ({ name: `apple_health_export/${routeOf(one)}`, content: routeText(one) })),
]
