import type { Workout } from '@/web/api/workouts/workouts'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './ImportWarnings.module.css'

type Warning = NonNullable<Workout['import_warnings']>[number]

const WORDS: Readonly<Record<Warning['kind'], TextKey>> = {
  points_left_out: 'warning.points',
  values_ignored: 'warning.values',
  bytes_ignored: 'warning.bytes',
  part_only: 'warning.part',
  times_given: 'warning.times',
  tracks_left_out: 'warning.tracks',
  segments_too_short: 'warning.segments',
  laps_left_out: 'warning.laps',
  seconds_without_gps: 'warning.gps',
  clock_jumps: 'warning.clock',
}

/** The parts of a recording that were skipped or ignored in the import. */
export function ImportWarnings({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <ul className={classes.warnings} aria-label={t('warning.title')}>
      {warnings.map(({ kind, count }) => (
        <li key={kind}>{t(WORDS[kind], { count })}</li>
      ))}
    </ul>
  )
}
