import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { equipmentQuery } from '@/web/api/equipment'
import { equipmentTypeName } from '@/web/i18n/names'
import { errorText } from './refusal-text'

/** Picks pieces of equipment: those in use, and those already picked. The server knows which fit a sport. */
export function EquipmentPicker({
  label,
  description,
  value,
  disabled = false,
  onChange,
}: {
  label: string
  description?: string
  value: string[]
  disabled?: boolean
  onChange: (ids: string[]) => void
}) {
  const { data = [], error } = useQuery(equipmentQuery)
  const options = data
    .filter((item) => item.is_active || value.includes(item.id))
    .map((item) => ({
      value: item.id,
      label: `${item.label} (${equipmentTypeName(item.equipment_type)})`,
    }))
  if (data.length === 0 && !error) return null
  return (
    <MultiSelect
      label={label}
      description={description}
      data={options}
      value={value}
      onChange={onChange}
      error={error && errorText(error)}
      disabled={disabled}
      size="md"
      searchable
      // What is typed needs little room beside what was picked.
      styles={{ inputField: { minWidth: 30 } }}
      clearable
    />
  )
}
