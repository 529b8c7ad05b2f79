import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sportsQuery } from '@/web/api/sports'
import { t } from '@/web/i18n/text'
import { errorText } from './refusal-text'
import { SportMedal } from './SportMedal'
import classes from './SportPicker.module.css'

/** Picks one of the sports the account uses; sports switched off by account or server are left out. */
export function SportPicker({
  value,
  onChange,
  error,
  disabled,
}: {
  value: number | null
  onChange: (sportId: number | null) => void
  error?: ReactNode
  disabled: boolean
}) {
  const { data: sports, error: loadError } = useQuery(sportsQuery)
  const options = (sports ?? [])
    .filter((sport) => sport.is_active_for_user)
    .map(({ id, label }) => ({ value: String(id), label }))
  return (
    <Select
      label={t('add.sport')}
      placeholder={t('add.sportHint')}
      data={options}
      value={value === null ? null : String(value)}
      onChange={(picked) => onChange(picked === null ? null : Number(picked))}
      error={loadError ? errorText(loadError) : error}
      disabled={disabled}
      size="md"
      required
      withAsterisk={false}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      leftSection={value !== null && <SportMedal sportId={value} size={24} decorative />}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <SportMedal sportId={Number(option.value)} size={24} decorative />
          {option.label}
        </span>
      )}
    />
  )
}
