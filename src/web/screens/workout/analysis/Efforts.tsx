import { IconTrophy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { excludeEffort, refreshRecording } from '@/web/api/workouts/edits'
import { type Effort, type RankedEffort, rankedEffortsQuery } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import {
  EFFORT_KIND_NAMES,
  EFFORT_KINDS,
  formatEffortTarget,
  formatEffortValue,
  isStandardEffort,
} from '@/web/components/numbers/effort-text'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { formatClock } from '@/web/format/duration'
import { formatQuantity } from '@/web/format/quantity'
import { getSpeedFormat } from '@/web/format/speed'
import { t } from '@/web/i18n/text'
import { IntervalRow } from '@/web/screens/workout/track/IntervalRow'
import { usePreferences } from '@/web/state/preferences'
import classes from './Efforts.module.css'
import { findInterval, type Moments } from './find-interval'

const KMH_PER_MS = 3.6

/** The best efforts of a workout for every distance and time. */
export function Efforts({
  efforts,
  workout,
  own,
  moments,
  link,
}: {
  efforts: readonly Effort[]
  workout: Workout
  /** Whether the reader owns the workout; only owners see the ranks of its efforts. */
  own: boolean
  moments: Moments
  link: TrackLink
}) {
  const preferences = usePreferences()
  const { data: ranked } = useQuery({ ...rankedEffortsQuery(workout.id), enabled: own })
  const places = ranked?.efforts
  const measure = getSpeedFormat(workout, preferences)
  const kinds = EFFORT_KINDS.filter((kind) => efforts.some((effort) => effort.kind === kind))
  const [chosen, choose] = useState<Effort['kind'] | null>(null)
  const kind = chosen ?? kinds[0]
  if (!kind) return null
  const isFast = kind === 'distance' || kind === 'duration'
  return (
    <NumberTable
      title={t('effort.title')}
      above={places?.some(({ implausible }) => implausible) && <p>{t('effort.implausible')}</p>}
      tools={kinds.length > 1 && <KindControl kinds={kinds} kind={kind} onChange={choose} />}
      headings={[
        t('effort.target'),
        t('effort.value'),
        ...(isFast ? [t(measure.label)] : []),
        t('effort.start'),
        ...(places ? [t('efforts.place'), t('effort.ranking')] : []),
      ]}
    >
      {efforts
        .filter((effort) => effort.kind === kind && isStandardEffort(workout.sport_id, effort))
        .map((effort) => (
          <EffortRow
            key={effort.target}
            effort={effort}
            place={places?.find((placed) => isSame(placed, effort))}
            isRanked={places !== undefined}
            isExcluded={hasEffort(ranked?.excluded, effort)}
            workout={workout}
            speed={isFast ? measure : undefined}
            interval={findInterval(moments, effort)}
            link={link}
          />
        ))}
    </NumberTable>
  )
}

type Target = Pick<Effort, 'kind' | 'target'>

const isSame = (one: Target, other: Target): boolean =>
  one.kind === other.kind && one.target === other.target

const hasEffort = (efforts: readonly Target[] | undefined, effort: Target): boolean =>
  efforts?.some((each) => isSame(each, effort)) ?? false

/** Average speed of an effort over a distance or time, in km/h. */
function speedIn({ kind, target, value, duration }: Effort): number {
  const metres = kind === 'distance' ? target : value
  return (metres / duration) * KMH_PER_MS
}

/** The current rank of an effort, and its rank on its day; with a trophy if it was the best then. */
function EffortPlace({ sportId, effort }: { sportId: number; effort: RankedEffort | undefined }) {
  if (!effort || (effort.place === null && effort.place_then === null)) return '–'
  const { kind, target, place, place_then: placeThen } = effort
  return (
    <Link
      className={classes.place}
      to="/efforts/ranking"
      search={{ sport: String(sportId), kind, target: String(target) }}
    >
      {placeThen === 1 && <IconTrophy size={16} stroke={1.75} aria-hidden="true" />}
      <span>
        {place !== null && t('effort.place', { place: String(place) })}
        {placeThen !== null && placeThen !== place && (
          <small>{t('effort.placeThen', { place: String(placeThen) })}</small>
        )}
      </span>
    </Link>
  )
}

/** Excludes an effort from rankings, or includes it again. */
function ExcludeEffort({
  workoutId,
  effort,
  isExcluded,
  name,
}: {
  workoutId: string
  effort: Effort
  isExcluded: boolean
  name: string
}) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => excludeEffort(workoutId, effort, !isExcluded),
    onSuccess: () => refreshRecording(client, workoutId),
  })
  return (
    <>
      <BusyButton
        variant="subtle"
        size="compact-sm"
        busy={change.isPending}
        aria-label={t(isExcluded ? 'effort.includeOne' : 'effort.excludeOne', { name })}
        onClick={() => change.mutate()}
      >
        {t(isExcluded ? 'effort.include' : 'effort.exclude')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </>
  )
}

function EffortRow({
  effort,
  place,
  isRanked,
  isExcluded,
  workout,
  speed,
  interval,
  link,
}: {
  effort: Effort
  place: RankedEffort | undefined
  isRanked: boolean
  /** Whether its owner excluded it from rankings. */
  isExcluded: boolean
  workout: Workout
  /** Formats the speed of the effort; undefined for kinds without one. */
  speed: ReturnType<typeof getSpeedFormat> | undefined
  interval: ReturnType<typeof findInterval>
  link: TrackLink
}) {
  const preferences = usePreferences()
  const name = formatEffortTarget(effort, preferences)
  return (
    <IntervalRow interval={interval} link={link} name={name} label={t('effort.select', { name })}>
      <td>{formatQuantity(formatEffortValue(effort, workout.sport_id, preferences))}</td>
      {speed && <td>{formatQuantity(speed.format(speedIn(effort)))}</td>}
      <td>{formatClock(effort.start)}</td>
      {isRanked && (
        <>
          <td>
            <EffortPlace sportId={workout.sport_id} effort={place} />
          </td>
          <td>
            <ExcludeEffort
              workoutId={workout.id}
              effort={effort}
              isExcluded={isExcluded}
              name={formatEffortTarget(effort, preferences, true)}
            />
          </td>
        </>
      )}
    </IntervalRow>
  )
}

function KindControl({
  kinds,
  kind,
  onChange,
}: {
  kinds: readonly Effort['kind'][]
  kind: Effort['kind']
  onChange: (kind: Effort['kind']) => void
}) {
  return (
    <SegmentedControl
      label={t('effort.kind')}
      value={kind}
      onChange={onChange}
      data={kinds.map((value) => ({ value, label: t(EFFORT_KIND_NAMES[value]) }))}
    />
  )
}
