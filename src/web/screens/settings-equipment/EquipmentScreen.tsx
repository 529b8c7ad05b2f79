import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { equipmentQuery } from '@/web/api/accounts/equipment'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import classes from '@/web/components/lists/ItemList.module.css'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { EquipmentForm } from './EquipmentForm'
import { EquipmentItem } from './EquipmentItem'

const NEW = 'new'

const route = getRouteApi('/member/settings/profile/edit/equipment')

/** The equipment of the account. */
export function EquipmentScreen() {
  const { data: items, error, refetch } = useQuery(equipmentQuery)
  const [open, setOpen] = useState<string | null>(route.useSearch().edit ?? null)
  const close = () => setOpen(null)
  return (
    <Page
      title={t('settings.equipment')}
      lead={t('equipment.lead')}
      actions={<Button onClick={() => setOpen(NEW)}>{t('equipment.new')}</Button>}
    >
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {open === NEW && (
        <Panel title={t('equipment.new')}>
          <EquipmentForm item={null} onDone={close} />
        </Panel>
      )}
      {items?.length === 0 && open !== NEW && <p>{t('equipment.empty')}</p>}
      {items && items.length > 0 && (
        <ul className={classes.list} aria-label={t('settings.equipment')}>
          {items.map((item) => (
            <EquipmentItem
              key={item.id}
              item={item}
              open={open === item.id}
              onToggle={() => setOpen(open === item.id ? null : item.id)}
            />
          ))}
        </ul>
      )}
    </Page>
  )
}
