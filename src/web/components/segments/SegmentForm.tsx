import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { SegmentFields } from '@/web/api/segments/edit-segments'
import { Form } from '@/web/components/forms/Form'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { listVisibilityOptions, type Visibility } from '@/web/components/forms/visibility-options'
import { t } from '@/web/i18n/text'

const MAX_NAME = 100

const findVisibility = (name: string): Visibility =>
  listVisibilityOptions().find(({ value }) => value === name)?.value ?? 'private'

/** The form for the name and the visibility of a segment. */
export function SegmentForm({
  label,
  initial,
  saving,
  onSave,
  onCancel,
  children,
}: {
  label: string
  initial: SegmentFields
  saving: { isPending: boolean; error: unknown }
  onSave: (fields: SegmentFields) => void
  onCancel: () => void
  /** More fields. */
  children?: ReactNode
}) {
  const form = useForm({
    initialValues: initial,
    validate: { name: (name) => (name.trim() === '' ? t('form.textRule') : null) },
  })
  return (
    <Form
      label={label}
      once
      saving={saving}
      after={
        <Button variant="default" size="md" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      }
      onSubmit={form.onSubmit(onSave)}
    >
      <TextInput
        label={t('equipment.label')}
        maxLength={MAX_NAME}
        size="md"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {children}
      <NativeSelect
        label={t('level.label')}
        value={form.values.visibility}
        onChange={(level) => form.setFieldValue('visibility', findVisibility(level))}
      >
        {renderOptions(listVisibilityOptions())}
      </NativeSelect>
      <p>{t('ranked.visibilityHint')}</p>
    </Form>
  )
}
