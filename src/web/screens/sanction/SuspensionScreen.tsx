import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { appealSuspension, suspensionQuery } from '@/web/api/sanctions'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { SanctionPanel } from '@/web/components/SanctionPanel'
import { t } from '@/web/i18n/text'

/** Why the own account is suspended, and the way to appeal. */
export function SuspensionScreen() {
  const { data, error, refetch } = useQuery(suspensionQuery)
  return (
    <Page title={t('sanction.title')}>
      {data && <SanctionPanel sanction={data} onAppeal={appealSuspension} />}
      {isNotFound(error) && (
        <p>
          {t('sanction.none')} <Link to="/">{t('notFound.home')}</Link>
        </p>
      )}
      {error && !isNotFound(error) && <ErrorPanel error={error} onRetry={refetch} />}
    </Page>
  )
}
