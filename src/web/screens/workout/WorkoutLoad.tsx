import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSwimming } from '@/domain/reference/swimming'
import { type WorkoutLoad as Load, ZONE_KINDS } from '@/web/api/workouts/training'
import type { Workout } from '@/web/api/workouts/workouts'
import { Facts } from '@/web/components/numbers/Facts'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { formatClock } from '@/web/format/duration'
import { formatNumber, formatPercent } from '@/web/format/numbers'
import { formatCount, formatPace, formatQuantity, formatSwimDistance } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { type ExplainedMetric, Explanations } from '@/web/training/Explanations'
import { ZoneTable } from '@/web/training/ZoneTable'
import { ZONE_KIND_NAMES } from '@/web/training/zone-text'
import listClasses from './RecordList.module.css'
import { useWorkoutLoad } from './tabs/workout-tabs'
import classes from './WorkoutLoad.module.css'

const LOAD_NAMES = {
  power: 'load.byPower',
  pace: 'load.byPace',
  swim: 'load.bySwim',
  heart_rate: 'load.byHeartRate',
} as const

/** The intensity of a workout: load, power and pace metrics, and time in zones. */
export function WorkoutLoad({ workout, own }: { workout: Workout; own: boolean }) {
  const preferences = usePreferences()
  const data = useWorkoutLoad(workout, own)
  if (!data) return null
  const told = listFacts(data, preferences)
  const kinds = ZONE_KINDS.filter((kind) => data.zones[kind])
  const lacksThresholds = own && (data.loads.length === 0 || kinds.length === 0)
  if (told.length === 0 && kinds.length === 0 && !lacksThresholds) return null
  return (
    <div className={classes.columns}>
      <div className={classes.part}>
        <WorkoutZones zones={data.zones} swims={isSwimming(workout.sport_id)} />
        <Explanations
          of={[
            ...new Set(told.map(({ of }) => of)),
            ...(kinds.length > 0 ? ['zones' as const] : []),
          ]}
        />
      </div>
      <section>
        <h2 className={listClasses.heading}>{t('load.title')}</h2>
        <Facts facts={told.map(({ name, value }) => [name, value])} />
        {data.loads.some(({ is_estimate }) => is_estimate) && <p>{t('load.estimated')}</p>}
        {lacksThresholds && (
          <p>
            {t('load.lacking')} <Link to="/profile/edit/thresholds">{t('load.setThresholds')}</Link>
          </p>
        )}
      </section>
    </div>
  )
}

function writeSwum(
  { distance, seconds }: NonNullable<Load['swum']>,
  preferences: Preferences,
): string | undefined {
  if (distance === null) return undefined
  return `${formatQuantity(formatSwimDistance(distance / 1000, preferences))} · ${formatClock(seconds)}`
}

type Fact = { name: string; value: string; of: ExplainedMetric }

function listFacts(load: Load, preferences: Preferences): Fact[] {
  const { loads, trimp, power, pace, swum } = load
  const { locale } = preferences
  const write = (value: number | null | undefined, digits: number, unit = '') =>
    value === null || value === undefined
      ? undefined
      : `${formatNumber(value, digits, locale)}${unit}`
  const fact = (of: ExplainedMetric, name: string, value: string | undefined): Fact[] =>
    value === undefined ? [] : [{ of, name, value }]
  const watts = (value: number | null | undefined) =>
    value === null || value === undefined
      ? undefined
      : formatQuantity(formatCount(value, t('unit.w'), preferences))
  const decoupling = (power ?? pace)?.decoupling
  const intensity = loads.find(({ intensity_factor }) => intensity_factor !== null)
  return [
    ...loads.flatMap(({ source: made, value, is_estimate }) => {
      const source = made === 'pace' && swum ? 'swim' : made
      const written = `${is_estimate ? '≈ ' : ''}${formatNumber(value, 0, locale)}`
      return fact(is_estimate ? 'estimate' : source, t(LOAD_NAMES[source]), written)
    }),
    ...(swum ? fact('swim', t('load.swum'), writeSwum(swum, preferences)) : []),
    ...fact('trimp', t('load.trimp'), write(trimp, 0)),
    ...fact('intensity', t('load.intensity'), write(intensity?.intensity_factor, 2)),
    ...fact('normalized', t('load.normalized'), watts(power?.normalized)),
    ...fact('variability', t('load.variability'), write(power?.variability, 2)),
    ...fact('normalized', t('load.work'), write(power?.work, 0, ' kJ')),
    ...fact(
      'pace',
      t('split.levelPace'),
      pace?.graded_pace ? formatQuantity(formatPace(pace.graded_pace, preferences)) : undefined,
    ),
    ...fact('efficiency', t('load.efficiency'), write((power ?? pace)?.efficiency, 2)),
    ...fact(
      'decoupling',
      t('load.decoupling'),
      decoupling === null || decoupling === undefined
        ? undefined
        : formatPercent(decoupling, 1, locale),
    ),
  ]
}

function WorkoutZones({ zones, swims }: { zones: Load['zones']; swims: boolean }) {
  const kinds = ZONE_KINDS.filter((kind) => zones[kind])
  const [chosen, choose] = useState<(typeof kinds)[number] | null>(null)
  const kind = chosen ?? kinds[0]
  const shown = kind && zones[kind]
  if (!shown) return null
  return (
    <ZoneTable
      kind={kind}
      seconds={shown.seconds}
      ends={shown.ends}
      swims={swims}
      tools={
        kinds.length > 1 && (
          <SegmentedControl
            label={t('zone.title')}
            value={kind}
            onChange={choose}
            data={kinds.map((value) => ({ value, label: t(ZONE_KIND_NAMES[value]) }))}
          />
        )
      }
    />
  )
}
