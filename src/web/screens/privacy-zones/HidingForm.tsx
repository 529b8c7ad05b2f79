import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshPrivacy, savePrivacySettings } from '@/web/api/privacy/edit-privacy'
import type { PrivacySettings } from '@/web/api/privacy/privacy'
import { Choice } from '@/web/components/forms/Choice'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { parseNumber } from '@/web/format/typed-numbers'
import { fromHeight, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { formatLength, listEnds, toFieldMetres } from './zone-fields'

/** Maximum metres that the server accepts. */
const MAX_METRES = 5000
const OTHER = 'other'

/** What is hidden of all recordings: metres at both ends, and times. */
export function HidingForm({ settings }: { settings: PrivacySettings }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { units } = preferences
  const saving = useMutation({
    mutationFn: savePrivacySettings,
    onSuccess: () => refreshPrivacy(client),
  })
  const form = useHidingForm(settings)
  const save = form.onSubmit(({ metres, typed, hidesTimes }) =>
    saving.mutate({
      hidden_metres: metres === OTHER ? parseMetres(typed, units) : Number(metres),
      hides_times: hidesTimes,
    }),
  )
  return (
    <Form saving={saving} onSubmit={save}>
      <FieldPair>
        <Choice
          label={t('privacyZones.ends')}
          options={[
            ...listEnds(units).map((metres) => ({
              value: String(metres),
              label: metres === 0 ? t('privacyZones.endsNone') : formatLength(metres, preferences),
            })),
            { value: OTHER, label: t('privacyZones.endsOther') },
          ]}
          value={form.values.metres}
          onChange={(metres) => form.setFieldValue('metres', metres)}
        />
        {form.values.metres === OTHER && (
          <TextInput
            label={t('privacyZones.endsTyped', {
              unit: t(units === 'metric' ? 'unit.m' : 'unit.ft'),
            })}
            inputMode="numeric"
            size="md"
            {...form.getInputProps('typed')}
          />
        )}
      </FieldPair>
      <p>{t('privacyZones.endsHint')}</p>
      <Switch
        label={t('privacyZones.times')}
        description={t('privacyZones.timesHint')}
        size="md"
        checked={form.values.hidesTimes}
        onChange={({ currentTarget }) => form.setFieldValue('hidesTimes', currentTarget.checked)}
      />
    </Form>
  )
}

/** The state of the form. */
function useHidingForm({ hidden_metres: stored, hides_times }: PrivacySettings) {
  const preferences = usePreferences()
  const { units } = preferences
  return useForm({
    initialValues: {
      // Metres, or `other` for those in the field.
      metres: listEnds(units).includes(stored) ? String(stored) : OTHER,
      typed: toFieldMetres(stored, units),
      hidesTimes: hides_times,
    },
    validate: {
      typed: (text, { metres }) =>
        metres !== OTHER || isAllowed(parseMetres(text, units))
          ? null
          : t('privacyZones.endsRule', {
              most: formatLength(MAX_METRES, preferences),
            }),
    },
  })
}

const parseMetres = (text: string, units: UnitSystem): number =>
  Math.round(fromHeight(parseNumber(text), units))

const isAllowed = (metres: number) => metres >= 0 && metres <= MAX_METRES
