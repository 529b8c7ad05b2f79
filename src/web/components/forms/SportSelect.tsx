import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sportsQuery } from '@/web/api/accounts/sports'
import { t } from '@/web/i18n/text'
import { NativeSelect, renderOptions } from './NativeSelect'

const AUTO = 'auto'

/**
 * A select for one of the enabled sports. If `auto` is given, it labels an option that uses the sport named in the
 * file.
 */
export function SportSelect({
  label,
  auto,
  value,
  isLabelHidden = false,
  error,
  disabled,
  isOffered = () => true,
  onChange,
}: {
  label: string
  auto: string | null
  /** Null to use the sport named in the file; undefined if nothing was chosen. */
  value: number | null | undefined
  /** Whether to hide the label visually; screen readers still announce it. */
  isLabelHidden?: boolean
  error?: ReactNode
  disabled: boolean
  /** Whether a sport can be chosen; by default all of them. */
  isOffered?: (sportId: number) => boolean
  onChange: (sportId: number | null) => void
}) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const shown = sports.filter(
    (sport) => (sport.is_active_for_user && isOffered(sport.id)) || sport.id === value,
  )
  return (
    <NativeSelect
      label={label}
      isLabelHidden={isLabelHidden}
      value={value === null ? AUTO : String(value ?? '')}
      error={error}
      disabled={disabled}
      onChange={(chosen) => onChange(chosen === AUTO ? null : Number(chosen))}
    >
      {value === undefined && (
        <option value="" disabled>
          {t('add.sportHint')}
        </option>
      )}
      {auto !== null && <option value={AUTO}>{auto}</option>}
      {renderOptions(shown.map((sport) => ({ value: String(sport.id), label: sport.label })))}
    </NativeSelect>
  )
}
