import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sportsQuery } from '@/web/api/sports'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import classes from '@/web/components/ItemList.module.css'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { SportItem } from './SportItem'
import { SportNamesPanel } from './SportNamesPanel'

/** The sports, each the way the account wants it. */
export function SportsScreen() {
  const { data: sports, error, refetch } = useQuery(sportsQuery)
  const [open, setOpen] = useState<number | null>(null)
  return (
    <Page title={t('settings.sports')} lead={t('sports.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {sports && (
        <ul className={classes.list} aria-label={t('settings.sports')}>
          {sports
            .filter((sport) => sport.is_active)
            .map((sport) => (
              <SportItem
                key={sport.id}
                sport={sport}
                open={open === sport.id}
                onToggle={() => setOpen(open === sport.id ? null : sport.id)}
              />
            ))}
        </ul>
      )}
      <SportNamesPanel />
    </Page>
  )
}
