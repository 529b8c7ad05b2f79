import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './DashboardScreen.module.css'
import { OwnLog } from './OwnLog'
import { Timeline } from './Timeline'

const route = getRouteApi('/member/')

/** The home page: the user's own workouts, and with followed accounts also a timeline of theirs. */
export function DashboardScreen() {
  usePageTitle(t('dashboard.title'))
  const navigate = useNavigate()
  const isEverybody = route.useSearch().whose === 'everybody'
  const profile = useProfile()
  const followsOthers = (profile?.following ?? 0) > 0
  const takeIn = useCallback(
    (files: File[]) => void navigate({ to: '/workouts/add', state: { files } }),
    [navigate],
  )
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('dashboard.title')}</h1>
        {followsOthers && (
          <SegmentedControl
            label={t('dashboard.whose')}
            value={isEverybody ? 'everybody' : 'mine'}
            onChange={(whose) =>
              void navigate({
                to: '/',
                search: whose === 'mine' ? {} : { whose },
                replace: true,
                resetScroll: false,
              })
            }
            data={[
              { value: 'mine', label: t('dashboard.mine') },
              { value: 'everybody', label: t('dashboard.everybody') },
            ]}
          />
        )}
      </div>
      {followsOthers && isEverybody ? <Timeline /> : <OwnLog onFiles={takeIn} />}
    </>
  )
}
