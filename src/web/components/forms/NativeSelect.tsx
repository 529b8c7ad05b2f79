import { type ReactNode, useId } from 'react'
import classes from './NativeSelect.module.css'

/** A native select: light enough for many on a page, and phones display their own picker for it. */
export function NativeSelect({
  label,
  isLabelHidden = false,
  value,
  error,
  disabled,
  onChange,
  children,
}: {
  label: string
  /** Whether to hide the label visually; screen readers still announce it. */
  isLabelHidden?: boolean
  value: string
  error?: ReactNode
  disabled?: boolean
  onChange: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={classes.field}>
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
      <div className={classes.box}>
        <select
          id={id}
          className={classes.select}
          {...(isLabelHidden && { 'aria-label': label })}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {children}
        </select>
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Returns the options of a NativeSelect. */
export const renderOptions = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
