import type { App } from '@/web/api/apps'
import { scopesOf, scopeText } from '@/web/components/scope-texts'
import { t } from '@/web/i18n/text'
import classes from './AppFacts.module.css'

/** What an app is set up with: its client id, where its users go back to, what it may ask for. */
export function AppFacts({ app }: { app: App }) {
  return (
    <dl className={classes.facts}>
      <dt>{t('apps.clientId')}</dt>
      <dd>
        <code className={classes.code}>{app.client_id}</code>
      </dd>
      <dt>{t('apps.redirects')}</dt>
      <dd>
        {app.redirect_uris.map((address) => (
          <code key={address} className={classes.code}>
            {address}
          </code>
        ))}
      </dd>
      <dt>{t('apps.scopes')}</dt>
      <dd>
        {scopesOf(app.scope).map((scope) => (
          <span key={scope}>{scopeText(scope)}</span>
        ))}
      </dd>
    </dl>
  )
}
