import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** While a year is typed it begins with zeros. */
const FIRST_DAY = '1000'

/**
 * A day that is kept elsewhere, as in the address of the page. What is typed stays in the field: the value that comes
 * back later, or for a year that is half typed, would take it away.
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
  /** What was told and has not come back yet. */
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (told.current === undefined) type(value)
    else if (told.current === value) told.current = undefined
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
        told.current = day === value ? undefined : day
        onChange(day)
      }}
    />
  )
}
