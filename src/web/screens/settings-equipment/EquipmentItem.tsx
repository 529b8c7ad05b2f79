import { Link } from '@tanstack/react-router'
import type { Equipment } from '@/web/api/equipment'
import { ExpandButton } from '@/web/components/ExpandButton'
import classes from '@/web/components/ItemList.module.css'
import { ItemRow } from '@/web/components/ItemRow'
import { distanceOf, plain, roundedHoursOf } from '@/web/format/quantity'
import { equipmentTypeName } from '@/web/i18n/names'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { DeleteEquipment } from './DeleteEquipment'
import { EquipmentForm } from './EquipmentForm'

/** One piece of equipment with its totals; opens to be changed. */
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
    equipmentTypeName(item.equipment_type),
    item.is_active ? null : t('equipment.retired'),
    t('equipment.workouts', { count: item.workouts_count }),
    item.total_distance === null ? null : plain(distanceOf(item.total_distance, preferences)),
    plain(roundedHoursOf(item.total_duration_in_hours, preferences)),
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
