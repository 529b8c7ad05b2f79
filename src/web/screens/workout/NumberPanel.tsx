import { useQuery } from '@tanstack/react-query'
import { type Analysis, analysisQuery } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { QuantityList } from '@/web/components/numbers/QuantityList'
import { QuantityText } from '@/web/components/numbers/QuantityText'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { FigureSources } from './FigureSources'
import classes from './NumberPanel.module.css'
import { type Fact, mainFacts, otherFacts, type Pair, pairs } from './workout-numbers'

/** Explains what an energy estimate is based on. */
const ENERGY_HINTS = {
  power: 'stat.energyByPower',
  heart_rate: 'stat.energyByHeartRate',
  met: 'stat.energyByMet',
} as const satisfies Record<NonNullable<Analysis['energy']>['method'], TextKey>

/** The numbers of a workout, the most important ones first. */
export function NumberPanel({ workout, wide = false }: { workout: Workout; wide?: boolean }) {
  const preferences = usePreferences()
  const profile = useProfile()
  const { data: analysis } = useQuery({
    ...analysisQuery(workout.id),
    enabled: workout.with_analysis && workout.calories === null,
  })
  const energy = analysis?.energy
  // With raw speeds, and by the device, the maximum is not filtered.
  const raw = profile?.username === workout.user.username && profile.use_raw_gpx_speed
  const isFiltered =
    !workout.measured_by &&
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
      <FigureSources workout={workout} className={classes.source} />
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

/** A table of averages and maxima. */
function PairTable({ pairs }: { pairs: Pair[] }) {
  if (pairs.length === 0) return null
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('stat.average')}</th>
          <th scope="col">{t('stat.best')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ label, average, best }) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            <td>
              <QuantityText quantity={average} />
            </td>
            <td>
              <QuantityText quantity={best} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
