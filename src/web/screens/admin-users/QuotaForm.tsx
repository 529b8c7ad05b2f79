import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Member } from '@/web/api/accounts/members'
import { Form } from '@/web/components/forms/Form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import classes from './MemberActions.module.css'
import { useMemberChange } from './use-member-change'

const MIB = 1024 * 1024

/** Sets the storage that an account may use, in megabytes. */
export function QuotaForm({ member: { username, quota_bytes } }: { member: Member }) {
  const saved = typeof quota_bytes === 'number' ? String(toMegabytes(quota_bytes)) : ''
  const change = useMemberChange(username, (quota: number | null) => ({ quota_bytes: quota }))
  const form = useForm({
    initialValues: { quota: saved },
    validate: { quota: (text) => (isQuota(text) ? null : t('members.quotaRule')) },
  })
  return (
    <Form
      submit={t('members.setQuota')}
      button={{ variant: 'default' }}
      layout={classes.email}
      saving={change}
      once
      onSubmit={form.onSubmit(({ quota }) => {
        // Rounding for the form must not change a quota that was not edited.
        if (quota.trim() !== saved) change.mutate(quota.trim() === '' ? null : toBytes(quota))
      })}
    >
      <TextInput
        label={t('members.quota')}
        inputMode="decimal"
        size="md"
        {...withHint(form.getInputProps('quota'), t('members.quotaHint'))}
      />
    </Form>
  )
}

const toMegabytes = (bytes: number) => Math.round((bytes / MIB) * 100) / 100
const toNumber = (text: string) => Number(text.trim().replace(',', '.'))
const toBytes = (text: string) => Math.round(toNumber(text) * MIB)
const isQuota = (text: string) => toNumber(text) >= 0 && Number.isSafeInteger(toBytes(text))
