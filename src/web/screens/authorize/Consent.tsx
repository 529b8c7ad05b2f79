import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ConsentRequest, type ConsentSearch, grantAccess } from '@/web/api/accounts/apps'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { AppWebsite } from '@/web/components/people/AppWebsite'
import { scopeText, splitScopes } from '@/web/components/people/scope-texts'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './Consent.module.css'
import { accessDeniedUrl, getDestination } from './leave'

const goTo = (address: string) => window.location.assign(address)

/** The app, the scopes it requests, and the buttons to grant or deny. Both redirect to the app. */
export function Consent({ search, asked }: { search: ConsentSearch; asked: ConsentRequest }) {
  const { client, redirect_uri: redirectUri } = asked
  const scopes = splitScopes(asked.scope)
  const username = useProfile()?.username ?? ''
  const destination = getDestination(redirectUri)
  const grant = useMutation({
    mutationFn: () => grantAccess(search, asked),
    onSuccess: goTo,
  })
  if (grant.isSuccess) return <Notice>{t('authorize.done', { destination })}</Notice>
  return (
    <>
      <p className={classes.app}>
        <AppWebsite address={client.website} />
        {client.client_description && <span>{client.client_description}</span>}
      </p>
      {scopes.length === 0 ? (
        <Notice>{t('authorize.nothing')}</Notice>
      ) : (
        <>
          <p className={classes.lead}>{t('authorize.lead', { username })}</p>
          <ul className={classes.scopes} aria-label={t('authorize.scopes')}>
            {scopes.map((scope) => (
              <li key={scope}>{scopeText(scope)}</li>
            ))}
          </ul>
        </>
      )}
      <p className={classes.destination}>{t('authorize.destination', { destination })}</p>
      <ErrorNote error={grant.error} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="md"
          onClick={() => goTo(accessDeniedUrl(redirectUri, search.state))}
        >
          {t('authorize.deny')}
        </Button>
        <BusyButton
          size="md"
          disabled={scopes.length === 0}
          busy={grant.isPending}
          onClick={() => grant.mutate()}
        >
          {t('authorize.allow')}
        </BusyButton>
      </div>
    </>
  )
}
