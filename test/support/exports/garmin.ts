import { fitFile } from '../tracks/fit'
import { zipBytes } from '../tracks/zip'
import { type ExportWriter, gpxOf, hasFile, type MadeActivity, NUMBERS, startOf } from './activity'

const TYPES = {
  ...{ ride: 'road_biking', run: 'running', walk: 'walking', swim: 'lap_swimming' },
} as const

/** Every other file is named after its upload instead of its activity. */
const pathOf = ({ day }: MadeActivity) =>
  `ann@example.com_${day % 2 === 0 ? 900_000 + day : day}.gpx`

/** A recording that states its sport, as those of watches do. */
const recordingOf = (activity: MadeActivity) =>
  gpxOf(activity).replace('<trk>', `<trk><type>${TYPES[activity.sport]}</type>`)

/** A monitoring file of a watch, without a session. */
const daysFit = () =>
  fitFile([
    {
      global: 0,
      fields: [
        [0, 'enum', 32],
        [4, 'uint32', 1_070_000_000],
      ],
    },
    {
      global: 55,
      fields: [
        [253, 'uint32', 1_070_000_060],
        [3, 'uint32', 120],
      ],
    },
  ])

/** Figures of an activity, in Garmin's units: centimetres, milliseconds, kilojoules. */
const SUMMARY = {
  ...{ distance: NUMBERS.distance * 100_000, duration: NUMBERS.duration * 1000 },
  ...{ movingDuration: 1_500_000, elevationGain: 4000, elevationLoss: 3950.4 },
  ...{ calories: 419, avgHr: 141, maxHr: 166, avgPower: 180, maxPower: 420 },
}

/** The file with the gear that the activities use. */
function gearFile(activities: readonly MadeActivity[]) {
  const labels = [...new Set(activities.flatMap(({ gear }) => gear ?? []))]
  if (labels.length === 0) return []
  const gearDTOS = labels.map((label, index) => ({
    ...{ gearPk: index + 1, customMakeModel: label, gearStatusName: 'active' },
    gearTypeName: /shoe/i.test(label) ? 'Shoes' : 'Bike',
  }))
  const gearActivityDTOs = Object.fromEntries(
    labels.map((label, index) => [
      index + 1,
      activities.filter(({ gear }) => gear === label).map(({ day }) => ({ activityId: day })),
    ]),
  )
  return [
    {
      name: 'DI_CONNECT/DI-Connect-Fitness/ann_gear.json',
      content: JSON.stringify([{ gearDTOS, gearActivityDTOs }]),
    },
  ]
}

/** Garmin's file of body weights, in grams. */
export const garminWeights = (weights: Readonly<Record<string, number>>) => ({
  name: 'DI_CONNECT/DI-Connect-Wellness/1_userBioMetrics.json',
  content: JSON.stringify(
    Object.entries(weights).map(([day, kilograms]) => ({
      metaData: { calendarDate: `${day}T06:00:00.0` },
      weight: { weight: kilograms * 1000 },
    })),
  ),
})

/** Garmin's export: summaries, and recordings in a nested archive next to other files of the watch. */
export const garminExport: ExportWriter = (activities) => [
  {
    name: 'DI_CONNECT/DI-Connect-Fitness/ann_0_summarizedActivities.json',
    content: JSON.stringify([
      {
        summarizedActivitiesExport: activities.map((activity) => ({
          ...{ activityId: activity.day, name: activity.title, description: activity.description },
          ...{ activityType: TYPES[activity.sport], startTimeGmt: startOf(activity).getTime() },
          rule: activity.notes === 'private' ? 'private' : 'subscribers',
          ...SUMMARY,
        })),
      },
    ]),
  },
  ...gearFile(activities),
  {
    name: 'DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip',
    content: zipBytes([
      ...activities
        .filter((one) => hasFile(one) && one.kept !== 'missing')
        .map((one) => ({ name: pathOf(one), content: recordingOf(one) })),
      { name: 'ann@example.com_700001.fit', content: daysFit() },
      { name: 'notes.txt', content: '' },
    ]),
  },
  { name: 'customer_data/customer.json', content: '{}' },
]
