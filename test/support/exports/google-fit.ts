import {
  clockAt,
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  startOf,
  tcxOf,
} from './activity'

const NAMES = { ride: 'Biking', run: 'Running', walk: 'Walking', swim: 'Swimming' } as const

const pathOf = (activity: MadeActivity) =>
  `${clockAt(activity, 2).replace(' ', 'T').replaceAll(':', '_')}+02_00_PT30M_${NAMES[activity.sport]}`

const sessionOf = (activity: MadeActivity) => ({
  fitnessActivity: NAMES[activity.sport].toLowerCase(),
  startTime: startOf(activity).toISOString(),
  endTime: new Date(startOf(activity).getTime() + NUMBERS.duration * 1000).toISOString(),
  duration: `${NUMBERS.duration}s`,
  segment: [],
  aggregate: [
    { metricName: 'com.google.calories.expended', floatValue: 77.4 },
    { metricName: 'com.google.step_count.delta', intValue: 2400 },
    { metricName: 'com.google.distance.delta', floatValue: NUMBERS.distance * 1000 },
  ],
})

/** Google Fit in a Takeout in Spanish: recordings, a session for each activity, a night, and totals of a day. */
export const googleFitExport: ExportWriter = (activities) => {
  const session = (name: string, content: object) => ({
    name: `Takeout/Fit/Todas las sesiones/${name}.json`,
    content: JSON.stringify(content),
  })
  return [
    ...activities
      .filter(hasFile)
      .map((one) => ({ name: `Takeout/Fit/Actividades/${pathOf(one)}.tcx`, content: tcxOf(one) })),
    ...activities.map((one) => session(pathOf(one), sessionOf(one))),
    session('2024-01-01T22_00_00+01_00_SLEEP', {
      ...{ fitnessActivity: 'sleep', startTime: '2024-01-01T21:00:00Z' },
      ...{ endTime: '2024-01-02T05:00:00Z', duration: '28800s' },
    }),
    { name: 'Takeout/Fit/Métricas de actividad diaria/2024-01-01.csv', content: 'Date\n' },
    { name: 'Takeout/archive_browser.html', content: '' },
  ]
}
