import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { appealSanction, sanctionQuery } from '@/web/api/sanctions'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { SanctionPanel } from '@/web/components/SanctionPanel'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'

const route = getRouteApi('/member/profile/moderation/sanctions/$sanctionId')

/** One decision of a moderator about the own account, and the way to appeal. */
export function SanctionScreen() {
  const { sanctionId } = route.useParams()
  const { data, error, refetch } = useQuery(sanctionQuery(sanctionId))
  if (isNotFound(error)) return <NotFoundScreen />
  return (
    <Page title={t('sanction.title')}>
      {data && (
        <SanctionPanel sanction={data} onAppeal={(text) => appealSanction(sanctionId, text)} />
      )}
      {error && <ErrorPanel error={error} onRetry={refetch} />}
    </Page>
  )
}
