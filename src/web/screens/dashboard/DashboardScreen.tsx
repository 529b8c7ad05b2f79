import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { DropAnywhere } from '@/web/components/DropAnywhere'
import { usePageTitle } from '@/web/components/use-page-title'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import classes from './DashboardScreen.module.css'
import { OwnLog } from './OwnLog'
import { Timeline } from './Timeline'

/** Home: the own log, for those who follow somebody the others' too, and a place to drop the next workout. */
export function DashboardScreen() {
  usePageTitle(t('dashboard.title'))
  const navigate = useNavigate()
  const [whose, setWhose] = useState('mine')
  const followsSomebody = (useProfile()?.following ?? 0) > 0
  const takeIn = useCallback(
    (files: File[]) => void navigate({ to: '/workouts/add', state: { files } }),
    [navigate],
  )
  return (
    <>
      <DropAnywhere onFiles={takeIn} />
      <div className={classes.head}>
        <h1 className={classes.title}>{t('dashboard.title')}</h1>
        {followsSomebody && (
          <SegmentedControl
            aria-label={t('dashboard.whose')}
            value={whose}
            onChange={setWhose}
            data={[
              { value: 'mine', label: t('dashboard.mine') },
              { value: 'everybody', label: t('dashboard.everybody') },
            ]}
          />
        )}
      </div>
      {followsSomebody && whose === 'everybody' ? <Timeline /> : <OwnLog onFiles={takeIn} />}
    </>
  )
}
