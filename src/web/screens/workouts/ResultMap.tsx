import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { LoadError } from '@/web/components/feedback/LoadError'
import { t } from '@/web/i18n/text'
import { mapLinesQuery } from '@/web/map/lines/map-lines-query'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { WorkoutsMap } from '@/web/map/WorkoutsMap'

/** The lines of all matching workouts on a map. */
export function ResultMap({ filters, total }: { filters: WorkoutFilters; total: number }) {
  const lines = useQuery(mapLinesQuery(filters))
  const shown = lines.data?.dates.length ?? 0
  const mask = useMemo(() => new Uint8Array(shown).fill(1), [shown])
  if (lines.isLoadingError) return <LoadError queries={[lines]} />
  if (!lines.data) return <MapSkeleton />
  return (
    <>
      <WorkoutsMap data={lines.data} filters={filters} mask={mask} />
      <p role="status">{t('workouts.onMap', { shown, total })}</p>
    </>
  )
}
