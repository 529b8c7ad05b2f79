import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { createOwner, setupQuery } from '@/web/api/accounts/account'
import { savePreferences } from '@/web/api/accounts/profile'
import { startSession } from '@/web/api/client/session'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Notice } from '@/web/components/feedback/Notice'
import { AccountInputs } from '@/web/components/forms/AccountInputs'
import {
  ACCOUNT_RULES,
  type AccountFields,
  browserDefaults,
  EMPTY_ACCOUNT,
} from '@/web/components/forms/account-fields'
import { Form } from '@/web/components/forms/Form'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'
import { getBrowserPreferences } from '@/web/state/browser-preferences'

const route = getRouteApi('/setup')

/** The target of the one-time setup link: creates the first account of a new server. */
export function SetupScreen() {
  const { token } = route.useSearch()
  const { data: required, error, refetch } = useQuery(setupQuery)
  return (
    <FormCard title={t('setup.title')} {...(required && token && { lead: t('setup.lead') })}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {required === false && (
        <Notice>
          {t('setup.done')} <Link to="/login">{t('nav.logIn')}</Link>
        </Notice>
      )}
      {required === true && !token && <Notice>{t('setup.noToken')}</Notice>}
      {required === true && token && <OwnerForm token={token} />}
    </FormCard>
  )
}

/** Creates the owner's account and logs in with it. */
function OwnerForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: EMPTY_ACCOUNT, validate: ACCOUNT_RULES })
  const creation = useMutation({
    mutationFn: (fields: AccountFields) => createOwner({ ...fields, ...browserDefaults(), token }),
    onSuccess: async (session) => {
      startSession(session)
      // The account already exists; if this fails, the preferences can be set in the settings.
      await savePreferences(
        getBrowserPreferences(navigator.language, browserDefaults().timezone),
      ).catch(() => undefined)
      return navigate({ to: '/' })
    },
  })
  return (
    <Form
      once
      submit={t('setup.submit')}
      saving={creation}
      onSubmit={form.onSubmit((fields) => creation.mutate(fields))}
    >
      <AccountInputs form={form} />
    </Form>
  )
}
