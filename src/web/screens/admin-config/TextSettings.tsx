import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import type { ConfigFields } from './config-fields'

/** What the server tells about itself, and what people agree to when they register. */
export function TextSettings({ form }: { form: UseFormReturnType<ConfigFields> }) {
  return (
    <Panel title={t('config.texts')}>
      <TextInput
        label={t('config.contact')}
        description={t('config.contactHint')}
        type="email"
        size="md"
        {...form.getInputProps('admin_contact')}
      />
      <Textarea
        label={t('config.about')}
        description={t('config.aboutHint')}
        minRows={4}
        autosize
        size="md"
        {...form.getInputProps('about')}
      />
      <Textarea
        label={t('config.policy')}
        description={t('config.policyHint')}
        minRows={6}
        autosize
        size="md"
        {...form.getInputProps('privacy_policy')}
      />
    </Panel>
  )
}
