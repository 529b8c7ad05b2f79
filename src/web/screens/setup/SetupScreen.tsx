import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { setupQuery } from '@/web/api/account'
import { EntryCard } from '@/web/components/EntryCard'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'
import { OwnerForm } from './OwnerForm'

const route = getRouteApi('/setup')

/** The page behind the one-time link: makes the first account of a new server. */
export function SetupScreen() {
  const { token } = route.useSearch()
  const { data: required, error, refetch } = useQuery(setupQuery)
  return (
    <EntryCard title={t('setup.title')} {...(required && token && { lead: t('setup.lead') })}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {required === false && (
        <Notice>
          {t('setup.done')} <Link to="/login">{t('nav.logIn')}</Link>
        </Notice>
      )}
      {required === true && !token && <Notice>{t('setup.noToken')}</Notice>}
      {required === true && token && <OwnerForm token={token} />}
    </EntryCard>
  )
}
