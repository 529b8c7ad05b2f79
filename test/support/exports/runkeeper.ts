import { clockAt, type ExportWriter, gpxOf, hasFile, type MadeActivity, NUMBERS } from './activity'

const TYPES = { ride: 'Cycling', run: 'Running', walk: 'Walking', swim: 'Swimming' } as const
const KILOMETRES_PER_MILE = 1.609344
const METRES_PER_FOOT = 0.3048

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const pathOf = (activity: MadeActivity) =>
  `${clockAt(activity, 1).replace(' ', '-').replaceAll(':', '')}.gpx`

/** Runkeeper's export of an account in Paris, in kilometres or miles: a table, recordings and measurements. */
const runkeeperIn =
  (unit: 'km' | 'mi'): ExportWriter =>
  (activities) => {
    const feet = unit === 'mi' ? 'ft' : 'm'
    const speed = unit === 'mi' ? 'mph' : 'km/h'
    const distance = NUMBERS.distance / (unit === 'mi' ? KILOMETRES_PER_MILE : 1)
    const climb = 30 / (unit === 'mi' ? METRES_PER_FOOT : 1)
    const head = `Activity Id,Date,Type,Route Name,Distance (${unit}),Duration,Average Pace,Average Speed (${speed}),Calories Burned,Climb (${feet}),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File`
    const rows = activities.map((activity) =>
      [
        ...[`id-${activity.day}`, clockAt(activity, 1), TYPES[activity.sport]],
        ...[activity.title ?? '', distance.toFixed(4), '30:00', '20:00', '3'],
        ...['77.0', climb.toFixed(3), '120', '', activity.notes ?? ''],
        hasFile(activity) ? pathOf(activity) : '',
      ]
        .map(quoted)
        .join(','),
    )
    return [
      { name: 'cardioActivities.csv', content: `${[head, ...rows].join('\n')}\n` },
      { name: 'measurements.csv', content: 'Date,Weight\n' },
      ...activities
        .filter((one) => hasFile(one) && one.kept !== 'missing')
        .map((one) => ({ name: pathOf(one), content: gpxOf(one) })),
    ]
  }

export const runkeeperExport = runkeeperIn('km')
export const runkeeperExportInMiles = runkeeperIn('mi')
