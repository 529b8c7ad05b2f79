import {
  clockAt,
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
} from './activity'

const TYPES = { ride: 11_007, run: 1002, walk: 1001, swim: 14_001 } as const
const FOLDER = 'Samsung Health/samsunghealth_ann_20240401120000'
const PREFIX = 'com.samsung.health.exercise'

const HEAD = [
  ...['total_calorie', `${PREFIX}.start_time`, `${PREFIX}.exercise_type`, `${PREFIX}.duration`],
  ...[`${PREFIX}.distance`, `${PREFIX}.mean_heart_rate`, `${PREFIX}.location_data`],
  ...[`${PREFIX}.live_data`, `${PREFIX}.datauuid`],
]

const partOf = ({ day }: MadeActivity, part: string) => `uuid-${day}.${PREFIX}.${part}.json`

const rowOf = (activity: MadeActivity) => [
  ...['210.4', `${clockAt(activity, 0)}.000`, TYPES[activity.sport], NUMBERS.duration * 1000],
  ...[NUMBERS.distance * 1000, '141.0'],
  hasFile(activity) ? partOf(activity, 'location_data') : '',
  hasFile(activity) ? partOf(activity, 'live_data') : '',
  `uuid-${activity.day}`,
]

function filesOf(activity: MadeActivity) {
  const places = pointsOf(activity).map(({ lat, lon, ele, time }) => ({
    ...{ latitude: Number(lat), longitude: Number(lon), altitude: Number(ele) },
    start_time: Date.parse(time),
  }))
  const beats = pointsOf(activity).map(({ hr, time }) => ({
    ...{ start_time: Date.parse(time), heart_rate: hr },
  }))
  const place = `${FOLDER}/jsons/com.samsung.shealth.exercise/u`
  return [
    {
      name: `${place}/${partOf(activity, 'location_data')}`,
      content: activity.kept === 'broken' ? '[{' : JSON.stringify(places),
    },
    { name: `${place}/${partOf(activity, 'live_data')}`, content: JSON.stringify(beats) },
  ]
}

/** The export of Samsung Health: a table of exercises after a line about it, JSON files, and another table. */
export const samsungHealthExport: ExportWriter = (activities) => [
  {
    name: `${FOLDER}/com.samsung.shealth.exercise.20240401120000.csv`,
    content: ['com.samsung.shealth.exercise,6312014,1', HEAD, ...activities.map(rowOf), '']
      .map(String)
      .join('\n'),
  },
  { name: `${FOLDER}/com.samsung.shealth.exercise.weather.20240401120000.csv`, content: 'x\n' },
  ...activities.filter(hasFile).flatMap(filesOf),
]
