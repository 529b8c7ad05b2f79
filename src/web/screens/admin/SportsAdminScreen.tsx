import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { offerSport, refreshSports, serverSportsQuery } from '@/web/api/sports'
import { ErrorNote } from '@/web/components/ErrorNote'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { SportMedal } from '@/web/components/SportMedal'
import { t } from '@/web/i18n/text'
import { OfferList } from './OfferList'

/** Which sports are offered for new workouts on this server. */
export function SportsAdminScreen() {
  const client = useQueryClient()
  const { data: sports, error, refetch } = useQuery(serverSportsQuery)
  const change = useMutation({ mutationFn: offerSport, onSettled: () => refreshSports(client) })
  return (
    <Page wide title={t('admin.sports')} lead={t('admin.sportsLead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      <ErrorNote error={change.error} />
      {sports && (
        <OfferList
          label={t('admin.sports')}
          busy={change.isPending ? change.variables.id : undefined}
          onOffer={change.mutate}
          offers={sports.map(({ id, label, is_active, has_workouts }) => ({
            id,
            label,
            offered: is_active,
            used: has_workouts === true,
            picture: <SportMedal sportId={id} size={32} decorative />,
          }))}
        />
      )}
    </Page>
  )
}
