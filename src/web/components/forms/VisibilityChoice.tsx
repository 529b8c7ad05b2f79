import { Choice } from './Choice'
import { listVisibilityOptions, type Visibility } from './visibility-options'

/** A select for the visibility of an object. */
export function VisibilityChoice({
  label,
  description,
  value,
  onChange,
}: {
  label: string
  description?: string
  value: Visibility
  onChange: (level: Visibility) => void
}) {
  return (
    <Choice
      label={label}
      {...(description !== undefined && { description })}
      options={listVisibilityOptions()}
      value={value}
      onChange={onChange}
    />
  )
}
