import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  createShareLink,
  refreshShareLinks,
  revokeShareLink,
  type ShareLink,
  shareLinksQuery,
} from '@/web/api/workouts/sharing'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { CopyField } from '@/web/components/forms/CopyField'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { type DatePreferences, formatDate, formatDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './SharePanel.module.css'

const NEVER = 'never'
const TERMS = ['7', '30', '365', NEVER]
const DEFAULT_TERM = '30'

/** Creates public links to a workout, and lists those that exist. */
export function ShareLinks({ workoutId, withMap }: { workoutId: string; withMap: boolean }) {
  const client = useQueryClient()
  const titleId = useId()
  const [term, setTerm] = useState(DEFAULT_TERM)
  const { data: links = [], error } = useQuery(shareLinksQuery(workoutId))
  const creation = useMutation({
    mutationFn: () =>
      createShareLink(workoutId, {
        with_map: withMap,
        expires_in_days: term === NEVER ? null : Number(term),
      }),
    onSuccess: () => refreshShareLinks(client, workoutId),
    // Do not cache the secret.
    gcTime: 0,
  })
  return (
    <section className={classes.links} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('sharing.link')}</h3>
      <p>{t('sharing.linkLead')}</p>
      <div className={classes.create}>
        <NativeSelect label={t('tokens.term')} value={term} onChange={setTerm}>
          {renderOptions(TERMS.map((value) => ({ value, label: formatTerm(value) })))}
        </NativeSelect>
        <BusyButton size="sm" busy={creation.isPending} onClick={() => creation.mutate()}>
          {t('sharing.create')}
        </BusyButton>
      </div>
      <ErrorNote error={creation.error ?? error} />
      <div role="status">
        {creation.data && (
          <>
            <CopyField label={t('sharing.url')} value={creation.data} />
            <p>{t('sharing.once')}</p>
          </>
        )}
      </div>
      {links.length > 0 && (
        <ul className={classes.list}>
          {links.map((link) => (
            <LinkItem key={link.id} workoutId={workoutId} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

const formatTerm = (term: string) =>
  term === NEVER ? t('tokens.never') : t('tokens.days', { count: Number(term) })

function LinkItem({ workoutId, link }: { workoutId: string; link: ShareLink }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const revocation = useMutation({
    mutationFn: () => revokeShareLink(workoutId, link.id),
    onSuccess: () => refreshShareLinks(client, workoutId),
  })
  const created = t('sharing.created', { date: formatDate(new Date(link.created_at), preferences) })
  return (
    <li>
      <span>
        {created}, {formatExpiry(link, preferences)} · {formatOpening(link, preferences)} ·{' '}
        {t(link.with_map ? 'sharing.withRoute' : 'sharing.withoutRoute')}
      </span>
      <Button
        variant="default"
        size="xs"
        aria-label={`${t('tokens.revoke')}: ${created}`}
        onClick={() => revocation.mutate()}
      >
        {t('tokens.revoke')}
      </Button>
      <ErrorNote error={revocation.error} />
    </li>
  )
}

const formatOpening = ({ last_opened_on: day }: ShareLink, preferences: DatePreferences) =>
  day === null ? t('sharing.unopened') : t('sharing.opened', { date: formatDay(day, preferences) })

function formatExpiry({ expires_at }: ShareLink, preferences: DatePreferences): string {
  if (expires_at === null) return t('tokens.endless')
  const end = new Date(expires_at)
  const date = formatDate(end, preferences)
  return end.getTime() > Date.now() ? t('tokens.ends', { date }) : t('tokens.ended', { date })
}
