import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { isSegmentLength } from '@/domain/reference/segment-length'
import type { Workout } from '@/web/api/workouts/workouts'
import type { Interval } from '@/web/charts/cursor'
import type { Track } from '@/web/charts/track'
import { Dialog } from '@/web/components/feedback/Dialog'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'

const NewSegmentForm = lazy(async () => ({
  default: (await import('./NewSegmentForm')).NewSegmentForm,
}))

/** A button that creates a segment from the selected part of the user's own workout. */
export function CreateSegment({
  workout,
  track,
  selected,
}: {
  workout: Workout
  track: Track
  selected: Interval
}) {
  const [isOpen, setOpen] = useState(false)
  const isOwn = useProfile()?.username === workout.user.username
  const [from, to] = [selected.from, selected.to].map(
    (index) => (track.distances[index] ?? 0) * METRES_PER_KM,
  )
  if (!isOwn || workout.with_geometry !== true || from === undefined || to === undefined)
    return null
  if (!isSegmentLength(to - from)) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('ranked.create')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('ranked.create')}>
        <Suspense>
          <NewSegmentForm part={{ id: workout.id, from, to }} onCancel={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
