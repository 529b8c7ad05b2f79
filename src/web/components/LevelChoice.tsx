import { Choice } from './Choice'
import { type Level, levelOptions } from './level-options'

/** Chooses who may see something. */
export function LevelChoice({
  label,
  description,
  value,
  onChange,
}: {
  label: string
  description?: string
  value: Level
  onChange: (level: Level) => void
}) {
  return (
    <Choice
      label={label}
      {...(description !== undefined && { description })}
      options={levelOptions()}
      value={value}
      onChange={onChange}
    />
  )
}
