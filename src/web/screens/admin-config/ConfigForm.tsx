import { Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ConfigInput,
  cacheConfig,
  type ServerConfig,
  saveConfig,
} from '@/web/api/client/server'
import { Choice } from '@/web/components/forms/Choice'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { Panel } from '@/web/components/page/Panel'
import { withHint } from '@/web/components/validation/with-hint'
import { type TextKey, t } from '@/web/i18n/text'
import {
  CONFIG_RULES,
  type ConfigFields,
  listConfigChanges,
  REGISTRATION_MODES,
  toConfigFields,
} from './config-fields'

const NUMBERS: readonly (readonly [key: keyof ConfigFields, label: TextKey, hint: TextKey])[] = [
  ['max_users', 'config.maxUsers', 'config.maxUsersHint'],
  ['global_map_workouts_limit', 'config.mapLimit', 'config.mapLimitHint'],
  ['stats_workouts_limit', 'config.statsLimit', 'config.statsLimitHint'],
  ['max_single_file_size', 'config.fileSize', 'config.fileSizeHint'],
  ['max_image_size', 'config.imageSize', 'config.imageSizeHint'],
  ['max_zip_file_size', 'config.zipSize', 'config.zipSizeHint'],
  ['file_limit_import', 'config.fileLimit', 'config.fileLimitHint'],
  ['file_sync_limit_import', 'config.syncLimit', 'config.syncLimitHint'],
]

/** Edits the server settings; they apply immediately. */
export function ConfigForm({ config }: { config: ServerConfig }) {
  const client = useQueryClient()
  const form = useForm({ initialValues: toConfigFields(config), validate: CONFIG_RULES })
  const saving = useMutation({
    mutationFn: async (changes: ConfigInput) =>
      Object.keys(changes).length === 0 ? config : saveConfig(changes),
    onSuccess: (saved) => {
      cacheConfig(client, saved)
      form.setValues(toConfigFields(saved))
    },
  })
  return (
    <Form
      saving={saving}
      onSubmit={form.onSubmit((fields) => saving.mutate(listConfigChanges(fields, config)))}
    >
      <RegistrationSettings form={form} />
      <Panel title={t('config.limits')}>
        <FieldPair>
          {NUMBERS.map(([key, label, hint]) => (
            <TextInput
              key={key}
              label={t(label)}
              inputMode="decimal"
              size="md"
              {...withHint(form.getInputProps(key), t(hint))}
            />
          ))}
        </FieldPair>
      </Panel>
      <TextSettings form={form} />
    </Form>
  )
}

/** Chooses who can register. */
function RegistrationSettings({ form }: { form: UseFormReturnType<ConfigFields> }) {
  return (
    <Panel title={t('health.registration')}>
      <FieldPair>
        <Choice
          label={t('config.mode')}
          description={t('config.modeHint')}
          options={Object.entries(REGISTRATION_MODES).map(([value, label]) => ({
            value,
            label: t(label),
          }))}
          value={form.values.registration_mode}
          onChange={(mode) => form.setFieldValue('registration_mode', mode)}
        />
      </FieldPair>
    </Panel>
  )
}

/** Edits the description of the server, its contact and its privacy policy. */
function TextSettings({ form }: { form: UseFormReturnType<ConfigFields> }) {
  return (
    <Panel title={t('config.texts')}>
      <TextInput
        label={t('config.contact')}
        type="email"
        size="md"
        {...withHint(form.getInputProps('admin_contact'), t('config.contactHint'))}
      />
      <Textarea
        label={t('config.about')}
        minRows={4}
        autosize
        size="md"
        {...withHint(form.getInputProps('about'), t('config.aboutHint'))}
      />
      <Textarea
        label={t('config.policy')}
        minRows={6}
        autosize
        size="md"
        {...withHint(form.getInputProps('privacy_policy'), t('config.policyHint'))}
      />
    </Panel>
  )
}
