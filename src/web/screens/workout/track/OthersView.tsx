import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { privacyQuery, visibleLinesQuery } from '@/web/api/privacy/privacy'
import type { Workout } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './OthersView.module.css'

/**
 * The part of the user's own route that others see. It is offered once the map has loaded, and only if the user
 * hides something.
 */
export function useOthersView({ id, user }: Workout, isMapLoaded: boolean) {
  const [isOn, setOn] = useState(false)
  const isOwn = useProfile()?.username === user.username
  const { data: privacy } = useQuery({
    ...privacyQuery,
    enabled: isOwn && isMapLoaded,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOffered = privacy && (privacy.zones.length > 0 || privacy.settings.hidden_metres > 0)
  const isShown = isOn && isOffered === true
  const lines = useQuery({ ...visibleLinesQuery(id), enabled: isShown })
  return {
    isOffered,
    isOn: isShown,
    lines,
    /** Null if the whole route is shown. */
    visible: isShown ? (lines.data ?? null) : null,
    toggle: () => setOn(!isOn),
  }
}

/** A button that shows the route as others see it, and what the lines mean. */
export function OthersView({
  workout,
  view: { isOffered, isOn, lines, visible, toggle },
}: {
  workout: Workout
  view: ReturnType<typeof useOthersView>
}) {
  if (!isOffered) return null
  return (
    <div className={classes.view}>
      <Button variant={isOn ? 'light' : 'default'} size="sm" aria-pressed={isOn} onClick={toggle}>
        {t('privacyZones.asOthers')}
      </Button>
      {isOn && <LoadError queries={[lines]} />}
      <p role="status">
        {visible && workout.map_visibility === 'private' && `${t('privacyZones.asOthersPrivate')} `}
        {visible &&
          t(visible.length === 0 ? 'privacyZones.asOthersNothing' : 'privacyZones.asOthersHidden')}
      </p>
    </div>
  )
}
