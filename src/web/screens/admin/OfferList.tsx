import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '@/web/components/ItemList.module.css'
import { ItemRow } from '@/web/components/ItemRow'
import { t } from '@/web/i18n/text'

/** Something that a server offers, or not. */
export interface Offer {
  id: number
  label: string
  offered: boolean
  used: boolean
  picture?: ReactNode
}

/** What can be offered to everybody on this server, each with its switch. */
export function OfferList({
  label,
  offers,
  busy,
  onOffer,
}: {
  label: string
  offers: readonly Offer[]
  /** The one that is being changed. */
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
