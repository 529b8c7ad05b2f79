import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  appealSanction,
  appealSuspension,
  type Sanction,
  sanctionQuery,
  suspensionQuery,
} from '@/web/api/accounts/sanctions'
import { isNotFound } from '@/web/api/client/api-error'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Page } from '@/web/components/page/Page'
import { SanctionPanel } from '@/web/components/people/SanctionPanel'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { useProfile } from '@/web/state/profile'

const route = getRouteApi('/member/profile/moderation/sanctions/$sanctionId')

/** One moderation action against the user's account, with a form to appeal. */
export function SanctionScreen() {
  const { sanctionId } = route.useParams()
  const { data, error, refetch } = useQuery(sanctionQuery(sanctionId))
  const isSuspended = Boolean(useProfile()?.suspended_at)
  if (isNotFound(error)) return <NotFoundScreen />
  return (
    <Page title={t('sanction.title')}>
      {data && (
        <SanctionPanel
          sanction={data}
          // While an account is suspended, only that decision can be appealed, on its own page.
          canAppeal={!isSuspended && canBeAppealed(data)}
          onAppeal={(text) => appealSanction(sanctionId, text)}
        />
      )}
      {error && <ErrorPanel error={error} onRetry={refetch} />}
    </Page>
  )
}

/** Why the user's account is suspended, with a form to appeal. */
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

/** Suspensions of the account are appealed on their own page, and decisions about deleted content not at all. */
const canBeAppealed = ({ action_type, comment, workout }: Sanction): boolean =>
  action_type !== 'user_suspension' && comment !== null && workout !== null
