import { useId } from 'react'
import classes from './SegmentedControl.module.css'

/** A radio group displayed as a row of segments. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  data,
  disabled = false,
}: {
  label: string
  value: Value
  onChange: (value: Value) => void
  data: readonly { value: Value; label: string }[]
  disabled?: boolean
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments}>
      {data.map((item) => (
        <label key={item.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            disabled={disabled}
            onChange={() => onChange(item.value)}
          />
          <span>{item.label}</span>
        </label>
      ))}
    </div>
  )
}
