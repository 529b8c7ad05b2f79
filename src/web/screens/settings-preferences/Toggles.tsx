import { Switch } from '@mantine/core'
import { type TextKey, t } from '@/web/i18n/text'
import type { PreferenceForm } from './preference-fields'

type Fields = PreferenceForm['values']
type Flag = { [Name in keyof Fields]: Fields[Name] extends boolean ? Name : never }[keyof Fields]

/** Switches for boolean preferences, with their labels. */
export function Toggles({
  form,
  flags,
}: {
  form: PreferenceForm
  flags: readonly (readonly [Flag, TextKey])[]
}) {
  return flags.map(([name, label]) => (
    <Switch
      key={name}
      label={t(label)}
      size="md"
      checked={form.values[name]}
      onChange={({ currentTarget }) => form.setFieldValue(name, currentTarget.checked)}
    />
  ))
}
