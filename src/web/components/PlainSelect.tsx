import { type ReactNode, useId } from 'react'
import classes from './PlainSelect.module.css'

/** A list of the browser's own to choose one thing from: light enough for many on a page, and phones have a way for it. */
export function PlainSelect({
  label,
  bare = false,
  value,
  disabled,
  onChange,
  children,
}: {
  label: string
  /** Hides the label from the eye. */
  bare?: boolean
  value: string
  disabled?: boolean
  onChange: (value: string) => void
  /** The options. */
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={classes.field}>
      {!bare && <label htmlFor={id}>{label}</label>}
      <div className={classes.box}>
        <select
          id={id}
          className={classes.select}
          {...(bare && { 'aria-label': label })}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {children}
        </select>
      </div>
    </div>
  )
}

/** The options of such a list. */
export const plainOptions = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
