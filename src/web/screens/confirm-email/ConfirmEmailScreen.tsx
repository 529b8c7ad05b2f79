import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { confirmEmail } from '@/web/api/accounts/account'
import { isRejected } from '@/web/api/client/api-error'
import { Notice } from '@/web/components/feedback/Notice'
import { Form } from '@/web/components/forms/Form'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'

const route = getRouteApi('/email-update')

/** The target of the link in the email to a new address; confirms it as the account's address. */
export function ConfirmEmailScreen() {
  const { token } = route.useSearch()
  const client = useQueryClient()
  const confirmation = useMutation({
    mutationFn: confirmEmail,
    onSuccess: () => client.invalidateQueries({ queryKey: ['profile'] }),
  })
  const spent = !token || isRejected(confirmation.error)
  return (
    <FormCard
      title={t('newEmail.title')}
      {...(!confirmation.isSuccess && !spent && { lead: t('newEmail.lead') })}
    >
      {confirmation.isSuccess && (
        <Notice>
          {t('newEmail.done')} <Link to="/">{t('notFound.home')}</Link>
        </Notice>
      )}
      {!confirmation.isSuccess && spent && <Notice>{t('newEmail.spent')}</Notice>}
      {!confirmation.isSuccess && !spent && (
        <Form
          once
          guarded={false}
          submit={t('newEmail.submit')}
          saving={confirmation}
          onSubmit={() => confirmation.mutate(token)}
        >
          {null}
        </Form>
      )}
    </FormCard>
  )
}
