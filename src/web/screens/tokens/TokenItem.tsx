import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshTokens, revokeToken, type Token } from '@/web/api/tokens'
import { AccessItem } from '@/web/components/AccessItem'
import { type DatePreferences, formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** A token: what it may do, until when, and when it was last used. */
export function TokenItem({ token }: { token: Token }) {
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
      facts={`${endOf(token, preferences)} · ${useOf(token, preferences)}`}
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

function endOf({ expires_at }: Token, preferences: DatePreferences): string {
  if (expires_at === null) return t('tokens.endless')
  const end = new Date(expires_at)
  const date = formatDate(end, preferences)
  return end.getTime() > Date.now() ? t('tokens.ends', { date }) : t('tokens.ended', { date })
}

function useOf({ last_used_at }: Token, preferences: DatePreferences): string {
  if (last_used_at === null) return t('tokens.unused')
  const at = new Date(last_used_at)
  return t('tokens.used', { date: formatDate(at, preferences), time: formatTime(at, preferences) })
}
