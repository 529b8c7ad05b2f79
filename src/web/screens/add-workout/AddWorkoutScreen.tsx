import { getRouteApi, Link } from '@tanstack/react-router'
import { Activity, useState } from 'react'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import { ManualForm } from './ManualForm'
import { UploadForm } from './UploadForm'

const route = getRouteApi('/member/workouts/add')

/** Adds workouts: from files, or by hand. */
export function AddWorkoutScreen() {
  const asked = route.useSearch().way
  const [way, setWay] = useState(asked === 'hand' ? 'hand' : 'file')
  // Once both forms have been shown, both stay mounted so that switching does not lose input.
  const [hasBoth, keepBoth] = useState(false)
  // The manual form starts with the current date in the account's time zone.
  const profile = useProfile()
  return (
    <Page title={t('add.title')} actions={<Link to="/workouts/tasks">{t('tasks.title')}</Link>}>
      <SegmentedControl
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
