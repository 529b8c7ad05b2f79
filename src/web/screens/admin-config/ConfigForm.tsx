import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConfigInput, keepConfig, type ServerConfig, saveConfig } from '@/web/api/server'
import { Panel } from '@/web/components/Panel'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { type TextKey, t } from '@/web/i18n/text'
import { CONFIG_RULES, type ConfigFields, configChangesOf, configFieldsOf } from './config-fields'
import { TextSettings } from './TextSettings'

const NUMBERS: readonly (readonly [key: keyof ConfigFields, label: TextKey, hint: TextKey])[] = [
  ['max_users', 'config.maxUsers', 'config.maxUsersHint'],
  ['global_map_workouts_limit', 'config.mapLimit', 'config.mapLimitHint'],
  ['stats_workouts_limit', 'config.statsLimit', 'config.statsLimitHint'],
  ['max_single_file_size', 'config.fileSize', 'config.fileSizeHint'],
  ['max_zip_file_size', 'config.zipSize', 'config.zipSizeHint'],
  ['file_limit_import', 'config.fileLimit', 'config.fileLimitHint'],
  ['file_sync_limit_import', 'config.syncLimit', 'config.syncLimitHint'],
]

/** Changes the settings; they hold at once. */
export function ConfigForm({ config }: { config: ServerConfig }) {
  const client = useQueryClient()
  const form = useForm({ initialValues: configFieldsOf(config), validate: CONFIG_RULES })
  const saving = useMutation({
    mutationFn: async (changes: ConfigInput) =>
      Object.keys(changes).length === 0 ? config : saveConfig(changes),
    onSuccess: (saved) => {
      keepConfig(client, saved)
      form.setValues(configFieldsOf(saved))
    },
  })
  return (
    <SaveForm
      saving={saving}
      onSubmit={form.onSubmit((fields) => saving.mutate(configChangesOf(fields, config)))}
    >
      <Panel title={t('config.limits')}>
        <FieldPair>
          {NUMBERS.map(([key, label, hint]) => (
            <TextInput
              key={key}
              label={t(label)}
              description={t(hint)}
              inputMode="decimal"
              size="md"
              {...form.getInputProps(key)}
            />
          ))}
        </FieldPair>
      </Panel>
      <TextSettings form={form} />
    </SaveForm>
  )
}
