import { getRouteApi, Link } from '@tanstack/react-router'
import { Activity, useState } from 'react'
import { Page } from '@/web/components/Page'
import { Segments } from '@/web/components/Segments'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { ManualForm } from './ManualForm'
import { UploadForm } from './UploadForm'

const route = getRouteApi('/member/workouts/add')

/** Adds workouts: from files, or by hand. */
export function AddWorkoutScreen() {
  const asked = route.useSearch().way
  const [way, setWay] = useState(asked === 'hand' ? 'hand' : 'file')
  // What was filled in is kept for those who look at the other way.
  const [hasBoth, keepBoth] = useState(false)
  // The form by hand begins with a date in the account's time zone.
  const profile = useProfile()
  return (
    <Page title={t('add.title')} actions={<Link to="/workouts/tasks">{t('tasks.title')}</Link>}>
      <Segments
        label={t('add.way')}
        value={way}
        onChange={(chosen) => {
          setWay(chosen)
          keepBoth(true)
        }}
        data={[
          { value: 'file', label: t('add.byFile') },
          { value: 'hand', label: t('add.byHand') },
        ]}
      />
      {(hasBoth || way === 'file') && (
        <Activity mode={way === 'file' ? 'visible' : 'hidden'}>
          <UploadForm />
        </Activity>
      )}
      {(hasBoth || way === 'hand') && profile && (
        <Activity mode={way === 'hand' ? 'visible' : 'hidden'}>
          <ManualForm />
        </Activity>
      )}
    </Page>
  )
}
