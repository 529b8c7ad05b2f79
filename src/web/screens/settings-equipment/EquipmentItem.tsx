import { Link } from '@tanstack/react-router'
import type { Equipment } from '@/web/api/equipment'
import { ExpandButton } from '@/web/components/ExpandButton'
import classes from '@/web/components/ItemList.module.css'
import { formatNumber } from '@/web/format/numbers'
import { distanceOf, plain } from '@/web/format/quantity'
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
    t('equipment.hours', {
      hours: formatNumber(item.total_duration_in_hours, 1, preferences.locale),
    }),
  ]
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.names}>
          <Link
            to="/equipment/$equipmentId"
            params={{ equipmentId: item.id }}
            className={item.is_active ? classes.name : classes.off}
          >
            {item.label}
          </Link>
          <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <ExpandButton
          text={t('form.edit')}
          label={t('equipment.editOne', { name: item.label })}
          expanded={open}
          onToggle={onToggle}
        />
      </div>
      {open && (
        <div className={classes.body}>
          <EquipmentForm item={item} onDone={onToggle} />
          <DeleteEquipment item={item} />
        </div>
      )}
    </li>
  )
}
