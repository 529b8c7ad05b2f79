import { Select } from '@mantine/core'

/** A select with a few options, one of which is always chosen. */
export function Choice<Value extends string>({
  label,
  description,
  options,
  value,
  searchable = false,
  onChange,
}: {
  label: string
  description?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  searchable?: boolean
  onChange: (value: Value) => void
}) {
  return (
    <Select
      label={label}
      description={description}
      data={options}
      value={value}
      onChange={(picked) => {
        const option = options.find((one) => one.value === picked)
        if (option) onChange(option.value)
      }}
      size="md"
      searchable={searchable}
      allowDeselect={false}
      maxDropdownHeight={300}
    />
  )
}
