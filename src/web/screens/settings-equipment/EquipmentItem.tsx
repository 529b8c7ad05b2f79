import { Box } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deleteEquipment, type Equipment, refreshEquipment } from '@/web/api/accounts/equipment'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ExpandButton } from '@/web/components/feedback/ExpandButton'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { formatHours } from '@/web/format/duration'
import { formatDistance, formatQuantity } from '@/web/format/quantity'
import { translateEquipmentType } from '@/web/i18n/names'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { EquipmentForm } from './EquipmentForm'

/** One piece of equipment with its totals; expands to be edited. */
export function EquipmentItem({
  item,
  open,
  onToggle,
}: {
  item: Equipment
  open: boolean
  onToggle: () => void
}) {
  const preferences = usePreferences()
  const facts = [
    translateEquipmentType(item.equipment_type),
    item.is_active ? null : t('equipment.retired'),
    t('equipment.workouts', { count: item.workouts_count }),
    item.total_distance === null
      ? null
      : formatQuantity(formatDistance(item.total_distance, preferences)),
    `${formatHours(item.total_moving, preferences.locale)} ${t('unit.h')}`,
  ]
  return (
    <li>
      <ItemRow
        name={
          <Link to="/equipment/$equipmentId" params={{ equipmentId: item.id }}>
            {item.label}
          </Link>
        }
        isOff={!item.is_active}
        facts={[facts.filter(Boolean).join(' · ')]}
      >
        <ExpandButton
          text={t('form.edit')}
          label={t('equipment.editOne', { name: item.label })}
          expanded={open}
          onToggle={onToggle}
        />
      </ItemRow>
      {open && (
        <div className={classes.body}>
          <EquipmentForm item={item} onDone={onToggle} />
          <DeleteEquipment item={item} />
        </div>
      )}
    </li>
  )
}

/** Deletes a piece of equipment after showing how many workouts use it. */
function DeleteEquipment({ item }: { item: Equipment }) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => deleteEquipment(item.id),
    onSuccess: () => refreshEquipment(client),
  })
  const text =
    item.workouts_count > 0
      ? t('equipment.deleteUsed', { count: item.workouts_count })
      : t('equipment.deleteText')
  return (
    <Box mt={14}>
      <ConfirmButton
        label={t('equipment.delete')}
        title={t('equipment.deleteTitle', { name: item.label })}
        text={text}
        confirm={t('equipment.delete')}
        action={deletion}
      />
    </Box>
  )
}
