import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sportsQuery } from '@/web/api/accounts/sports'
import { describeError } from '@/web/components/feedback/describe-error'
import { SportMedal } from '@/web/components/people/SportMedal'
import { t } from '@/web/i18n/text'
import classes from './SportPicker.module.css'

/** A select for one of the sports that neither the account nor the server has disabled. */
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
      error={loadError ? describeError(loadError) : error}
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
