import { type MissingDetails, TrackError } from '@/domain/tracks/track-error'

/** What files of a type contain, by the value of `file` in the FIT profile; files of other types may be activities. */
const OTHER_FILES = new Map([
  [1, 'device information'],
  [2, 'settings'],
  [3, 'settings of a sport'],
  [5, 'a planned workout'],
  [6, 'a course'],
  [7, 'a schedule'],
  [9, 'weights'],
  [10, 'totals'],
  [11, 'goals'],
  [14, 'blood pressures'],
  [15, 'daily monitoring'],
  [20, 'a summary of activities'],
  [28, 'daily monitoring'],
  [32, 'daily monitoring'],
  [34, 'a segment'],
  [35, 'a list of segments'],
  [40, 'settings of a display'],
])

/** The details of a rejected file that is no activity; undefined if it may be one. */
export function describeOtherFile(type: number): MissingDetails | undefined {
  const content = OTHER_FILES.get(type)
  if (content === undefined) return undefined
  return {
    code: 'not_an_activity',
    text: `the file contains ${content}, not a recorded activity: export the activity itself`,
  }
}

/** @throws TrackError fitUnreadable for a file that is no activity */
export function requireActivity(type: number): void {
  const remedy = describeOtherFile(type)
  if (remedy) throw new TrackError('fitUnreadable', { remedy })
}
