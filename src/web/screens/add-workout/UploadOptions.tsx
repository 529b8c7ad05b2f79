import { Switch, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { Choice } from '@/web/components/forms/Choice'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { withHint } from '@/web/components/validation/with-hint'
import { type TextKey, t } from '@/web/i18n/text'
import { POLICIES, type Policy } from './last-choices'
import classes from './UploadForm.module.css'
import type { UploadFields } from './upload-fields'

const WORDS: Readonly<Record<Policy, TextKey>> = {
  skip: 'policy.skip',
  'replace-if-richer': 'policy.richer',
  flag: 'policy.flag',
  allow: 'policy.allow',
}

/** Rarely used options: notes, handling of duplicates, and the default sport for files without one. */
export function UploadOptions({
  form,
  defaultSport,
  disabled,
}: {
  form: UseFormReturnType<UploadFields>
  /** Default sport for files without one; undefined until it is chosen. */
  defaultSport: number | undefined
  disabled: boolean
}) {
  const [opened, setOpened] = useState(false)
  return (
    <details
      className={classes.more}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{t('add.more')}</summary>
      {opened && <OptionFields form={form} defaultSport={defaultSport} disabled={disabled} />}
    </details>
  )
}

function OptionFields({ form, defaultSport, disabled }: Parameters<typeof UploadOptions>[0]) {
  return (
    <div className={classes.options}>
      <Textarea
        label={t('add.notes')}
        maxLength={500}
        rows={3}
        size="md"
        disabled={disabled}
        {...withHint(form.getInputProps('notes'), t('add.notesHint'))}
      />
      <Choice
        label={t('add.duplicates')}
        description={t('add.duplicatesHint')}
        options={POLICIES.map((value) => ({ value, label: t(WORDS[value]) }))}
        value={form.values.duplicates}
        onChange={(policy) => form.setFieldValue('duplicates', policy)}
      />
      <Switch
        label={t('add.partial')}
        size="md"
        checked={form.values.partial}
        disabled={disabled}
        onChange={({ currentTarget }) => form.setFieldValue('partial', currentTarget.checked)}
      />
      <SportSelect
        label={t('add.sportUsual')}
        auto={null}
        value={defaultSport}
        disabled={disabled}
        onChange={(sport) => form.setFieldValue('defaultSport', sport)}
      />
    </div>
  )
}
