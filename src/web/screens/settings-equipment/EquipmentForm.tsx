import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Equipment,
  equipmentTypesQuery,
  refreshEquipment,
  saveEquipment,
} from '@/web/api/equipment'
import { sportsQuery } from '@/web/api/sports'
import { LevelChoice } from '@/web/components/LevelChoice'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import { EQUIPMENT_RULES, equipmentFieldsOf, equipmentInputOf } from './equipment-fields'

const optionsOf = (things: readonly { id: number; label: string; is_active: boolean }[] = []) =>
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
  const form = useForm({ initialValues: equipmentFieldsOf(item), validate: EQUIPMENT_RULES })
  const save = form.onSubmit((fields) =>
    saving.mutate({ id: item?.id ?? null, input: equipmentInputOf(fields) }),
  )
  const input = (name: keyof typeof form.values) => ({
    size: 'md' as const,
    ...form.getInputProps(name),
  })
  return (
    <SaveForm saving={saving} onSubmit={save}>
      <FieldPair>
        <TextInput label={t('equipment.label')} maxLength={50} {...input('label')} />
        <Select
          label={t('equipment.type')}
          data={optionsOf(types)}
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
          data={optionsOf(sports)}
          searchable
          {...input('sports')}
        />
        <LevelChoice
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
    </SaveForm>
  )
}
