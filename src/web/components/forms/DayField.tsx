import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** The earliest accepted day: while a year is being typed, it begins with zeros. */
const FIRST_DAY = '1000'

/**
 * A date field whose value is stored elsewhere, for example in the URL. What is typed is kept in local state, because a
 * value that arrives late, or that of a half-typed year, would overwrite it.
 */
export function DayField({
  label,
  size = 'sm',
  value,
  onChange,
}: {
  label: string
  size?: 'sm' | 'md'
  value: string
  onChange: (day: string) => void
}) {
  const [typed, type] = useState(value)
  /** The reported day, until `value` has caught up with it. */
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (reported.current === undefined) type(value)
    else if (reported.current === value) reported.current = undefined
  }, [value])
  return (
    <TextInput
      type="date"
      label={label}
      size={size}
      value={typed}
      onChange={({ currentTarget: { value: day } }) => {
        type(day)
        if (day !== '' && day < FIRST_DAY) return
        reported.current = day === value ? undefined : day
        onChange(day)
      }}
    />
  )
}
