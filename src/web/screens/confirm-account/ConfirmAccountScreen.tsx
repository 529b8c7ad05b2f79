import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { confirmAccount } from '@/web/api/accounts/account'
import { isRejected } from '@/web/api/client/api-error'
import { startSession } from '@/web/api/client/session'
import { Notice } from '@/web/components/feedback/Notice'
import { Form } from '@/web/components/forms/Form'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'

const route = getRouteApi('/account-confirmation')

/**
 * The target of the link in the registration email. Requires a click, so that programs that prefetch links do not
 * confirm the account. Logs in, unless an administrator has to approve the account first.
 */
export function ConfirmAccountScreen() {
  const { token } = route.useSearch()
  const navigate = useNavigate()
  const confirmation = useMutation({
    mutationFn: confirmAccount,
    onSuccess: (session) => {
      if (session === undefined) return
      startSession(session)
      return navigate({ to: '/' })
    },
  })
  if (confirmation.isSuccess && confirmation.data === undefined)
    return (
      <FormCard title={t('confirm.title')}>
        <Notice>{t('confirm.waiting')}</Notice>
      </FormCard>
    )
  const spent = !token || isRejected(confirmation.error)
  return (
    <FormCard title={t('confirm.title')} {...(!spent && { lead: t('confirm.lead') })}>
      {spent ? (
        <Notice>
          {t('confirm.spent')} <Link to="/account-confirmation/resend">{t('confirm.resend')}</Link>
        </Notice>
      ) : (
        <Form
          once
          guarded={false}
          submit={t('confirm.submit')}
          saving={confirmation}
          onSubmit={() => confirmation.mutate(token)}
        >
          {null}
        </Form>
      )}
    </FormCard>
  )
}
