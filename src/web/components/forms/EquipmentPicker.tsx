import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { equipmentQuery } from '@/web/api/accounts/equipment'
import { describeError } from '@/web/components/feedback/describe-error'
import { translateEquipmentType } from '@/web/i18n/names'

/**
 * A select for pieces of equipment: the active ones and those already chosen. The server validates which ones fit the
 * sport.
 */
export function EquipmentPicker({
  label,
  description,
  value,
  error: invalid,
  disabled = false,
  isOpen = false,
  onChange,
  onClose,
}: {
  label: string
  description?: string
  value: string[]
  error?: ReactNode
  disabled?: boolean
  /** Whether the list is open, and has the focus, from the start. */
  isOpen?: boolean
  onChange: (ids: string[]) => void
  /** Called when the list is closed without a choice. */
  onClose?: () => void
}) {
  const { data = [], error } = useQuery(equipmentQuery)
  const options = data
    .filter((item) => item.is_active || value.includes(item.id))
    .map((item) => ({
      value: item.id,
      label: `${item.label} (${translateEquipmentType(item.equipment_type)})`,
    }))
  if (data.length === 0 && !error) return null
  return (
    <MultiSelect
      label={label}
      description={description}
      data={options}
      value={value}
      onChange={onChange}
      error={error ? describeError(error) : invalid}
      disabled={disabled}
      size="md"
      searchable
      {...(isOpen && { autoFocus: true, defaultDropdownOpened: true })}
      {...(onClose && { onDropdownClose: onClose })}
      // Leaves room for the chosen pieces in the same line.
      styles={{ inputField: { minWidth: 30 } }}
      clearable
    />
  )
}
