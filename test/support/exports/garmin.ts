import { fitFile } from '../tracks/fit'
import { zipBytes } from '../tracks/zip'
import { type ExportWriter, gpxOf, hasFile, type MadeActivity, startOf } from './activity'

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
        })),
      },
    ]),
  },
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
