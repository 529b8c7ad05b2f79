import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Equipment,
  type EquipmentInput,
  equipmentTypesQuery,
  refreshEquipment,
  saveEquipment,
} from '@/web/api/accounts/equipment'
import { sportsQuery } from '@/web/api/accounts/sports'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { VisibilityChoice } from '@/web/components/forms/VisibilityChoice'
import type { Visibility } from '@/web/components/forms/visibility-options'
import { t } from '@/web/i18n/text'

/** Values of the equipment form. */
type EquipmentFields = {
  label: string
  description: string
  type: string | null
  active: boolean
  sports: string[]
  visibility: Visibility
}

/** The form values of a piece of equipment; empty values for a new one. */
const toEquipmentFields = (item: Equipment | null): EquipmentFields => ({
  label: item?.label ?? '',
  description: item?.description ?? '',
  type: item === null ? null : String(item.equipment_type.id),
  active: item?.is_active ?? true,
  sports: item?.default_for_sport_ids.map(String) ?? [],
  visibility: item?.visibility ?? 'private',
})

/** Validates the required fields. */
const EQUIPMENT_RULES = {
  label: (label: string) => (label.trim() === '' ? t('equipment.labelRule') : null),
  type: (type: string | null) => (type === null ? t('equipment.typeRule') : null),
}

/** Converts the form values to the request. */
const toEquipmentInput = (fields: EquipmentFields): EquipmentInput => ({
  label: fields.label.trim(),
  description: fields.description.trim() || null,
  equipment_type_id: Number(fields.type),
  is_active: fields.active,
  default_for_sport_ids: fields.sports.map(Number),
  visibility: fields.visibility,
})

const listOptions = (things: readonly { id: number; label: string; is_active: boolean }[] = []) =>
  things.filter((one) => one.is_active).map(({ id, label }) => ({ value: String(id), label }))

/** Adds or changes a piece of equipment. */
export function EquipmentForm({ item, onDone }: { item: Equipment | null; onDone: () => void }) {
  const client = useQueryClient()
  const { data: types } = useQuery(equipmentTypesQuery)
  const { data: sports } = useQuery(sportsQuery)
  const saving = useMutation({
    mutationFn: saveEquipment,
    onSuccess: async () => {
      await refreshEquipment(client)
      onDone()
    },
  })
  const form = useForm({ initialValues: toEquipmentFields(item), validate: EQUIPMENT_RULES })
  const save = form.onSubmit((fields) =>
    saving.mutate({ id: item?.id ?? null, input: toEquipmentInput(fields) }),
  )
  const input = (name: keyof typeof form.values) => ({
    size: 'md' as const,
    ...form.getInputProps(name),
  })
  return (
    <Form saving={saving} onSubmit={save}>
      <FieldPair>
        <TextInput label={t('equipment.label')} maxLength={50} {...input('label')} />
        <Select
          label={t('equipment.type')}
          data={listOptions(types)}
          allowDeselect={false}
          {...input('type')}
        />
      </FieldPair>
      <Textarea
        label={t('equipment.description')}
        maxLength={200}
        rows={2}
        {...input('description')}
      />
      <FieldPair>
        <MultiSelect
          label={t('equipment.sports')}
          description={t('equipment.sportsHint')}
          data={listOptions(sports)}
          searchable
          {...input('sports')}
        />
        <VisibilityChoice
          label={t('equipment.visibility')}
          description={t('equipment.visibilityHint')}
          value={form.values.visibility}
          onChange={(level) => form.setFieldValue('visibility', level)}
        />
      </FieldPair>
      <Switch
        label={t('equipment.active')}
        size="md"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </Form>
  )
}
