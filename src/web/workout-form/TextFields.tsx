import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { EquipmentPicker } from '@/web/components/forms/EquipmentPicker'
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
        description={t('edit.descriptionHint')}
        maxLength={10_000}
        minRows={4}
        autosize
        size="md"
        {...form.getInputProps('description')}
      />
      <Textarea
        label={t('add.notes')}
        description={t('add.notesHint')}
        maxLength={500}
        rows={3}
        size="md"
        {...form.getInputProps('notes')}
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
