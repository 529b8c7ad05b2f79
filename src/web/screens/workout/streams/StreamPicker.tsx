import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { analysisQuery } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { Disclosure } from '@/web/components/feedback/Disclosure'
import { t } from '@/web/i18n/text'
import classes from './StreamPicker.module.css'
import type { StreamName } from './stream-text'

const StreamChoices = lazy(() =>
  import('./StreamChoices').then((module) => ({ default: module.StreamChoices })),
)

/** Selects the additional charts of a recording; renders nothing without any. */
export function StreamPicker({
  workout,
  chosen,
  onChoose,
}: {
  workout: Workout
  chosen: readonly StreamName[]
  onChoose: (streams: readonly StreamName[]) => void
}) {
  const { data } = useQuery({ ...analysisQuery(workout.id), enabled: workout.with_analysis })
  const streams = data?.streams ?? []
  if (streams.length === 0) return null
  return (
    <Disclosure label={t('stream.choose')} className={classes.button} button={t('stream.more')}>
      {() => (
        <Suspense>
          <StreamChoices streams={streams} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      )}
    </Disclosure>
  )
}
