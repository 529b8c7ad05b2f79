import type { TextKey } from '@/web/i18n/text'

/** A service that people come from. */
export type FormerService = {
  /** Its name; undefined for all that have none here. */
  name?: string
  /** The page on which its data are asked for. */
  site?: string
  /** What to do there, a step on each line. */
  steps: TextKey
}

/** The services whose data can be moved here, those that most people come from first. */
export const FORMER_SERVICES: readonly FormerService[] = [
  {
    name: 'Strava',
    site: 'https://www.strava.com/athlete/delete_your_account',
    steps: 'moveIn.strava',
  },
  {
    name: 'Garmin Connect',
    site: 'https://www.garmin.com/account/datamanagement/exportdata',
    steps: 'moveIn.garmin',
  },
  { name: 'FitTrackee', steps: 'moveIn.fittrackee' },
  { name: 'Polar Flow', site: 'https://account.polar.com', steps: 'moveIn.polar' },
  { name: 'Apple Health', steps: 'moveIn.apple' },
  { name: 'Google Fit', site: 'https://takeout.google.com', steps: 'moveIn.google' },
  { name: 'Runkeeper', site: 'https://runkeeper.com/exportData', steps: 'moveIn.runkeeper' },
  { name: 'Endomondo', steps: 'moveIn.endomondo' },
  { steps: 'moveIn.other' },
]
