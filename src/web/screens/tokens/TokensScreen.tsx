import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshTokens, revokeToken, type Token, tokensQuery } from '@/web/api/accounts/tokens'
import { toServerPath } from '@/web/api/client/server-path'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CopyField } from '@/web/components/forms/CopyField'
import { AccessItem } from '@/web/components/lists/AccessItem'
import lists from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { type DatePreferences, formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { NewToken } from './NewToken'
import classes from './Tokens.module.css'

/** The account's access tokens, and how to upload recordings with them. */
export function TokensScreen() {
  const list = useInfiniteQuery(tokensQuery)
  const tokens = list.data?.pages.flatMap(({ data }) => data.tokens) ?? []
  return (
    <Page title={t('tokens.title')}>
      <Panel title={t('tokens.own')} text={t('tokens.lead')}>
        <LoadError queries={[list]} />
        {list.data && tokens.length === 0 && <p>{t('tokens.none')}</p>}
        {tokens.length > 0 && (
          <ul className={lists.list} aria-label={t('tokens.own')}>
            {tokens.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        )}
        <MoreButton list={list} />
      </Panel>
      <Panel title={t('tokens.new')}>
        <NewToken />
      </Panel>
      <SendingPanel />
      <ReadingPanel />
    </Page>
  )
}

/** Placeholder for the token in the examples. */
const TOKEN = 'mpt_…'

/** The URLs for uploads, to be copied into other apps. */
function SendingPanel() {
  const username = useProfile()?.username ?? ''
  const { origin } = window.location
  const inbox = `${origin}${toServerPath('/api/inbox')}`
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
          value={`${origin}${toServerPath('/dav/inbox/')}`}
        />
      </div>
      <HandbookLink topic="inbox" />
    </Panel>
  )
}

/** The URLs of the calendar and of the feeds, to be copied into other apps. */
function ReadingPanel() {
  const username = useProfile()?.username ?? ''
  const { origin } = window.location
  const calendar = toServerPath(`/api/calendar.ics?token=${TOKEN}`)
  const feed = toServerPath(`/users/${username}/workouts.atom`)
  return (
    <Panel title={t('tokens.reading')} text={t('tokens.readingLead')}>
      <div className={classes.examples}>
        <CopyField label={t('tokens.calendar')} value={`${origin}${calendar}`} />
        <CopyField label={t('tokens.feed')} value={`${origin}${feed}`} />
      </div>
    </Panel>
  )
}

/** A token with its scopes, its expiry and when it was last used. */
function TokenItem({ token }: { token: Token }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { id, name, scope } = token
  const ending = useMutation({
    mutationFn: () => revokeToken(id),
    onSuccess: () => refreshTokens(client),
  })
  return (
    <AccessItem
      name={name}
      facts={`${formatExpiry(token, preferences)} · ${formatLastUse(token, preferences)}`}
      scope={scope}
      revoking={{
        label: t('tokens.revoke'),
        title: t('tokens.revokeTitle', { name }),
        text: t('tokens.revokeText'),
        action: ending,
      }}
    />
  )
}

function formatExpiry({ expires_at }: Token, preferences: DatePreferences): string {
  if (expires_at === null) return t('tokens.endless')
  const end = new Date(expires_at)
  const date = formatDate(end, preferences)
  return end.getTime() > Date.now() ? t('tokens.ends', { date }) : t('tokens.ended', { date })
}

function formatLastUse({ last_used_at }: Token, preferences: DatePreferences): string {
  if (last_used_at === null) return t('tokens.unused')
  const at = new Date(last_used_at)
  return t('tokens.used', { date: formatDate(at, preferences), time: formatTime(at, preferences) })
}
