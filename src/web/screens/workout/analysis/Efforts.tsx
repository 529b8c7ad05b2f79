import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Effort, placedEffortsQuery } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import {
  EFFORT_KIND_NAMES,
  EFFORT_KINDS,
  effortTarget,
  effortValue,
} from '@/web/components/effort-text'
import { NumberTable } from '@/web/components/NumberTable'
import { Segments } from '@/web/components/Segments'
import { formatClock } from '@/web/format/duration'
import { plain } from '@/web/format/quantity'
import { speedMeasure } from '@/web/format/speed'
import { t } from '@/web/i18n/text'
import { StretchRow } from '@/web/screens/workout/StretchRow'
import { usePreferences } from '@/web/state/preferences'
import { EffortPlace } from './EffortPlace'
import { stretchOf } from './stretch-of'

const KMH_PER_MS = 3.6

/** The best of a workout for every distance and time that it has. */
export function Efforts({
  efforts,
  workout,
  own,
  moments,
  link,
}: {
  efforts: readonly Effort[]
  workout: Workout
  /** Whether the reader is its owner, who alone is told how its efforts compare. */
  own: boolean
  /** Seconds of each point; undefined while they are not known. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  const { data: places } = useQuery({ ...placedEffortsQuery(workout.id), enabled: own })
  const measure = speedMeasure(workout, preferences)
  const kinds = EFFORT_KINDS.filter((kind) => efforts.some((effort) => effort.kind === kind))
  const [chosen, choose] = useState<Effort['kind'] | null>(null)
  const kind = chosen ?? kinds[0]
  if (!kind) return null
  const isFast = kind === 'distance' || kind === 'duration'
  return (
    <NumberTable
      title={t('effort.title')}
      tools={
        kinds.length > 1 && (
          <Segments
            label={t('effort.kind')}
            value={kind}
            onChange={choose}
            data={kinds.map((value) => ({ value, label: t(EFFORT_KIND_NAMES[value]) }))}
          />
        )
      }
      headings={[
        t('effort.target'),
        t('effort.value'),
        ...(isFast ? [t(measure.label)] : []),
        t('effort.start'),
        ...(places ? [t('efforts.place')] : []),
      ]}
    >
      {efforts
        .filter((effort) => effort.kind === kind)
        .map((effort) => {
          const name = effortTarget(effort, preferences)
          return (
            <StretchRow
              key={effort.target}
              stretch={stretchOf(moments, effort)}
              link={link}
              name={name}
              label={t('effort.select', { name })}
            >
              <td>{plain(effortValue(effort, workout.sport_id, preferences))}</td>
              {isFast && <td>{plain(measure.write(speedIn(effort)))}</td>}
              <td>{formatClock(effort.start)}</td>
              {places && (
                <td>
                  <EffortPlace
                    sportId={workout.sport_id}
                    effort={places.find(
                      (placed) => placed.kind === kind && placed.target === effort.target,
                    )}
                  />
                </td>
              )}
            </StretchRow>
          )
        })}
    </NumberTable>
  )
}

/** Km/h of an effort over a distance or a time. */
function speedIn({ kind, target, value, duration }: Effort): number {
  const metres = kind === 'distance' ? target : value
  return (metres / duration) * KMH_PER_MS
}
