import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { consentQuery } from '@/web/api/apps'
import { EntryCard } from '@/web/components/EntryCard'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { t } from '@/web/i18n/text'
import { Consent } from './Consent'

const route = getRouteApi('/member/profile/apps/authorize')

/** Where apps send people to be let in: says who asks for what, and grants or refuses it. */
export function AuthorizeScreen() {
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(consentQuery(search))
  const title = data ? t('authorize.title', { name: data.client.name }) : t('authorize.plainTitle')
  return (
    <EntryCard title={title}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && <Consent search={search} asked={data} />}
    </EntryCard>
  )
}
