import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { equipmentTypesQuery, offerType } from '@/web/api/accounts/equipment'
import { offerSport, refreshSports, serverSportsQuery } from '@/web/api/accounts/sports'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { Page } from '@/web/components/page/Page'
import { SportMedal } from '@/web/components/people/SportMedal'
import { t } from '@/web/i18n/text'
import { CustomSports } from './CustomSports'

/** Which sports this server offers for new workouts. */
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
      {sports && <CustomSports sports={sports} />}
    </Page>
  )
}

/** Which types of equipment this server offers for new items. */
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

/** Something that an administrator can make available to users. */
interface Offer {
  id: number
  label: string
  offered: boolean
  used: boolean
  picture?: ReactNode
}

/** A list of sports or equipment types with a switch for each that makes it available to all users. */
function OfferList({
  label,
  offers,
  busy,
  onOffer,
}: {
  label: string
  offers: readonly Offer[]
  /** Id of the offer that is being saved. */
  busy: number | undefined
  onOffer: (change: { id: number; offer: boolean }) => void
}) {
  return (
    <ul className={classes.list} aria-label={label}>
      {offers.map(({ id, label: name, offered, used, picture }) => (
        <li key={id}>
          <ItemRow
            picture={picture}
            name={name}
            isOff={!offered}
            facts={[used && t('admin.inUse')]}
          >
            <Switch
              aria-label={t('admin.offer', { name })}
              checked={offered}
              disabled={busy === id}
              onChange={({ currentTarget }) => onOffer({ id, offer: currentTarget.checked })}
            />
          </ItemRow>
        </li>
      ))}
    </ul>
  )
}
