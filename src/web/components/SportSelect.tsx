import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sportsQuery } from '@/web/api/sports'
import { t } from '@/web/i18n/text'
import classes from './SportSelect.module.css'

const AUTO = 'auto'

/**
 * Picks one of the sports the account uses, or leaves it to the file where there are words for that (`auto`). A list of
 * the browser's own: there is one for every file.
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
  const id = useId()
  const { data: sports = [] } = useQuery(sportsQuery)
  const shown = sports.filter((sport) => sport.is_active_for_user || sport.id === value)
  return (
    <div className={classes.field}>
      {!bare && <label htmlFor={id}>{label}</label>}
      <select
        id={id}
        className={classes.select}
        {...(bare && { 'aria-label': label })}
        value={value === null ? AUTO : (value ?? '')}
        disabled={disabled}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === AUTO ? null : Number(currentTarget.value))
        }
      >
        {value === undefined && (
          <option value="" disabled>
            {t('add.sportHint')}
          </option>
        )}
        {auto !== null && <option value={AUTO}>{auto}</option>}
        {shown.map((sport) => (
          <option key={sport.id} value={sport.id}>
            {sport.label}
          </option>
        ))}
      </select>
    </div>
  )
}
