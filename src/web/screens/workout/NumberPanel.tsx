import { useQuery } from '@tanstack/react-query'
import { type Analysis, analysisQuery } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import { QuantityList } from '@/web/components/QuantityList'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import classes from './NumberPanel.module.css'
import { PairTable } from './PairTable'
import { type Fact, mainFacts, otherFacts, pairs } from './workout-numbers'

/** What an estimate of energy is made of. */
const ENERGY_HINTS = {
  power: 'stat.energyByPower',
  heart_rate: 'stat.energyByHeartRate',
  met: 'stat.energyByMet',
} as const satisfies Record<NonNullable<Analysis['energy']>['method'], TextKey>

/** The numbers of a workout, from the ones read first to the ones looked up. */
export function NumberPanel({ workout, wide = false }: { workout: Workout; wide?: boolean }) {
  const preferences = usePreferences()
  const profile = useProfile()
  const { data: analysis } = useQuery({
    ...analysisQuery(workout.id),
    enabled: workout.with_analysis && workout.calories === null,
  })
  const energy = analysis?.energy
  // Who wants the fastest reading as the maximum has nothing left out.
  const raw = profile?.username === workout.user.username && profile.use_raw_gpx_speed
  const isFiltered =
    workout.with_geometry &&
    workout.with_analysis &&
    (workout.max_speed ?? workout.best_pace) !== null &&
    !raw
  return (
    <section
      className={classes.panel}
      data-part="numbers"
      data-wide={wide}
      aria-label={t('workout.numbers')}
    >
      <FactList facts={mainFacts(workout, preferences)} className={classes.main} />
      <PairTable pairs={pairs(workout, preferences)} />
      {isFiltered && <p className={classes.source}>{t('stat.bestHint')}</p>}
      <FactList facts={otherFacts(workout, preferences, energy)} className={classes.other} />
      {energy && <p className={classes.source}>{t(ENERGY_HINTS[energy.method])}</p>}
      {workout.source && (
        <p className={classes.source}>{t('workout.source', { source: workout.source })}</p>
      )}
    </section>
  )
}

function FactList({ facts, className }: { facts: Fact[]; className: string | undefined }) {
  return (
    <QuantityList
      quantities={facts.map(({ label, quantity }) => [label, quantity])}
      className={className}
    />
  )
}
