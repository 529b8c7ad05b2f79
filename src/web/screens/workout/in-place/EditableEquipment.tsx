import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Equipment, equipmentQuery } from '@/web/api/accounts/equipment'
import { t } from '@/web/i18n/text'
import { EditButton } from './EditButton'

const EquipmentPicker = lazy(() =>
  import('@/web/components/forms/EquipmentPicker').then((module) => ({
    default: module.EquipmentPicker,
  })),
)

/** Adds a piece of equipment; it replaces those of its type, as one pair of shoes replaces another. */
function withReplacement(before: string[], after: string[], equipment: readonly Equipment[]) {
  const typeOf = (id: string) => equipment.find((item) => item.id === id)?.equipment_type.id
  const added = after.find((id) => !before.includes(id))
  if (added === undefined) return after
  return after.filter((id) => id === added || typeOf(id) !== typeOf(added))
}

/** The equipment of a workout, which its owner changes in place. Each choice is saved at once. */
export function EditableEquipment({
  ids,
  children,
  onSave,
}: {
  ids: string[]
  /** The equipment as shown. */
  children: ReactNode
  onSave: (equipment: Equipment[]) => void
}) {
  const [isEditing, setEditing] = useState(false)
  const { data: equipment = [] } = useQuery(equipmentQuery)
  if (isEditing)
    return (
      <Suspense fallback={children}>
        <EquipmentPicker
          label={t('settings.equipment')}
          isOpen
          value={ids}
          onChange={(chosen) => {
            const saved = withReplacement(ids, chosen, equipment)
            setEditing(false)
            onSave(equipment.filter(({ id }) => saved.includes(id)))
          }}
          onClose={() => setEditing(false)}
        />
      </Suspense>
    )
  return (
    <>
      {children}
      {equipment.length > 0 && (
        <EditButton label={t('inPlace.changeEquipment')} onClick={() => setEditing(true)} />
      )}
    </>
  )
}
