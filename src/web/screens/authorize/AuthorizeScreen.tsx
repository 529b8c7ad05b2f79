import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { consentQuery } from '@/web/api/accounts/apps'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'
import { Consent } from './Consent'

const route = getRouteApi('/member/profile/apps/authorize')

/** The OAuth2 consent page: shows which app requests which scopes, and grants or denies access. */
export function AuthorizeScreen() {
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(consentQuery(search))
  const title = data ? t('authorize.title', { name: data.client.name }) : t('authorize.plainTitle')
  return (
    <FormCard title={title}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && <Consent search={search} asked={data} />}
    </FormCard>
  )
}
