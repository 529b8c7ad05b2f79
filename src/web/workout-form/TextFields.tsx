import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { EquipmentPicker } from '@/web/components/forms/EquipmentPicker'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import type { WorkoutFields } from './workout-fields'

/** Fields for the texts and equipment of a workout. */
export function TextFields({ form }: { form: UseFormReturnType<WorkoutFields> }) {
  const { equipment } = form.values
  return (
    <>
      <TextInput label={t('add.name')} maxLength={255} size="md" {...form.getInputProps('title')} />
      <Textarea
        label={t('workout.description')}
        maxLength={10_000}
        minRows={4}
        autosize
        size="md"
        {...withHint(form.getInputProps('description'), t('edit.descriptionHint'))}
      />
      <Textarea
        label={t('add.notes')}
        maxLength={500}
        rows={3}
        size="md"
        {...withHint(form.getInputProps('notes'), t('add.notesHint'))}
      />
      <EquipmentPicker
        label={t('settings.equipment')}
        {...(equipment === null && { description: t('manual.equipmentHint') })}
        value={equipment ?? []}
        onChange={(ids) => form.setFieldValue('equipment', ids)}
      />
    </>
  )
}
