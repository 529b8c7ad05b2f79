import { lazy, Suspense } from 'react'
import { Disclosure } from '@/web/components/feedback/Disclosure'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './MemberMenu.module.css'

const MemberWays = lazy(() =>
  import('./MemberNavigation').then((module) => ({ default: module.MemberNavigation })),
)

/** The menu of the account. */
export function MemberMenu() {
  const username = useProfile()?.username ?? ''
  return (
    <Disclosure
      label={t('nav.account', { username })}
      className={classes.badge}
      button={username.slice(0, 1).toUpperCase()}
    >
      {(close) => (
        <Suspense>
          <MemberWays username={username} onChoose={close} />
        </Suspense>
      )}
    </Disclosure>
  )
}
