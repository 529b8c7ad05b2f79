import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { equipmentTypesQuery, offerType } from '@/web/api/equipment'
import { ErrorNote } from '@/web/components/ErrorNote'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { OfferList } from './OfferList'

/** Which kinds of equipment are offered for new pieces on this server. */
export function TypesAdminScreen() {
  const client = useQueryClient()
  const { data: types, error, refetch } = useQuery(equipmentTypesQuery)
  const change = useMutation({
    mutationFn: offerType,
    onSettled: () => client.invalidateQueries({ queryKey: equipmentTypesQuery.queryKey }),
  })
  return (
    <Page wide title={t('admin.equipmentTypes')} lead={t('admin.equipmentTypesLead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      <ErrorNote error={change.error} />
      {types && (
        <OfferList
          label={t('admin.equipmentTypes')}
          busy={change.isPending ? change.variables.id : undefined}
          onOffer={change.mutate}
          offers={types.map(({ id, label, is_active, has_equipments }) => ({
            id,
            label,
            offered: is_active,
            used: has_equipments === true,
          }))}
        />
      )}
    </Page>
  )
}
