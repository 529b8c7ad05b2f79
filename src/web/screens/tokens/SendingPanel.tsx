import { serverPath } from '@/web/api/server-path'
import { CopyField } from '@/web/components/CopyField'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import classes from './Tokens.module.css'

/** What stands for the token in the examples. */
const TOKEN = 'mpt_…'

/** Where programs send recordings to, to be copied into them. */
export function SendingPanel() {
  const username = useProfile()?.username ?? ''
  const { origin } = window.location
  const inbox = `${origin}${serverPath('/api/inbox')}`
  return (
    <Panel title={t('tokens.sending')} text={t('tokens.sendingLead')}>
      <div className={classes.examples}>
        <CopyField
          label={t('tokens.byHeader')}
          value={`curl -H "Authorization: Bearer ${TOKEN}" --data-binary @ride.fit ${inbox}`}
        />
        <CopyField label={t('tokens.byAddress')} value={`${inbox}?token=${TOKEN}`} />
        <CopyField
          label={t('tokens.byDav', { username })}
          value={`${origin}${serverPath('/dav/inbox/')}`}
        />
      </div>
    </Panel>
  )
}
