import { rideGpx } from '../ride'
import type { ZipMember } from '../tracks/zip'

/** One activity of a made-up account, whatever the service that keeps it. */
export interface MadeActivity {
  /** Its day of 2024, and its way: no two of an account have the same. */
  day: number
  sport: 'ride' | 'run' | 'walk' | 'swim'
  title?: string
  description?: string
  notes?: string
  gear?: string
  /** As what the service keeps it: a recording, numbers alone, a file that cannot be read or that is not there. */
  kept?: 'file' | 'numbers' | 'broken' | 'missing'
}

/** Writes the files of an account's export as a service does. */
export type ExportWriter = (activities: readonly MadeActivity[]) => ZipMember[]

/** The ids of the sports here. */
export const SPORT_IDS = { ride: 1, run: 5, walk: 6, swim: 16 } as const

/** Kilometres and seconds of activities that are numbers alone. */
export const NUMBERS = { distance: 1.5, duration: 1800 } as const

/** Seven in the morning in UTC. */
export const startOf = ({ day }: MadeActivity): Date => new Date(Date.UTC(2024, 0, day, 7))

/** The recording of an activity: no two days have the same. */
export const gpxOf = (activity: MadeActivity): string =>
  activity.kept === 'broken'
    ? '<?xml version="1.0"?><gpx></gpx>'
    : rideGpx({ seed: activity.day, start: startOf(activity), kilometres: 2, name: '' }).replace(
        '<name></name>',
        '',
      )

/** Whether the export names a file for it. */
export const hasFile = ({ kept = 'file' }: MadeActivity): boolean => kept !== 'numbers'

/** An account of `count` activities of all sports, every tenth of numbers alone. */
export const anAccount = (count: number): MadeActivity[] =>
  Array.from({ length: count }, (_, index) => ({
    day: index + 1,
    sport: (['ride', 'run', 'walk', 'ride'] as const)[index % 4] ?? 'ride',
    title: `Outing ${index + 1}`,
    kept: index % 10 === 9 ? 'numbers' : 'file',
  }))
