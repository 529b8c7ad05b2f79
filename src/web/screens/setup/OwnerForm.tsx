import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createOwner } from '@/web/api/account'
import { savePreferences } from '@/web/api/profile'
import { AccountInputs } from '@/web/components/AccountInputs'
import {
  ACCOUNT_RULES,
  type AccountFields,
  browserDefaults,
  EMPTY_ACCOUNT,
} from '@/web/components/account-fields'
import { EntryForm } from '@/web/components/EntryForm'
import { t } from '@/web/i18n/text'
import { browserPreferences } from '@/web/state/browser-preferences'
import { startSession } from '@/web/state/session'

/** Creates the owner's account and logs in with it. */
export function OwnerForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: EMPTY_ACCOUNT, validate: ACCOUNT_RULES })
  const creation = useMutation({
    mutationFn: (fields: AccountFields) => createOwner({ ...fields, ...browserDefaults(), token }),
    onSuccess: async (session) => {
      startSession(session)
      // The account is there: when this fails, the preferences can still be chosen in the settings.
      await savePreferences(browserPreferences(navigator.language)).catch(() => undefined)
      return navigate({ to: '/' })
    },
  })
  return (
    <EntryForm
      submit={t('setup.submit')}
      busy={creation.isPending}
      error={creation.error}
      onSubmit={form.onSubmit((fields) => creation.mutate(fields))}
    >
      <AccountInputs form={form} />
    </EntryForm>
  )
}
