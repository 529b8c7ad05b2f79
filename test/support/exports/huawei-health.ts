import {
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
  startOf,
} from './activity'

const TYPES = { ride: 3, run: 4, walk: 5, swim: 102 } as const

function linesOf(activity: MadeActivity): string {
  if (!hasFile(activity)) return ''
  return pointsOf(activity)
    .flatMap(({ lat, lon, ele, time, hr }, index) => [
      `tp=lbs;k=${index};lat=${lat};lon=${lon};alt=0.0;t=${Date.parse(time) / 1e12}E9;`,
      `tp=h-r;k=${Date.parse(time)};v=${hr};`,
      `tp=alti;k=${Date.parse(time)};v=${ele};`,
    ])
    .join('\n')
}

const activityOf = (activity: MadeActivity) => ({
  attribute: `HW_EXT_TRACK_DETAIL@is${linesOf(activity)}\n&&HW_EXT_TRACK_SIMPLIFY@is{"avgHeartRate":141,"maxHeartRate":160}`,
  ...{ sportType: TYPES[activity.sport], startTime: startOf(activity).getTime() },
  ...{ totalTime: NUMBERS.duration * 1000, totalDistance: NUMBERS.distance * 1000 },
  totalCalories: 210_000,
})

/** Huawei Health: a list of activities, with an object whose keys have no quotes, as real exports have. */
export const huaweiHealthExport: ExportWriter = (activities) => [
  {
    name: 'Motion path detail data & description/motion path detail data1700000000000.json',
    content: `[${activities
      .map((activity) => JSON.stringify(activityOf(activity)))
      .map((text) => `${text.slice(0, -1)},"partTimeMap":{1.0:335.0,2.0:700.5}}`)
      .join(',')}]`,
  },
]
