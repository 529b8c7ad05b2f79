import {
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
  startOf,
} from './activity'

const TYPES = { ride: 'cycling', run: 'run', walk: 'walk', swim: 'swim' } as const

function metricsOf(activity: MadeActivity) {
  if (!hasFile(activity)) return []
  const points = pointsOf(activity)
  const metric = (type: string, value: (point: (typeof points)[number]) => number) => ({
    type,
    values: points.map((point) => ({
      ...{ start_epoch_ms: Date.parse(point.time), end_epoch_ms: Date.parse(point.time) },
      value: value(point),
    })),
  })
  return [
    metric('latitude', ({ lat }) => Number(lat)),
    metric('longitude', ({ lon }) => Number(lon)),
    metric('elevation', ({ ele }) => Number(ele)),
    metric('heart_rate', ({ hr }) => hr),
  ]
}

const activityOf = (activity: MadeActivity) => ({
  ...{ id: `${activity.day}`, type: TYPES[activity.sport] },
  ...{ start_epoch_ms: startOf(activity).getTime(), active_duration_ms: NUMBERS.duration * 1000 },
  tags: { 'com.nike.name': activity.title, note: activity.notes },
  summaries: [
    { metric: 'distance', summary: 'total', value: NUMBERS.distance },
    { metric: 'calories', summary: 'total', value: 210 },
    { metric: 'heart_rate', summary: 'mean', value: 141 },
  ],
  metrics: metricsOf(activity),
})

/** Activities of Nike Run Club as programs save them from its API. */
export const nikeRunClubExport: ExportWriter = (activities) =>
  activities.map((activity) => ({
    name: `activities/${activity.day}.json`,
    content:
      activity.kept === 'broken' ? '{"start_epoch_ms"' : JSON.stringify(activityOf(activity)),
  }))
