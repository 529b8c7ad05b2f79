import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { t } from '@/web/i18n/text'
import { PlainSelect, plainOptions } from './PlainSelect'

const AUTO = 'auto'

/**
 * Picks one of the sports the account uses, or leaves it to the file where there are words for that (`auto`).
 */
export function SportSelect({
  label,
  auto,
  value,
  bare = false,
  disabled,
  onChange,
}: {
  label: string
  auto: string | null
  /** Null: left to the file; undefined: nothing was chosen. */
  value: number | null | undefined
  /** Hides the label from the eye. */
  bare?: boolean
  disabled: boolean
  onChange: (sportId: number | null) => void
}) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const shown = sports.filter((sport) => sport.is_active_for_user || sport.id === value)
  return (
    <PlainSelect
      label={label}
      bare={bare}
      value={value === null ? AUTO : String(value ?? '')}
      disabled={disabled}
      onChange={(chosen) => onChange(chosen === AUTO ? null : Number(chosen))}
    >
      {value === undefined && (
        <option value="" disabled>
          {t('add.sportHint')}
        </option>
      )}
      {auto !== null && <option value={AUTO}>{auto}</option>}
      {plainOptions(shown.map((sport) => ({ value: String(sport.id), label: sport.label })))}
    </PlainSelect>
  )
}
