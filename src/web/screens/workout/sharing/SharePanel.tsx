import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cardQuery } from '@/web/api/workouts/sharing'
import type { Workout } from '@/web/api/workouts/workouts'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import { PictureButtons } from './PictureButtons'
import { ShareLinks } from './ShareLinks'
import classes from './SharePanel.module.css'
import { useObjectUrl } from './use-object-url'

/** The picture of a workout to download, copy or send, and public links to it. */
export function SharePanel({ workout }: { workout: Workout }) {
  const [withMap, setWithMap] = useState(
    workout.with_geometry && workout.map_visibility === 'public',
  )
  const { data: picture, error } = useQuery(cardQuery(workout.id, withMap))
  const url = useObjectUrl(picture)
  return (
    <div className={classes.panel}>
      <div className={classes.picture}>
        {url && <img src={url} width={1200} height={630} alt={t('sharing.picture')} />}
      </div>
      <ErrorNote error={error} />
      {workout.with_geometry && (
        <Checkbox
          label={t('sharing.route')}
          checked={withMap}
          onChange={({ currentTarget }) => setWithMap(currentTarget.checked)}
        />
      )}
      {picture && <PictureButtons picture={picture} title={workout.title ?? ''} />}
      <ShareLinks workoutId={workout.id} withMap={withMap} />
    </div>
  )
}
